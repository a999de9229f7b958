import { fileURLToPath } from 'node:url'
import { legalMoves, parsePosition, play, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { DRAW } from '@tegenzet/tables'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPuzzles, hasTheme, randomOf } from '../build/build-puzzles.ts'
import { isSolvedBySearch, SEARCH_NODES } from '../build/check-by-search.ts'
import { halmaPuzzle } from '../build/find-halma.ts'
import { millPuzzle, samples } from '../build/find-mill.ts'
import { loadValues, type Values } from '../build/load-values.ts'
import { withDoubleMill } from '../build/mill-themes.ts'
import { puzzleId } from '../build/puzzle-id.ts'
import { pick, randomFrom } from '../build/random.ts'
import { loadPuzzles } from '../node/index.ts'
import { ownMoves, type Puzzle, rankMoves, stonesOf, writePuzzles } from '../src/index.ts'
import { PUZZLE_THEMES } from '../themes/puzzle-themes.ts'
import { winningMoves } from './plain-race.ts'

const FILE = fileURLToPath(new URL('../data/puzzles.tsv', import.meta.url))
const SOAK = Boolean(process.env.SOAK)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)

const puzzles = loadPuzzles(FILE)
const ofMill = puzzles.filter(({ rules }) => ruleSet(rules).family === 'mill')
const ofHalma = puzzles.filter(({ rules }) => rules === 'halma')
/** All of them in a soak, otherwise so many. */
function sample(from: readonly Puzzle[], count: number): Puzzle[] {
  if (SOAK) return [...from]
  const random = randomFrom(SEED)
  return Array.from({ length: count }, () => pick(random, from))
}

describe('the puzzles that ship with the project', () => {
  test('are at least 1,000 of mill games and 50 of Halma, of every rule set and theme', () => {
    expect(ofMill.length).toBeGreaterThanOrEqual(1000)
    expect(ofHalma.length).toBeGreaterThanOrEqual(50)
    for (const id of RULE_SET_IDS)
      expect(puzzles.filter(({ rules }) => rules === id).length, id).toBeGreaterThanOrEqual(50)
    for (const theme of PUZZLE_THEMES)
      expect(puzzles.filter(({ themes }) => themes.includes(theme)).length, theme).toBeGreaterThanOrEqual(5)
  })

  test('have ids and positions of their own, and at least one theme', () => {
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length)
    for (const { id, rules, position, themes } of puzzles) {
      expect(puzzleId(rules, position)).toBe(id)
      expect(parsePosition(ruleSet(rules), position)).toEqual({ ok: true, value: position })
      expect(themes.length, id).toBeGreaterThan(0)
    }
  })

  test('have legal solutions of two own moves or more, and those of wins end the game', () => {
    for (const puzzle of puzzles) {
      const rules = ruleSet(puzzle.rules)
      const positions = [puzzle.position]
      let outcome: unknown = null
      for (const move of puzzle.solution) {
        const played = play(rules, positions, move)
        if (!played.ok) throw new Error(`${puzzle.id}: ${played.error.message}`)
        positions.push(played.value.position)
        outcome = played.value.outcome
      }
      expect(ownMoves(puzzle).length, puzzle.id).toBeGreaterThanOrEqual(2)
      expect(outcome !== null, puzzle.id).toBe(puzzle.value === 'win')
      expect(puzzle.plies, puzzle.id).toBe(puzzle.value === 'win' ? puzzle.solution.length : null)
    }
  })

  test('are written as they are read', () => {
    expect(writePuzzles(puzzles)).toBe(writePuzzles(puzzles.toSorted((a, b) => (a.id < b.id ? -1 : 1))))
  })
})

