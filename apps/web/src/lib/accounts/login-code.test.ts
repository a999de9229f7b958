import { expect, it } from 'vitest'
import { readLoginCode } from './login-code.ts'

it.each([
  '7KQM-X4TB',
  '7kqmx4tb',
  ' 7kqm x4tb ',
  '7KQM – X4TB',
  '7KQM‑X4TB',
  '7-K-Q-M X.4.T.B',
  '7KQM\u00a0X4TB',
])('reads %j', (text) => {
  expect(readLoginCode(text)).toBe('7KQM-X4TB')
})

it.each(['', '7KQM', '7KQM-X4T', '7KQM-X4TB9', '- -'])('does not read %j', (text) => {
  expect(readLoginCode(text)).toBeNull()
})
