import { pointOf } from '../point-of.ts'
import type { Stones } from '../rule-engine.ts'
import type { MillBoard, Point } from '../rule-set.ts'

type Mill = [string, string, string]

const point = (name: string): Point => ({
  name,
  x: name.charCodeAt(0) - 'a'.charCodeAt(0),
  y: Number(name[1]) - 1,
})

/**
 * A board of rows of three such as `a7-d7-g7`, separated by spaces.
 * @param joints lines between two points that are part of no row, such as `c4-c5`
 */
export function millBoard(rows: string, joints = ''): MillBoard {
  const mills = rows.split(' ').map((row) => row.split('-') as Mill)
  const pairs = joints.split(' ').flatMap((pair) => (pair ? [pair.split('-') as [string, string]] : []))
  return {
    kind: 'mill',
    points: [...new Set([...mills, ...pairs].flat())].map(point).sort((p, q) => q.y - p.y || p.x - q.x),
    lines: [
      ...mills.flatMap(([a, b, c]): [string, string][] => [
        [a, b],
        [b, c],
      ]),
      ...pairs,
    ],
    mills,
  }
}

const STANDARD = [
  'a7-d7-g7 b6-d6-f6 c5-d5-e5 c3-d3-e3 b2-d2-f2 a1-d1-g1',
  'a1-a4-a7 b2-b4-b6 c3-c4-c5 e3-e4-e5 f2-f4-f6 g1-g4-g7',
  'a4-b4-c4 e4-f4-g4 d1-d2-d3 d5-d6-d7',
].join(' ')

const DIAGONALS = 'a7-b6-c5 g7-f6-e5 g1-f2-e3 a1-b2-c3'

/** Three squares joined at the middle of their sides. */
export const STANDARD_BOARD: MillBoard = millBoard(STANDARD)

/** The standard board with four diagonals that join the corners. */
export const DIAGONAL_BOARD: MillBoard = millBoard(`${STANDARD} ${DIAGONALS}`)

/** The closed mills among these stones, of both sides. */
export const closedMills = ({ mills }: MillBoard, stones: Stones): (readonly string[])[] =>
  mills.filter(([a, b, c]) => stones[a] && stones[a] === stones[b] && stones[a] === stones[c])

/** Whether a line of the board is diagonal. */
export function hasDiagonals(board: MillBoard): boolean {
  return board.lines.some((line) => {
    const [a, b] = [pointOf({ board }, line[0]), pointOf({ board }, line[1])]
    return a.x !== b.x && a.y !== b.y
  })
}

/** Whether a line of the board is part of no mill. */
export function hasJoints(board: MillBoard): boolean {
  return board.lines.some((line) => !board.mills.some((mill) => line.every((point) => mill.includes(point))))
}

/** How many squares of the board lie inside one another. */
export function countSquares(board: MillBoard): number {
  const last = Math.max(...board.points.map(({ x }) => x))
  return new Set(board.points.map(({ x, y }) => Math.max(Math.abs(2 * x - last), Math.abs(2 * y - last))))
    .size
}
