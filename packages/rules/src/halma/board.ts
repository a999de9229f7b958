import type { HalmaBoard, Point } from '../rule-set.ts'

/** A square board. White's camp is a triangle of `campRows`, `campRows` - 1, … 1 squares around the bottom right corner. */
export function halmaBoard(size: number, campRows: number): HalmaBoard {
  const points: Point[] = []
  for (let y = size - 1; y >= 0; y--) {
    for (let x = 0; x < size; x++) points.push({ name: `${String.fromCharCode(97 + x)}${y + 1}`, x, y })
  }
  const isWhite = ({ x, y }: Point) => size - 1 - x + y < campRows
  const isBlack = ({ x, y }: Point) => isWhite({ name: '', x: size - 1 - x, y: size - 1 - y })
  const names = (camp: (point: Point) => boolean) => points.filter(camp).map((point) => point.name)
  return { kind: 'halma', size, points, camps: { white: names(isWhite), black: names(isBlack) } }
}

/** 10x10 with camps of fifteen: 5, 4, 3, 2, 1. */
export const HALMA_BOARD: HalmaBoard = halmaBoard(10, 5)
