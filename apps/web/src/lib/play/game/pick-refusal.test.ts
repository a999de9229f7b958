import {
  decodePosition,
  legalMoves,
  type Move,
  type Position,
  play,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedPosition,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickRefusal } from './pick-refusal.ts'
import { type Choices, choicesOf, destinationOf, EMPTY_SELECTION, pick, type Selection } from './selection.ts'

const RUNS = process.env.SOAK ? 20 : 2
const CHECK_EVERY = process.env.SOAK ? 2 : 6

/** What may be picked next, straight from the list of legal moves. */
function legalPicks({ moves, jumps }: Choices, { from, path }: Selection): Set<string> {
  const to = path.at(-1)
  return new Set([
    ...moves.flatMap((move) => move.from ?? []),
    ...moves.flatMap((move) => (move.from === from ? move.to : [])),
    ...moves.flatMap((move) => (move.from === from && move.to === to ? (move.captured ?? []) : [])),
    ...(from === null ? [] : [from, ...jumps(from, path)]),
  ])
}

const chosen = <T>(from: readonly T[], number: number): T => from[number % from.length] as T

describe.each([...RULE_SET_IDS])('in %s', (id) => {
  const rules: RuleSet = ruleSet(id)

  it('every point that cannot be picked has one reason, and every other point none', () => {
    const wrong: string[] = []
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (numbers) => {
        let position: Position = startPosition(rules)
        for (const [ply, number] of numbers.entries()) {
          const moves: readonly Move[] = legalMoves(rules, position)
          if (ply % CHECK_EVERY === 0) wrong.push(...wrongReasons(rules, position, number))
          const played = play(rules, [position], chosen(moves, number))
          if (!played.ok || played.value.outcome) return
          position = played.value.position
        }
      }),
      { numRuns: RUNS },
    )
    expect(wrong).toEqual([])
  }, 120_000)
})

/** The points with a wrong reason, while a move is picked in up to four steps. */
function wrongReasons(rules: RuleSet, position: Position, number: number): string[] {
  const choices = choicesOf(rules, position)
  const view = decodePosition(rules, position)
  const wrong: string[] = []
  let selection = EMPTY_SELECTION
  for (let step = 0; step < 4; step++) {
    const legal = legalPicks(choices, selection)
    for (const { name } of rules.board.points) {
      const reason = pickRefusal(rules, view, choices, selection, name)
      if (legal.has(name) ? reason !== null : !reason)
        wrong.push(`${position}, picked ${JSON.stringify(selection)}, ${name}: ${reason}`)
    }
    selection = pick(choices, selection, chosen([...legal], number + step))
  }
  return wrong
}

/** The reason for the last of these picks. */
function reasonFor(rules: RuleSet, position: string, ...points: string[]) {
  const trusted = trustedPosition(position)
  const choices = choicesOf(rules, trusted)
  const selection = points
    .slice(0, -1)
    .reduce((picked, point) => pick(choices, picked, point), EMPTY_SELECTION)
  expect(destinationOf(selection) ?? selection.from ?? undefined).toBe(points.at(-2))
  return pickRefusal(rules, decodePosition(rules, trusted), choices, selection, points.at(-1) as string)
}

describe('the reason', () => {
  const muehle = ruleSet('muehle')
  const merels = ruleSet('merels')
  const halma = ruleSet('halma')
  const lasker = ruleSet('lasker')
  /** White closes a7-d7-g7 with d7; Black has a mill a1-d1-g1 and a stone on f4. */
  const placing = 'w.w/.../.../....b./.../.../bbb w 7 5 3 5'
  /** White: d6, a7, g4; Black: g7, b4, d2, a1, g1; all stones are placed, and e4 is beside g4's neighbour f4. */
  const moving = 'w.b/.w./.../.b...w/.../.b./b.b w 0 0 4 20'
  const jumping =
    'bbbbb...../bbbb....../bbb......./bb......../.....b..../.........w/......w.ww/.......www/.......www/.....wwwww w 5'

  it.each([
    [m.game_refused_in_mill(), ['d7', 'a1'], muehle, placing],
    [m.game_refused_take_theirs(), ['d7', 'a7'], muehle, placing],
    [m.game_refused_occupied({ point: 'f4' }), ['f4'], muehle, placing],
    [m.game_refused_hand_first(), ['a7'], muehle, placing],
    [m.game_refused_not_yours(), ['g7'], muehle, moving],
    [m.game_refused_pick_own(), ['c3'], muehle, moving],
    [m.game_refused_no_flying({ from: 'd6', point: 'c3' }), ['d6', 'c3'], merels, moving],
    [
      m.game_refused_not_adjacent({ from: 'd6', point: 'c3' }),
      ['d6', 'c3'],
      merels,
      moving.replace('.w./', 'ww./'),
    ],
    [m.game_refused_occupied({ point: 'd2' }), ['d6', 'd2'], merels, moving],
    [m.game_refused_blocked(), ['a7'], merels, 'wb./.../.../b..w.w/.../.../b.. w 0 0 4 20'],
    [m.game_refused_nothing_to_jump({ from: 'h3', point: 'h5' }), ['h3', 'h5'], halma, jumping],
    [m.game_refused_out_of_reach({ from: 'h3', point: 'b2' }), ['h3', 'b2'], halma, jumping],
    [m.game_refused_blocked_jump(), ['j1'], halma, jumping],
    [m.game_refused_out_of_reach({ from: 'f5', point: 'd7' }), ['g4', 'f5', 'd7'], halma, jumping],
    [m.game_refused_not_adjacent_placing({ from: 'a7', point: 'c3' }), ['a7', 'c3'], lasker, placing],
    [m.game_refused_blocked(), ['a7'], lasker, 'wb./.../.../b...../.../.../... w 7 7 0 4'],
  ] as const)('is “%s” after picking %o', (reason, points, rules, position) => {
    expect(reasonFor(rules, position, ...points)).toBe(reason)
  })
})
