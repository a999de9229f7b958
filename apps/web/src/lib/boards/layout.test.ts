import { millBoard, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { type Arrow, DIRECTIONS, layoutOf, pointTowards, SIZE } from './layout.ts'

const MUEHLE = ruleSet('muehle').board
const HALMA = ruleSet('halma').board

describe('the layout of a board', () => {
  it('puts a1 at the bottom left for White', () => {
    const layout = layoutOf(MUEHLE, false)
    expect(layout.rows.map((row) => row.join(' '))).toEqual([
      'a7 d7 g7',
      'b6 d6 f6',
      'c5 d5 e5',
      'a4 b4 c4 e4 f4 g4',
      'c3 d3 e3',
      'b2 d2 f2',
      'a1 d1 g1',
    ])
    expect(layout.at('a1').x).toBeLessThan(layout.at('g1').x)
    expect(layout.at('a1').y).toBeGreaterThan(layout.at('a7').y)
  })

  it('fills the same square with boards of any size', () => {
    const [small, large] = ['a3-b3-c3 a1-b1-c1', 'a9-e9-i9 a1-e1-i1'].map((rows) =>
      layoutOf(millBoard(rows), false),
    )
    const muehle = layoutOf(MUEHLE, false)
    expect(small!.at('c1')).toEqual(muehle.at('g1'))
    expect(large!.at('i9')).toEqual(muehle.at('g7'))
    expect(small!.radius).toBe(muehle.radius)
    expect(2 * large!.radius).toBeLessThan(large!.step)
  })

  it('puts the own Halma camp at the bottom right for either side', () => {
    const corner = {
      x: SIZE - layoutOf(HALMA, false).at('a10').x,
      y: SIZE - layoutOf(HALMA, false).at('a10').y,
    }
    for (const [flipped, point] of [
      [false, 'j1'],
      [true, 'a10'],
    ] as const) {
      const { x, y } = layoutOf(HALMA, flipped).at(point)
      expect(x).toBeCloseTo(corner.x)
      expect(y).toBeCloseTo(corner.y)
    }
  })
})

describe('arrow keys', () => {
  const layout = layoutOf(MUEHLE, false)

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
