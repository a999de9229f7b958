import {
  foldedKey,
  legalMoves,
  type MillRules,
  type Position,
  playTurn,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedPosition,
} from '@tegenzet/rules'
import { expect, test } from 'vitest'
import { MillPositions } from '../../src/analysis/fair-play/mill-positions.ts'
import { seeded } from '../../src/demo/seeded.ts'

/** Does all steps. @returns what they find, and the moves that they count for */
function done<T>(steps: Generator<number, T>): { value: T; moves: number } {
  let moves = 0
  for (;;) {
    const step = steps.next()
    if (step.done) return { value: step.value, moves }
    moves += step.value
  }
}

const isMill = (rules: RuleSet): rules is MillRules => rules.family === 'mill'
const MILL_RULES = RULE_SET_IDS.map((id) => ruleSet(id)).filter(isMill)
const FLYING = ['.wb/.w./.../b...../.../w../..b w 0 0 0 30', 'bbb/.w./.../w...../.../w../... w 0 0 0 30']

function successors(rules: RuleSet, position: Position): Position[] {
  return legalMoves(rules, position).flatMap((move) => {
    const turn = playTurn(rules, position, move)
    return turn.ok ? [turn.value.position] : []
  })
}

/** The same for all images and for exchanged colours. */
function keyOf(rules: RuleSet, position: Position): string {
  const [rows = '', side, white, black] = position.split(' ')
  const seen = rows.replace(/[wb]/g, (stone) => (stone === side ? 'w' : 'b'))
  const hands = side === 'w' ? [white, black] : [black, white]
  return foldedKey(rules, trustedPosition([seen, 'w', ...hands, 0, 1].join(' ')))
}

function randomPositions(rules: RuleSet, seed: number, plies: number): Position[] {
  const random = seeded(seed)
  const positions = [startPosition(rules)]
  for (let ply = 0; ply < plies; ply++) {
    const next = successors(rules, positions.at(-1) as Position)
    const chosen = next[Math.floor(random() * next.length)]
    if (!chosen) break
    positions.push(chosen)
  }
  return positions
}

test.each(MILL_RULES)('what is refused in $id is what two plies by the rules lead to', (rules) => {
  const walked = randomPositions(rules, 7, 60)
  const froms = [...walked.filter((_, n) => n % 12 === 5), ...FLYING.map(trustedPosition)]
  const asked = [...walked, ...randomPositions(rules, 8, 60)]
  let refused = 0
  for (const from of froms) {
    const next = successors(rules, from)
    const within = [from, ...next, ...next.flatMap((each) => successors(rules, each))]
    const all = new Set(within.map((each) => keyOf(rules, each)))
    const isWithin = (position: Position) => all.has(keyOf(rules, position))
    const mayArise = (asked: Position[], valued: Position[]) =>
      done(done(MillPositions.of(rules, asked, valued)).value.mayAriseFrom(rules, from)).value
    for (const position of [...asked, ...next, ...within.filter((_, n) => n % 40 === 0)]) {
      expect(mayArise([position], []), position).toBe(isWithin(position))
      const leadsThere = [position, ...successors(rules, position)].some(isWithin)
      expect(mayArise([], [position]), position).toBe(leadsThere)
      if (leadsThere) refused++
    }
  }
  expect(refused).toBeGreaterThan(100)
})

/** Positions that differ, of so many stones each. */
function placements(amount: number, white: number, black: number, seed: number): Position[] {
  const random = seeded(seed)
  return Array.from({ length: amount }, () => {
    const stones = ['w'.repeat(white), 'b'.repeat(black), '.'.repeat(24 - white - black)].join('')
    const points = Array.from(stones, (stone) => ({ stone, at: random() })).sort((a, b) => a.at - b.at)
    const rows = [3, 3, 3, 6, 3, 3, 3].map((width) =>
      points
        .splice(0, width)
        .map(({ stone }) => stone)
        .join(''),
    )
    return trustedPosition(`${rows.join('/')} w 0 0 0 30`)
  })
}

test('500 endings of flying stones take a few moves’ work each, whatever is asked', () => {
  const rules = ruleSet('muehle') as MillRules
  const games = placements(500, 3, 3, 1)
  for (const [white, black, most] of [
    // moves never bring stones back
    [4, 3, 1],
    [9, 9, 1],
    // others are compared; this many arise from each: 3,000
    [3, 3, 10],
  ] as const) {
    const [position] = placements(1, white, black, 2) as [Position]
    const { value: sought, moves } = done(MillPositions.of(rules, [position], [position]))
    expect(moves).toBeLessThan(50)
    const all = games.map((game) => done(sought.mayAriseFrom(rules, game)).moves)
    expect(all.reduce((sum, moves) => sum + moves) / games.length, `${white}-${black}`).toBeLessThanOrEqual(
      most,
    )
  }
})
