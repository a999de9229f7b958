import { expect, it } from 'vitest'
import { isRightAddress } from './is-right-address.ts'

it.each([
  ['https://tegenzet.example', 'https://tegenzet.example'],
  ['http://localhost:5173', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
])('accepts %s for %s', (origin, url) => {
  expect(isRightAddress(origin, url)).toBe(true)
})

it.each([
  ['http://tegenzet.example', 'https://tegenzet.example'],
  ['https://www.tegenzet.example', 'https://tegenzet.example'],
  ['https://localhost', 'http://localhost'],
  ['http://192.168.1.5:3000', 'http://127.0.0.1:3000'],
  ['http://localhost.evil.example', 'http://127.0.0.1:3000'],
])('does not accept %s for %s', (origin, url) => {
  expect(isRightAddress(origin, url)).toBe(false)
})
