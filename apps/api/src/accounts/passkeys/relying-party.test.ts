import { expect, test } from 'vitest'
import { relyingParty } from './relying-party.ts'

test.each([
  ['https://tegenzet.example', 'https://tegenzet.example', 'tegenzet.example'],
  // only a local server has a second name
  ['https://tegenzet.example', 'http://localhost:3000', 'tegenzet.example'],
  ['http://localhost:3000', undefined, 'localhost'],
  ['http://127.0.0.1:3000', 'http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', 'nonsense', undefined],
  ['http://192.0.2.7', 'http://192.0.2.7', undefined],
])('passkeys of %s, opened at %s, belong to %s', (publicUrl, origin, id) => {
  expect(relyingParty({ publicUrl }, origin)?.id).toBe(id)
})
