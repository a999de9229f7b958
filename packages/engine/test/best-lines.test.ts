import { fileURLToPath } from 'node:url'
import {
  legalMoves,
  type Position,
  play,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedPosition,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { randomFrom, randomGame } from '../bench/match.ts'
import { loadEndings } from '../bin/load-endings.ts'
import { type BestMove, bestLines, type Endings, NEVER, NOT_COVERED } from '../src/index.ts'
import { boardOf } from '../src/root.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)
const TABLES = fileURLToPath(new URL('../../tables/data', import.meta.url))

describe.each(RULE_SET_IDS)('%s', (id) => {
  const rules = ruleSet(id)
  const positions = randomGame(rules, SEED, 14)

  it('several lines have different moves, the best first, and each is playable', () => {
    const lines = bestLines(rules, positions, { lines: 5, maxDepth: 2 })
    expect(lines).toHaveLength(Math.min(5, legalMoves(rules, positions.at(-1)!).length))
    expect(new Set(lines.map(({ move }) => move)).size).toBe(lines.length)
    expect(lines.map(({ score }) => score)).toEqual(lines.map(({ score }) => score).sort((a, b) => b - a))
    for (const { line } of lines) {
      const game = [...positions]
      for (const move of line) {
        const played = play(rules, game, move)
        if (!played.ok) throw new Error(`${move} of the line: ${played.error.message}`)
        game.push(played.value.position)
      }
    }
  })

  it('one line of several is the only line, and the second the best without it', () => {
    const [only] = bestLines(rules, positions, { maxDepth: 3 })
    const [first] = bestLines(rules, positions, { lines: 2, maxDepth: 3 })
    expect(first!.score).toBe(only!.score)
  })

  it('with a limit of nodes the lines are always the same, and the depths are reported one by one', () => {
    const once = () => {
      const depths: BestMove[][] = []
      const found = bestLines(rules, positions, { lines: 2, maxNodes: 2_000, onDepth: (d) => depths.push(d) })
      return { found, depths }
    }
    const first = once()
    expect(once()).toEqual(first)
    expect(first.depths.map(([line]) => line!.depth)).toEqual(first.depths.map((_, n) => n + 1))
    expect(first.found[0]!.nodes).toBeLessThanOrEqual(2_000)
  })
})

it('stops when it is told, with what it has found', () => {
  let asked = 0
  const signal = {
    get aborted() {
      return ++asked > 5
    },
  }
  const rules = ruleSet('muehle')
  const [best] = bestLines(rules, [startPosition(rules)], { signal })
  expect(asked).toBe(6)
  expect(legalMoves(rules, startPosition(rules))).toContain(best!.move)
})

it('has no lines where the game is over, and refuses other numbers of lines', () => {
  const rules = ruleSet('muehle')
  expect(bestLines(rules, [trustedPosition('www/.../.../....../.../b../..b b 0 0 0 30')], {})).toEqual([])
  for (const lines of [0, 6, 1.5])
    expect(() => bestLines(rules, [startPosition(rules)], { lines })).toThrow(RangeError)
})

describe('with endgame tables', () => {
  it.each(RULE_SET_IDS.filter((id) => ruleSet(id).family === 'mill'))(
    '%s: gives the exact distance, and a line of best play that is as long',
    async (id) => {
      const rules = ruleSet(id)
      const endings = (await loadEndings([TABLES], rules))!
      const random = randomFrom(SEED)
      const seen = { decided: 0, drawn: 0 }
      for (let n = 0; n < 60; n++) {
        const position = randomEnding(rules, random)
        const plies = pliesToEnd(rules, position, endings)
        const [best] = bestLines(rules, [position], { maxNodes: 5_000, endings })
        // somebody may be stuck already
        if (!best || plies === NOT_COVERED) continue
        if (plies === NEVER) {
          seen.drawn++
          expect([position, best.score]).toEqual([position, 0])
          continue
        }
        seen.decided++
        expect([position, best.decidedIn]).toEqual([position, plies % 2 ? plies : -plies])
        expect(best.line).toHaveLength(plies)
        const game = [position]
        for (const move of best.line) {
          const played = play(rules, [game.at(-1)!], move)
          if (!played.ok) throw new Error(`${move} of the line: ${played.error.message}`)
          game.push(played.value.position)
        }
        expect(play(rules, [game.at(-2)!], best.line.at(-1)!)).toMatchObject({
          value: { outcome: { winner: expect.any(String) } },
        })
      }
      expect(seen.decided).toBeGreaterThan(0)
    },
  )

  it('searches where the draw by quiet moves comes before the end', async () => {
    const rules = ruleSet('muehle')
    const endings: Endings = { mostStones: 8, pliesToEnd: () => 9 }
    const at = (quiet: number) => trustedPosition(`w.w/..w/.../b...../.../.b./..b w 0 0 ${quiet} 60`)
    expect(boardOf(rules, at(91), endings).pliesToEnd()).toBe(9)
    expect(boardOf(rules, at(92), endings).pliesToEnd()).toBe(NOT_COVERED)
  })
})

const pliesToEnd = (rules: RuleSet, position: Position, endings: Endings): number =>
  boardOf(rules, position, endings).pliesToEnd()

/** Three to five stones of White and of Black, eight at most, anywhere. */
function randomEnding(rules: RuleSet, random: () => number): Position {
  const white = 3 + Math.floor(random() * 3)
  const black = 3 + Math.floor(random() * (6 - white))
  const empty = startPosition(rules).split(' ')[0]!
  const cells = [...empty]
  const place = (stone: string) => {
    for (;;) {
      const at = Math.floor(random() * cells.length)
      if (cells[at] !== '.') continue
      cells[at] = stone
      return
    }
  }
  for (let n = 0; n < white; n++) place('w')
  for (let n = 0; n < black; n++) place('b')
  return trustedPosition(`${cells.join('')} ${random() < 0.5 ? 'w' : 'b'} 0 0 0 40`)
}
