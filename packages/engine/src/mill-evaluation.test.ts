import { type MillRules, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { millSymmetries } from '@tegenzet/rules/mill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MillEvaluation } from './mill-evaluation.ts'
import { FEATURES } from './mill-patterns.ts'
import { millRegions, statesOf } from './mill-regions.ts'
import { fromRules, millShape } from './mill-shape.ts'
import { charOfValue, FLYING, PHASES, phaseOf, valueOfChar, weightsOf } from './mill-weights.ts'

const MILL_RULES = RULE_SET_IDS.map((id) => ruleSet(id)).filter((rules) => rules.family === 'mill')

describe.each(MILL_RULES.map((rules) => [rules.id, rules] as const))('%s', (_, rules: MillRules) => {
  const evaluation = new MillEvaluation(rules)
  const points = fc.nat({ max: millShape(rules).all })

  it('the value stays the same in mirror images and turned', () => {
    const { count, apply } = millSymmetries(rules)
    fc.assert(
      fc.property(points, points, fc.nat({ max: PHASES - 1 }), (own, other, phase) => {
        const values = Array.from({ length: count }, (_, symmetry) => {
          const image = (set: number) => fromRules(millShape(rules), rules, apply(symmetry, set))
          evaluation.setPosition(image(own), image(other & ~own))
          return evaluation.value(phase, 0)
        })
        expect(new Set(values).size).toBe(1)
      }),
    )
  })

  it('a position has the features that its regions have together', () => {
    const regions = millRegions(rules)
    const { features, classOf } = regions
    fc.assert(
      fc.property(points, points, (own, other) => {
        const enemy = other & ~own
        const found = new Float64Array(2 * FEATURES.length)
        for (const state of statesOf(regions, own, enemy))
          for (const [n, counts] of features.entries()) found[n]! += counts[classOf[state]!]!
        const mills = (set: number) => millShape(rules).mills.filter((mill) => (mill & ~set) === 0).length
        const at = FEATURES.indexOf('mill')
        expect(found[at]).toBeCloseTo(mills(own), 4)
        expect(found[FEATURES.length + at]).toBeCloseTo(-mills(enemy), 4)
      }),
    )
  })

  it('there are weights for every phase, feature and class of states', () => {
    const { classes, features } = millRegions(rules)
    const weights = weightsOf(rules)
    expect(weights).toHaveLength(PHASES)
    for (const [phase, each] of weights.entries()) {
      expect(each.features).toHaveLength(features.length)
      expect(each.corrections).toHaveLength(phase === FLYING ? 0 : classes)
    }
  })
})

it('phases go on as stones are placed and taken', () => {
  const phases = [
    ...Array.from({ length: 19 }, (_, placed) => phaseOf(18 - placed, 9, 9, true)),
    ...Array.from({ length: 11 }, (_, taken) => phaseOf(0, 9 - (taken >> 1), 9 - ((taken + 1) >> 1), true)),
    phaseOf(0, 3, 4, true),
  ]
  expect(phases).toEqual([...phases].sort((a, b) => a - b))
  expect(new Set(phases)).toEqual(new Set(Array.from({ length: PHASES }, (_, phase) => phase)))
  expect(phaseOf(0, 3, 4, false)).toBe(8)
})

it('a character stands for the nearest value', () => {
  const chars = Array.from({ length: 51 }, (_, n) => String.fromCharCode(40 + n))
  const values = chars.map(valueOfChar)
  expect(chars.map((_, n) => charOfValue(values[n]!))).toEqual(chars)
  expect(values).toEqual([...values].sort((a, b) => a - b))
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 200 }), (value) => {
      const off = (other: number) => Math.abs(other - value)
      expect(off(valueOfChar(charOfValue(value)))).toBeLessThanOrEqual(Math.min(...values.map(off)) + 1)
    }),
  )
})
