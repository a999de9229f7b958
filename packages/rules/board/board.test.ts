import { describe, expect, it } from 'vitest'
import { millBoard, RULE_SET_IDS, ruleSet } from '../src/index.ts'
import { layoutOf, SIZE, surfaceOf } from './index.ts'

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

describe('the surface of a board', () => {
  it('has a line for each pair of adjacent points, and a dot on each point', () => {
    const { lines, dots, squares } = surfaceOf(MUEHLE, layoutOf(MUEHLE, false))
    expect(lines.match(/M/g)).toHaveLength(MUEHLE.lines.length)
    expect(dots.match(/M/g)).toHaveLength(MUEHLE.points.length)
    expect(squares).toBe('')
  })

  it('has half of the squares dark, and a border of ten edges around each camp of Halma', () => {
    const { lines, squares, camps, borders } = surfaceOf(HALMA, layoutOf(HALMA, false))
    expect(squares.match(/M/g)).toHaveLength(50)
    expect(camps.match(/M/g)).toHaveLength(30)
    expect(borders.match(/M/g)).toHaveLength(20)
    expect(lines).toBe('')
  })

  it.each([...RULE_SET_IDS])('lies within the frame in %s', (id) => {
    const { board } = ruleSet(id)
    const layout = layoutOf(board, true)
    const numbers = Object.values(surfaceOf(board, layout)).flatMap((path) =>
      [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]),
    )
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(layout.frame)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(SIZE - layout.frame)
  })
})
