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
import { KeptReaches, MAX_OWN_BYTES } from '../src/analysis/fair-play/kept-reaches.ts'
import { MillPositions } from '../src/analysis/fair-play/mill-positions.ts'
import { seeded } from '../src/demo/seeded.ts'

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

test.each(MILL_RULES)('what arises from positions of $id is what two plies by the rules lead to', (rules) => {
  const walked = randomPositions(rules, 7, 60)
  const froms = [...walked.filter((_, n) => n % 12 === 5), ...FLYING.map(trustedPosition)]
  const asked = [...walked, ...randomPositions(rules, 8, 60)]
  for (const from of froms) {
    const next = successors(rules, from)
    const within = [from, ...next, ...next.flatMap((each) => successors(rules, each))]
    const all = new Set(within.map((each) => keyOf(rules, each)))
    const { value: reach } = done(MillPositions.within(2, rules, [from]))
    expect(reach.bytes / 8, from).toBe(all.size)
    for (const position of [...asked, ...next]) {
      const { value: sought } = done(MillPositions.within(0, rules, [position]))
      expect(done(sought.meets(reach)).value, position).toBe(all.has(keyOf(rules, position)))
    }
  }
})

test('what arises from a game is found once, and again only when the game has changed', () => {
  const rules = ruleSet('muehle') as MillRules
  const kept = new KeptReaches()
  const check = (positions: readonly string[], owner = 'anna') => {
    const reaches = kept.of(owner)
    const steps = positions.map((position) => done(reaches.from(rules, trustedPosition(position))).moves)
    reaches.keep()
    return steps
  }
  const [first, second] = FLYING as [string, string]
  expect(Math.min(...check([first, second]))).toBeGreaterThan(20)
  expect(check([first, second])).toEqual([0, 0])
  expect(check([first.replace(/30$/, '31')])).toEqual([0])
  // another game than before has gone
  expect(check([first, second])).toEqual([0, expect.toSatisfy((moves) => moves > 20)])
  expect(check([first], 'bram')).toEqual([expect.toSatisfy((moves) => moves > 20)])
})

test('an owner keeps no more than a share, and finds the rest anew', () => {
  const rules = ruleSet('muehle') as MillRules
  const squares = Array.from({ length: 24 }, (_, n) => n)
  const positions = squares.flatMap((w) =>
    squares.slice(0, 12).flatMap((b) => {
      const points = Array.from('..............w.b.b.w...')
      if (points[w] !== '.' || points[b] !== '.' || w === b) return []
      points[w] = 'w'
      points[b] = 'b'
      const rows = [3, 3, 3, 6, 3, 3, 3].map((width) => points.splice(0, width).join(''))
      return [trustedPosition(`${rows.join('/')} w 0 0 0 30`)]
    }),
  )
  const kept = new KeptReaches()
  let bytes = 0
  const check = () => {
    const reaches = kept.of('anna')
    const moves = positions.map((position) => {
      const found = done(reaches.from(rules, position))
      bytes += found.value.bytes
      return found.moves
    })
    reaches.keep()
    return moves
  }
  expect(check().every((moves) => moves > 20)).toBe(true)
  expect(bytes).toBeGreaterThan(MAX_OWN_BYTES)
  const again = check()
  const known = again.filter((moves) => moves === 0).length
  expect(known).toBeGreaterThan(100)
  expect(known).toBeLessThan(positions.length)
})
