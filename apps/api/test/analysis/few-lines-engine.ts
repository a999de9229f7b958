// An engine of a few lines in Sanmill's manner, for tests: `bestmove` stands at the end of an `info` line, and the move that closes a
// mill comes without its capture, which the next `go` gives. Arguments: what it does wrong (`dies`, `hangs`, `cheats` or `draws`; otherwise
// nothing), at which `go` of the process, and a file that gets every line it hears.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  legalMoves,
  type Position,
  playText,
  ruleSet,
  startPosition,
} from '../../../../packages/rules/src/index.ts'

const [fault = 'none', faultAt = '1', heard] = process.argv.slice(2)
const rules = ruleSet('muehle')
const say = (line: string) => process.stdout.write(`${line}\n`)
let positions: Position[] = []
/** A move whose capture was not asked for yet. */
let open = ''
let asked = 0

function setPosition(tokens: string[]): void {
  positions = [startPosition(rules)]
  open = ''
  for (const [n, token] of tokens.entries()) {
    if (token.startsWith('x')) continue
    const capture = tokens[n + 1]?.startsWith('x') ? tokens[n + 1]! : ''
    const played = playText(rules, positions, `${token}${capture}`)
    if (played.ok) positions.push(played.value.position)
    else open = token
  }
}

function go(): void {
  if (++asked >= Number(faultAt)) {
    if (fault === 'dies') process.exit(3)
    if (fault === 'hangs') return
    if (fault === 'cheats') return void say('info score 9 bestmove a9')
    if (fault === 'draws') return void say('info score 0 bestmove draw')
  }
  // a capture if there is one
  const moves = legalMoves(rules, positions.at(-1)!)
  const move =
    moves.find((each) => each.startsWith(`${open}x`)) ?? moves.find((each) => each.includes('x')) ?? moves[0]!
  const [bare, captured] = move.split('x')
  say(`info score 3 bestmove ${open ? `x${captured}` : bare}`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (heard) appendFileSync(heard, `${line}\n`)
  const [command, , , ...tokens] = line.split(' ')
  if (command === 'uci') {
    say('id name Few lines')
    say('option name SkillLevel type spin default 1 min 0 max 30')
    say('uciok')
  }
  if (command === 'isready') say('readyok')
  if (command === 'position') setPosition(tokens)
  if (command === 'go') go()
})
