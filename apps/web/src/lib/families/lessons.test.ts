import { decodePosition, legalMoves, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { lessonsOf, missedGoal } from './lessons.ts'
import { pictureOf } from './picture-of.ts'

describe.each(RULE_SET_IDS)('the lessons of %s', (id) => {
  const rules = ruleSet(id)

  it.each(lessonsOf(rules).map((lesson) => ({ name: lesson.id, lesson })))(
    '$name is solved by some legal moves, and not by all',
    ({ lesson }) => {
      const moves = legalMoves(rules, lesson.positions.at(-1)!)
      const solutions = moves.filter((move) => missedGoal(rules, lesson, move) === undefined)
      expect(solutions.length).toBeGreaterThan(0)
      expect(solutions.length).toBeLessThan(moves.length)
    },
  )

  it('have one whose solution is the picture of the rule set', () => {
    const { position, from, to } = pictureOf(rules)
    expect(from).not.toBe(to)
    const { stones } = decodePosition(rules, position)
    expect(stones).toHaveProperty([from!], 'white')
    expect(stones).not.toHaveProperty([to])
  })

  it('teach flying, optional taking and moving while placing only where the rules have them', () => {
    const ids = lessonsOf(rules).map((lesson) => lesson.id)
    expect(ids.includes('flying')).toBe(rules.family === 'mill' && rules.flying)
    expect(ids.includes('meanwhile')).toBe(rules.family === 'mill' && rules.movesWhilePlacing)
    expect(ids.includes('optional')).toBe(rules.family === 'mill' && rules.taking === 'optional')
  })
})
