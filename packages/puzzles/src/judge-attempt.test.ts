import { fileURLToPath } from 'node:url'
import { legalMoves, play, playTurn, ruleSet } from '@tegenzet/rules'
import { groupOf, type ValueSource } from '@tegenzet/tables'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadValues } from '../build/load-values.ts'
import { loadPuzzles } from '../node/index.ts'
import { judgeAttempt, ownMoves, type Puzzle, rankMoves, stonesOf } from './index.ts'

const puzzles = loadPuzzles(fileURLToPath(new URL('../data/puzzles.tsv', import.meta.url)))
const merels = ruleSet('merels')
let source: ValueSource
beforeAll(async () => {
  source = await loadValues(merels)
})
const sourceOf = (rules: Parameters<typeof groupOf>[0]) => (groupOf(rules)?.id === 'merels' ? source : null)

/** @param plies null for a draw */
const some = (rules: string, plies: number | null, value = plies === null ? 'draw' : 'win'): Puzzle =>
  puzzles.find((puzzle) => puzzle.rules === rules && puzzle.plies === plies && puzzle.value === value)!

async function judge(puzzle: Puzzle, moves: readonly string[]) {
  const judged = await judgeAttempt(puzzle, moves, sourceOf)
  if (!judged.ok) throw new Error(judged.error.message)
  return judged.value
}

describe.each([
  ['a win', some('merels', 7)],
  ['a draw', some('merels', null)],
  ['a race', some('halma', 5)],
  ['a puzzle without tables', some('merels-diagonal', 7)],
])('%s', (_, puzzle) => {
  test('goes on with the reply of the solution until it is solved', async () => {
    const own = ownMoves(puzzle)
    for (let count = 1; count <= own.length; count++) {
      const { verdict, line } = await judge(puzzle, own.slice(0, count))
      expect(line).toEqual(puzzle.solution.slice(0, 2 * count - 1))
      if (count < own.length)
        expect(verdict).toEqual({ state: 'go-on', reply: puzzle.solution[2 * count - 1] })
      else expect(verdict).toEqual({ state: 'solved' })
    }
  })

  test('refuses what is no move, and what is not legal', async () => {
    const refused = await judgeAttempt(puzzle, [puzzle.solution[0]!, 'x'], sourceOf)
    expect(refused).toMatchObject({ ok: false, error: { code: 'malformed-move', index: 1 } })
    const illegal = await judgeAttempt(puzzle, ['a1-a1'], sourceOf)
    expect(illegal.ok).toBe(false)
  })
})

describe('a wrong move', () => {
  test('of a win is refuted to the end, or by the move that holds', async () => {
    const puzzle = some('merels', 7)
    const ranked = (await rankMoves(merels, source, stonesOf(merels, puzzle.position)))!
    for (const { move } of ranked.slice(1)) {
      const { verdict, line } = await judge(puzzle, [move])
      expect(line).toEqual([move])
      expect(verdict).toMatchObject({ state: 'failed' })
      if (verdict.state === 'failed') expect(verdict.refutation.length).toBeGreaterThan(0)
    }
  })

  test('in a race is refuted by the opponent’s way home', async () => {
    const puzzle = some('halma', 3)
    const [from] = puzzle.solution[0]!.split('-')
    const rules = ruleSet('halma')
    const wrong = legalMoves(rules, puzzle.position).filter((move) => !move.startsWith(`${from}-`))[0]!
    const { verdict } = await judge(puzzle, [wrong])
    if (verdict.state !== 'failed') throw new Error(verdict.state)
    const positions = [puzzle.position]
    let winner: unknown
    for (const move of [wrong, ...verdict.refutation]) {
      const played = play(rules, positions, move)
      if (!played.ok) throw new Error(played.error.message)
      positions.push(played.value.position)
      winner = played.value.outcome?.winner
    }
    expect(winner).toBe(puzzle.position.includes(' w ') ? 'black' : 'white')
  })
})

test('a slower win is told as one', async () => {
  for (const puzzle of puzzles.filter(({ rules, plies }) => rules === 'merels' && plies === 11)) {
    const own = ownMoves(puzzle)
    let position = puzzle.position
    for (const [ply, move] of puzzle.solution.entries()) {
      const ranked = (await rankMoves(merels, source, stonesOf(merels, position)))!
      const slower = ranked.find(
        ({ byte }) => ply % 2 === 0 && byte % 2 === 1 && byte < 255 && byte > ranked[0]!.byte,
      )
      if (slower) {
        const { verdict } = await judge(puzzle, [...own.slice(0, ply / 2), slower.move])
        return expect(verdict).toEqual({ state: 'slower' })
      }
      const played = playTurn(merels, position, move)
      if (played.ok) position = played.value.position
    }
  }
  throw new Error('no puzzle has a slower win')
})
