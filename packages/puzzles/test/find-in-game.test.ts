import { fileURLToPath } from 'node:url'
import { bestMove } from '@tegenzet/engine'
import {
  legalMoves,
  type Move,
  type Position,
  playTurn,
  ruleSet,
  startPosition,
  trustedPosition,
} from '@tegenzet/rules'
import { DiskTables } from '@tegenzet/tables/node'
import { expect, test } from 'vitest'
import { SEARCH_NODES } from '../build/check-by-search.ts'
import { searchedPuzzle } from '../build/find-by-search.ts'
import { type PlayedGame, puzzlesInGame } from '../build/find-in-game.ts'
import { randomFrom } from '../build/random.ts'
import { loadPuzzles } from '../node/index.ts'
import { judgeAttempt, ownMoves, type Puzzle, type Verdict } from '../src/index.ts'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const shipped = loadPuzzles(pathOf('../data/puzzles.tsv'))
const tables = new DiskTables([pathOf('../../tables/data')], 2 ** 24)
const inGame = ({ rules }: Pick<Puzzle, 'rules'>, game: PlayedGame) =>
  puzzlesInGame(ruleSet(rules), game, (group) => tables.source(group), 4)

/** The end of a game in which a player had a puzzle before them. */
function gameOf({ rules, position }: Pick<Puzzle, 'rules' | 'position'>, move: Move): PlayedGame {
  const turn = playTurn(ruleSet(rules), position, move)
  if (!turn.ok) throw new Error(turn.error.message)
  return { positions: [position, turn.value.position], moves: [move] }
}
const wrongMove = ({ rules, position, solution }: Puzzle): Move =>
  legalMoves(ruleSet(rules), position).find((move) => move.split('x')[0] !== solution[0]!.split('x')[0])!

/** A game of two players who now and then move at random. */
function sloppyGame(id: 'merels', seed: number): { positions: Position[]; moves: Move[] } {
  const rules = ruleSet(id)
  const random = randomFrom(seed)
  const positions = [startPosition(rules)]
  const moves: Move[] = []
  while (moves.length < 200) {
    const legal = legalMoves(rules, positions.at(-1)!)
    const best = bestMove(rules, positions, { maxNodes: 1000, now: () => 0, random })
    if (!best) break
    const move = random() < 0.1 ? legal[Math.floor(random() * legal.length)]! : best.move
    const turn = playTurn(rules, positions.at(-1)!, move)
    if (!turn.ok) throw new Error(turn.error.message)
    moves.push(move)
    positions.push(turn.value.position)
  }
  return { positions, moves }
}

test.each([
  ['a win', (puzzle: Puzzle) => puzzle.rules === 'merels' && puzzle.value === 'win'],
  ['a draw', (puzzle: Puzzle) => puzzle.rules === 'merels-diagonal' && puzzle.value === 'draw'],
  ['a race', (puzzle: Puzzle) => puzzle.rules === 'halma' && puzzle.plies === 3],
])('who missed %s leaves a puzzle, and who did not leaves none', async (_, fits) => {
  const puzzle = shipped.find((each) => fits(each) && !each.themes.includes('opening'))!
  const { id, solution, value, plies } = puzzle
  const found = await inGame(puzzle, gameOf(puzzle, wrongMove(puzzle)))
  expect(found).toMatchObject([{ ply: 0, puzzle: { id, solution, value, plies } }])
  expect(await inGame(puzzle, gameOf(puzzle, solution[0]!))).toEqual([])
})

test('a puzzle needs no theme', async () => {
  const missed = {
    rules: 'merels',
    position: trustedPosition('..b/..w/..w/....../w.b/.b./... b 0 0 0 30'),
  } as const
  const [found] = await inGame(missed, gameOf(missed, 'e3-e4' as Move))
  expect(found?.puzzle).toMatchObject({ value: 'win', plies: 7, themes: [] })
})

test('a search proves wins in two moves too', () => {
  const short = shipped.filter(({ rules, plies }) => rules === 'molenspel' && plies === 3)
  expect(short.length).toBeGreaterThan(0)
  for (const { rules: id, position, solution } of short) {
    const rules = ruleSet(id)
    if (rules.family === 'mill')
      expect(searchedPuzzle(rules, position, SEARCH_NODES)).toMatchObject({ solution, plies: 3 })
  }
})

test('quiet moves do not count', async () => {
  const puzzle = shipped.find(
    ({ rules, value, themes }) => rules === 'merels' && value === 'win' && !themes.includes('opening'),
  )!
  const late = { ...puzzle, position: puzzle.position.replace(/ 0 (\d+)$/, ' 97 $1') as Position }
  expect(late.position).not.toBe(puzzle.position)
  const [found] = await inGame(late, gameOf(late, wrongMove(late)))
  expect(found?.puzzle.position).toBe(puzzle.position)
})

async function verdictOf(puzzle: Puzzle, moves: readonly string[]): Promise<Verdict> {
  const judged = await judgeAttempt(puzzle, moves, () => null)
  if (!judged.ok) throw new Error(judged.error.message)
  return judged.value.verdict
}

test('a win with more stones than tables cover is proved by search, and judged without tables', async () => {
  const found = []
  for (let seed = 1; found.length === 0 && seed <= 40; seed++)
    found.push(...(await inGame({ rules: 'merels' }, sloppyGame('merels', seed))))
  expect(found.length).toBeGreaterThan(0)
  for (const { puzzle } of found) {
    const own = ownMoves(puzzle)
    expect(own.length).toBeGreaterThanOrEqual(3)
    for (let count = 1; count <= own.length; count++) {
      const { state } = await verdictOf(puzzle, own.slice(0, count))
      expect(state).toBe(count < own.length ? 'go-on' : 'solved')
    }
    const failed = await verdictOf(puzzle, [wrongMove(puzzle)])
    expect(failed.state === 'failed' && failed.refutation.length).toBeGreaterThan(0)
  }
})
