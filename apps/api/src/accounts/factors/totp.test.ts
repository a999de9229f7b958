import { expect, test } from 'vitest'
import { newTotpSecret, periodOfCode, totpUri } from './totp.ts'

/** The secret and two of the codes of RFC 6238, appendix B, of which the last six digits are used. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59_000, '287082', 1],
  [1_111_111_109_000, '081804', 37_037_036],
])('at %d ms the code is %s', (at, code, period) => {
  expect(periodOfCode(SECRET, code, new Date(at))).toBe(period)
})

test('a code is accepted one period early or late, and not longer', () => {
  const at = (seconds: number) => periodOfCode(SECRET, '081804', new Date((1_111_111_109 + seconds) * 1000))
  expect([at(-30), at(30)]).toEqual([37_037_036, 37_037_036])
  expect([at(-61), at(61)]).toEqual([null, null])
})

test('the URI names the server and the player, and has the secret', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(totpUri(secret, 'anna', 'Tegenzet'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    ...['otpauth:', 'totp', '/Tegenzet:anna'],
  ])
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Tegenzet', digits: '6' })
})
