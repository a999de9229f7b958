import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { secretOf, signedHeaders } from './signing.ts'

const body = JSON.stringify({ id: 1, type: 'ping', text: 'où ça ? 🎲' })
const secret = () => secretOf('a secret of the server, long enough', new Uint8Array(randomBytes(24)))

test('receivers verify a call with the library of Standard Webhooks', () => {
  const mine = secret()
  const headers = signedHeaders([mine], { id: 'msg_1', at: new Date(), body })
  expect(new Webhook(mine).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(mine).verify(body.replace('1', '2'), headers)).toThrow()
  expect(() => new Webhook(mine).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
})

test('signed with two secrets either verifies it', () => {
  const secrets = [secret(), secret()]
  const headers = signedHeaders(secrets, { id: 'msg_1', at: new Date(), body })
  for (const each of secrets) expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body))
})

test('a secret is as long as the standard asks, and another for another nonce or server', () => {
  const nonce = new Uint8Array(24)
  const one = secretOf('server', nonce)
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(secretOf('server', nonce)).toBe(one)
  expect(secretOf('other', nonce)).not.toBe(one)
  expect(secretOf('server', new Uint8Array(24).fill(1))).not.toBe(one)
})
