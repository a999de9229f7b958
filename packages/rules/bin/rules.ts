import {
  isRuleSetId,
  legalMoves,
  type Position,
  parsePosition,
  perft,
  playText,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
} from '../src/index.ts'
import { claimLine } from './claim-line.ts'
import { inputLines, runCommand, UsageError, writeLine } from './command-line.ts'
import { replayRecord } from './replay-record.ts'

const USAGE = `usage:
  rules perft RULES DEPTH [POSITION]           count move sequences: "depth count" per line, then the speed
  rules moves RULES [--from POSITION] [MOVE…]  list the legal moves after these moves, one per line
  rules replay RULES                           read games from standard input, one per line; write a JSON line for each
  rules claims                                 read claims from standard input, one per line; write a JSON line for each:
                                               { rules, moves, claim: { by, ground, positions | plies | position,
                                               intendedMove }, offers, openClaim, earlier, covered, value } →
                                               { admissible, refusals, holds, findings }; where proven draws can be
                                               claimed, "covered" is up to how many stones there are tables, and
                                               "value" what "tables probe" says
RULES: ${RULE_SET_IDS.join(' ')}
POSITION: a position text, quoted, such as "${startPosition(ruleSet('muehle'))}"`

async function main([command, rulesId, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return writeLine(USAGE)
  if (command === 'claims') return printClaims([rulesId, ...rest].filter((word) => word !== undefined))
  const commands: Record<string, (rules: RuleSet, rest: string[]) => Promise<void>> = {
    perft: printPerft,
    moves: printMoves,
    replay: replayGames,
  }
  if (!command || !Object.hasOwn(commands, command)) throw new UsageError(USAGE)
  if (!rulesId || !isRuleSetId(rulesId))
    throw new UsageError(`expected a rule set, one of: ${RULE_SET_IDS.join(' ')}\n${USAGE}`)
  return commands[command]!(ruleSet(rulesId), rest)
}

async function printPerft(rules: RuleSet, [depth, from, ...more]: string[]): Promise<void> {
  if (!depth || !/^[1-9]\d?$/.test(depth) || more.length) throw new UsageError(USAGE)
  const position = positionOf(rules, from)
  let rate = 0
  for (let ply = 1; ply <= Number(depth); ply++) {
    const startedAt = process.hrtime.bigint()
    const count = perft(rules, position, ply)
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
    rate = Math.round(count / seconds)
    await writeLine(`${ply} ${count}`)
  }
  await writeLine(`${rate} turns/s`)
}

async function printMoves(rules: RuleSet, words: string[]): Promise<void> {
  const [from, moves] = words[0] === '--from' ? [words[1] ?? '', words.slice(2)] : [undefined, words]
  if (moves.some((move) => move.startsWith('-'))) throw new UsageError(USAGE)
  const positions = [positionOf(rules, from)]
  let over = false
  for (const text of moves) {
    const played = playText(rules, positions, text)
    if (!played.ok) throw new UsageError(`ply ${positions.length}: ${played.error.message}`)
    positions.push(played.value.position)
    over = played.value.outcome !== null
  }
  if (!over) for (const move of legalMoves(rules, positions.at(-1)!)) await writeLine(move)
}

async function replayGames(rules: RuleSet, rest: string[]): Promise<void> {
  if (rest.length) throw new UsageError(USAGE)
  for await (const line of inputLines()) {
    const record = line.trim()
    await writeLine(JSON.stringify(gameLine(rules, record === '' ? [] : record.split(' '))))
  }
}

async function printClaims(rest: string[]): Promise<void> {
  if (rest.length) throw new UsageError(USAGE)
  for await (const line of inputLines())
    if (line.trim() !== '') await writeLine(JSON.stringify(claimLine(line)))
}

function gameLine(rules: RuleSet, moves: string[]): object {
  const game = replayRecord(rules, moves)
  if (!game.ok) {
    const { ply, move, message } = game.error
    return { error: { ply, move, message } }
  }
  const { positions, outcome } = game.value
  const legalCounts = positions.map((position) => perft(rules, position, 1))
  if (outcome) legalCounts[moves.length] = 0
  return { plies: moves.length, positions, outcome, legalCounts }
}

function positionOf(rules: RuleSet, text: string | undefined): Position {
  const position = parsePosition(rules, text ?? startPosition(rules))
  if (!position.ok) throw new UsageError(position.error.message)
  return position.value
}

await runCommand(main)
