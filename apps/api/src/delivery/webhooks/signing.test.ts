import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { secretOf, signedHeaders } from './signing.ts'

const body = JSON.stringify({ id: 1, type: 'ping', text: 'où ça ? 🎲' })
const secret = () => secretOf('a secret of the server, long enough', new Uint8Array(randomBytes(24)))

test('signs a message with these headers, byte for byte', () => {
  const secrets = [1, 2].map((n) => secretOf('the server’s secret', new Uint8Array(24).fill(n)))
  expect(signedHeaders(secrets, { id: 'msg_7304', at: new Date('2026-11-22T12:00:00.999Z'), body })).toEqual({
    'webhook-id': 'msg_7304',
    'webhook-timestamp': '1795348800',
    'webhook-signature':
      'v1,NtTvEVPpgWr4OZJ6A7CRvMXkN0sMhlgJhAuMeNltTCA= v1,PPTy/GoI0eOdgzq3a95uOqSK65cl+weo36eY1lSp17Q=',
  })
})

test('receivers verify a call with the library of Standard Webhooks', () => {
  const mine = secret()
  const headers = signedHeaders([mine], { id: 'msg_1', at: new Date(), body })
  expect(new Webhook(mine).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(mine).verify(body.replace('1', '2'), headers)).toThrow()
  expect(() => new Webhook(mine).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
})

test('either of two secrets verifies a call that was signed with both', () => {
  const secrets = [secret(), secret()]
  const headers = signedHeaders(secrets, { id: 'msg_1', at: new Date(), body })
  for (const each of secrets) expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body))
})

test('a secret has the length of the standard, and depends on the nonce and the server', () => {
  const nonce = new Uint8Array(24)
  const one = secretOf('server', nonce)
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(secretOf('server', nonce)).toBe(one)
  expect(secretOf('other', nonce)).not.toBe(one)
  expect(secretOf('server', new Uint8Array(24).fill(1))).not.toBe(one)
})