describe('by endgame tables', () => {
  const values = new Map<string, Values>()
  beforeAll(async () => {
    for (const id of RULE_SET_IDS) {
      const rules = ruleSet(id)
      if (rules.family === 'mill') values.set(id, await loadValues(rules))
    }
  })

  test('exactly one move keeps the value, at each of the first two own moves', async () => {
    for (const puzzle of sample(ofMill, 60)) {
      const rules = ruleSet(puzzle.rules)
      if (rules.family !== 'mill') continue
      const positions = [puzzle.position]
      for (const [ply, move] of puzzle.solution.slice(0, 3).entries()) {
        const ranked = (await rankMoves(rules, values.get(rules.id)!, stonesOf(rules, positions.at(-1)!)))!
        if (ply % 2 === 0) {
          const isKept = ({ byte }: { byte: number }) =>
            puzzle.value === 'win' ? byte !== DRAW && byte % 2 === 1 : byte === DRAW
          expect(ranked.filter(isKept).map((each) => each.move)).toEqual([move])
          expect(puzzle.value === 'draw' && ranked.some(({ byte }) => byte !== DRAW && byte % 2 === 1)).toBe(
            false,
          )
          if (puzzle.plies !== null) expect(ranked[0]!.byte).toBe(puzzle.plies - ply)
        }
        const played = play(rules, positions, move)
        if (played.ok) positions.push(played.value.position)
      }
    }
  })
})

describe('without what has made them', () => {
  test('a search proves the puzzles of mill games', () => {
    for (const puzzle of sample(ofMill, 4))
      expect([puzzle.id, isSolvedBySearch(ruleSet(puzzle.rules), puzzle, SEARCH_NODES)]).toEqual([
        puzzle.id,
        true,
      ])
  })

  test('the rules alone prove the races of Halma', () => {
    const rules = ruleSet('halma')
    for (const { id, position, solution } of sample(ofHalma, 3)) {
      const positions = [position]
      for (const [ply, move] of solution.entries()) {
        const left = (solution.length - ply + 1) / 2
        const replies = solution.slice(ply + 1).filter((_, n) => n % 2 === 0)
        if (ply % 2 === 0)
          expect([id, winningMoves(rules, positions.at(-1)!, left, replies)]).toEqual([id, [move]])
        const played = play(rules, positions, move)
        if (played.ok) positions.push(played.value.position)
      }
    }
  })

  test('after any other first move in Halma the opponent is home first', () => {
    const rules = ruleSet('halma')
    for (const { id, position, solution } of sample(
      ofHalma.filter(({ plies }) => plies === 3),
      1,
    ))
      for (const wrong of legalMoves(rules, position).filter((move) => move !== solution[0])) {
        const first = play(rules, [position], wrong)
        if (!first.ok) throw new Error(first.error.message)
        const reply = play(rules, [first.value.position], solution[1]!)
        expect([id, wrong, reply.ok]).toEqual([id, wrong, true])
        if (!reply.ok || first.value.outcome) continue
        const after = reply.value.position
        for (const second of legalMoves(rules, after)) {
          const played = play(rules, [after], second)
          if (!played.ok) throw new Error(played.error.message)
          if (played.value.outcome) {
            // a move back into the own camp loses at once
            expect([id, played.value.outcome.winner]).not.toEqual([
              id,
              position.includes(' w ') ? 'white' : 'black',
            ])
            continue
          }
          const last = legalMoves(rules, played.value.position)
          expect(last.some((move) => playsHome(played.value.position, move))).toBe(true)
        }
      }

    function playsHome(
      at: (typeof puzzles)[number]['position'],
      move: ReturnType<typeof legalMoves>[number],
    ): boolean {
      const played = play(rules, [at], move)
      return played.ok && played.value.outcome?.reason === 'camp-filled'
    }
  })
})

describe('the build', () => {
  test('finds the same races of Halma again', () => {
    const random = randomOf('halma')
    const found: Puzzle[] = []
    while (found.length < 3) {
      const puzzle = halmaPuzzle(ruleSet('halma'), 2, random)
      if (puzzle && hasTheme(puzzle)) found.push(puzzle)
    }
    expect(puzzles).toEqual(expect.arrayContaining(found))
  })

  test('finds the same puzzles of mill games again', async () => {
    const rules = ruleSet('merels')
    if (rules.family !== 'mill') return
    const values = await loadValues(rules)
    const again: Puzzle[] = []
    for (const position of samples(rules, values, randomOf('merels'))) {
      const puzzle = await millPuzzle(rules, values, position)
      // one in two is chosen
      if (puzzle && puzzles.some(({ id }) => id === puzzle.id)) again.push(withDoubleMill(rules, puzzle))
      if (again.length === 5) break
    }
    expect(puzzles).toEqual(expect.arrayContaining(again))
  })

  test.runIf(SOAK)('reproduces the whole file', async () => {
    expect(writePuzzles(await buildPuzzles(() => {}))).toBe(writePuzzles(puzzles))
  })
})
