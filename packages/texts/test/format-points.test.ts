import { expect, it } from 'vitest'
import { formatPoints } from '../src/format-points.ts'

it.each([
  [0, '0'],
  [0.5, '½'],
  [3, '3'],
  [2.5, '2½'],
  [7.25, '7¼'],
  [0.75, '¾'],
])('prints %s points as %s', (points, text) => {
  expect(formatPoints(points)).toBe(text)
})
