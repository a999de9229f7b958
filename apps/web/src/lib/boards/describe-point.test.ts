import { expect, it } from 'vitest'
import { describePoint } from './describe-point.ts'

it('says of a stone that it can move, not of the point that it has left in a trial', () => {
  const movable = new Set(['d6', 'f4'])
  expect(describePoint('d6', 'white', { movable })).toBe('d6, white stone, can move')
  expect(describePoint('f4', undefined, { movable })).toBe('f4, empty')
})
