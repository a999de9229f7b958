import { itemAt } from '@tegenzet/common'
import { type MillRules, perRuleSet } from '@tegenzet/rules'
import { bitsOf, type MillShape, millShape } from './mill-shape.ts'

export const EMPTY = 0
export const OWN = 1
export const ENEMY = 2

/** What the evaluation counts, for each side. */
export const FEATURES = [
  // rows with one, two and three stones of the side, and no other
  'one',
  'two',
  'mill',
  // rows with two stones of the side and one of the other
  'guarded',
  // rows with two stones, the third point empty and next to another stone of the side
  'ready',
  // the same where no stone of the other side is next to the third point
  'unwatched',
  // lines from a stone to an empty point
  'moves',
  // stones that have no, or only one, empty point next to them
  'blocked',
  'tight',
  // stones on points with the most neighbours
  'crossing',
  // empty points on two rows with one stone
  'fork',
  // a stone that closes a mill by each move there and back
  'shuttle',
] as const
export type Feature = (typeof FEATURES)[number]

/** Whether a feature occurs at some points, for the side that `OWN` or `ENEMY` stands for. */
export interface Pattern {
  feature: Feature
  points: readonly number[]
  holds(cells: Uint8Array, side: number): boolean
}

/** All patterns of a board. */
export const millPatterns = perRuleSet((rules: MillRules): Pattern[] => patternsOf(millShape(rules)))

const other = (side: number): number => OWN + ENEMY - side

function patternsOf(shape: MillShape): Pattern[] {
  const patterns: Pattern[] = []
  const add = (feature: Feature, points: readonly number[], holds: Pattern['holds']) =>
    patterns.push({ feature, points: [...new Set(points)].sort((a, b) => a - b), holds })
  const next = Array.from(shape.neighbours, (points) => bitsOf(points))
  const rows = shape.mills.map(bitsOf)
  const count = (cells: Uint8Array, points: readonly number[], side: number) =>
    points.reduce((found, point) => found + (cells[point] === side ? 1 : 0), 0)
  for (const row of rows) {
    const has = (own: number, enemy: number) => (cells: Uint8Array, side: number) =>
      count(cells, row, side) === own && count(cells, row, other(side)) === enemy
    add('one', row, has(1, 0))
    add('two', row, has(2, 0))
    add('mill', row, has(3, 0))
    add('guarded', row, has(2, 1))
    for (const point of row) {
      const helpers = itemAt(next, point).filter((each) => !row.includes(each))
      const isReady = (cells: Uint8Array, side: number) =>
        cells[point] === EMPTY && count(cells, row, side) === 2 && count(cells, helpers, side) > 0
      add('ready', [...row, ...helpers], isReady)
      add(
        'unwatched',
        [...row, ...helpers],
        (cells, side) => isReady(cells, side) && count(cells, helpers, other(side)) === 0,
      )
    }
  }
  for (const [point, around] of next.entries()) {
    for (const to of around)
      add('moves', [point, to], (cells, side) => cells[point] === side && cells[to] === EMPTY)
    const has = (empty: number) => (cells: Uint8Array, side: number) =>
      cells[point] === side && count(cells, around, EMPTY) === empty
    add('blocked', [point, ...around], has(0))
    add('tight', [point, ...around], has(1))
    if ((shape.crossings >> point) & 1) add('crossing', [point], (cells, side) => cells[point] === side)
    const through = rows.filter((row) => row.includes(point))
    for (const [n, row] of through.entries())
      for (const second of through.slice(n + 1))
        add('fork', [...row, ...second], (cells, side) =>
          [row, second].every(
            (each) =>
              count(cells, each, side) === 1 && count(cells, each, EMPTY) === 2 && cells[point] === EMPTY,
          ),
        )
    for (const to of around)
      for (const row of through)
        for (const second of rows) {
          if (row.includes(to) || !second.includes(to) || second.includes(point)) continue
          const rest = [...row, ...second].filter((each) => each !== point && each !== to)
          add(
            'shuttle',
            [...row, ...second],
            (cells, side) =>
              rest.every((each) => cells[each] === side) && cells[point] === side && cells[to] === EMPTY,
          )
        }
  }
  return patterns
}
