import {
  legalMoves,
  type Position,
  playTurn,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { mirroredRows } from '@tegenzet/rules/halma'
import { describe, expect, it } from 'vitest'
import { positionKey } from '../../src/analysis/explorer/position-key.ts'
import { HalmaPositions } from '../../src/analysis/fair-play/halma-positions.ts'
import { seeded } from '../../src/demo/seeded.ts'

function randomPositions(rules: RuleSet, seed: number, plies: number): Position[] {
  const random = seeded(seed)
  const positions = [startPosition(rules)]
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(rules, positions.at(-1)!)
    const move = moves[Math.floor(random() * moves.length)]
    const turn = move && playTurn(rules, positions.at(-1)!, move)
    if (!turn?.ok) break
    positions.push(turn.value.position)
  }
  return positions
}

describe.each(RULE_SET_IDS)('positions of %s', (id) => {
  const rules = ruleSet(id)
  const positions = [1, 2, 3].flatMap((seed) => randomPositions(rules, seed, 24).slice(1))

  it('have the same key whatever their counters, and another one for the other side', () => {
    for (const position of positions) {
      const fields = position.split(' ')
      const later = [...fields.slice(0, -1), `${Number(fields.at(-1)) + 1}`].join(' ') as Position
      expect(positionKey(rules, later)).toBe(positionKey(rules, position))
    }
  })

  it('have the same key as their mirror images', () => {
    for (const position of positions) {
      const [rows, ...rest] = position.split(' ')
      // turned upside down, or mirrored along the line between the camps
      const image = rules.family === 'mill' ? rows!.split('').reverse().join('') : mirroredRows(rows!)
      expect(positionKey(rules, [image, ...rest].join(' ') as Position)).toBe(positionKey(rules, position))
    }
  })

  it('have different keys if they are different', () => {
    const start = startPosition(rules)
    const keys = new Set(positions.map((position) => positionKey(rules, position)))
    expect(keys.has(positionKey(rules, start))).toBe(false)
    expect(keys.size).toBeGreaterThan(60)
  })
})

/** Whether one of these positions may arise from another within two plies. */
function mayArise(from: Position, positions: readonly Position[]): boolean {
  const steps = new HalmaPositions(positions).mayAriseFrom(from)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

it('a position of Halma may arise within two plies, not three', () => {
  const rules = ruleSet('halma')
  for (const seed of [1, 2, 3, 4, 5]) {
    const positions = randomPositions(rules, seed, 20)
    for (const [n, position] of positions.entries()) {
      expect(mayArise(position, positions.slice(n, n + 3).slice(-1))).toBe(true)
      const [rows, ...rest] = (positions[n + 2] ?? position).split(' ')
      expect(mayArise(position, [[mirroredRows(rows!), ...rest].join(' ') as Position])).toBe(true)
    }
    expect(mayArise(positions[0]!, [positions.at(-1)!])).toBe(false)
  }
})
