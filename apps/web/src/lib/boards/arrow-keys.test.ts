import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { layoutOf } from '@tegenzet/rules/board'
import { describe, expect, it } from 'vitest'
import { type Arrow, DIRECTIONS, pointTowards } from './arrow-keys.ts'

describe('arrow keys', () => {
  const layout = layoutOf(ruleSet('muehle').board, false)

  it('follow the lines of the board', () => {
    expect(pointTowards(layout, 'a1', 'ArrowUp')).toBe('a4')
    expect(pointTowards(layout, 'd7', 'ArrowDown')).toBe('d6')
    expect(pointTowards(layout, 'c4', 'ArrowRight')).toBe('e4')
    expect(pointTowards(layout, 'b6', 'ArrowRight')).toBe('d6')
  })

  it('stay on the point at the edge of the board', () => {
    expect(pointTowards(layout, 'a7', 'ArrowUp')).toBe('a7')
    expect(pointTowards(layout, 'a7', 'ArrowLeft')).toBe('a7')
  })

  it.each([...RULE_SET_IDS])('reach every point in %s, whether or not the board is flipped', (id) => {
    for (const flipped of [false, true]) {
      const whole = layoutOf(ruleSet(id).board, flipped)
      const all = whole.rows.flat()
      const reached = new Set([all[0] as string])
      for (const point of reached)
        for (const arrow of Object.keys(DIRECTIONS) as Arrow[]) reached.add(pointTowards(whole, point, arrow))
      expect([...reached].sort()).toEqual(all.toSorted())
    }
  })
})
