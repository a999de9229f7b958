import { expect, it } from 'vitest'
import { formatSigned } from './format-signed.ts'

it('writes a minus sign, which is as long as the plus', () => {
  expect(formatSigned(-94, 0)).toBe('−94')
  expect(formatSigned(12.4, 0)).toBe('+12')
  expect(formatSigned(0, 0)).toBe('0')
  expect(formatSigned(-1.25, 1)).toMatch(/^−1[.,]3$/)
})
