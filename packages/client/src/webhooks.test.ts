import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from './index.ts'

// the example of the specification
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const NOW = new Date(1_614_265_330_000)
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const OTHER = `whsec_${btoa('another secret of many letters')}`

describe('a call to a webhook', () => {
  test('is verified as text or bytes, with plain headers or a Headers object', async () => {
    expect(await verifyWebhook(BODY, HEADERS, SECRET, NOW)).toEqual({ test: 2432232314 })
    const bytes = new TextEncoder().encode(BODY)
    expect(await verifyWebhook(bytes, new Headers(HEADERS), SECRET, NOW)).toEqual({ test: 2432232314 })
  })

  test('may have several signatures while a secret is replaced', async () => {
    const now = new Date()
    const signed = (secret: string) => new Webhook(secret).sign('evt_1', now, BODY)
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
      'webhook-signature': `v1a,xyz ${signed(OTHER)} ${signed(SECRET)}`,
    }
    for (const secret of [SECRET, OTHER]) expect(await verifyWebhook(BODY, headers, secret)).toBeDefined()
  })

  test.each([
    ['a different body', '{"test": 2432232315}', HEADERS, SECRET],
    ['a different secret', BODY, HEADERS, OTHER],
    ['a different ID', BODY, { ...HEADERS, 'webhook-id': 'msg_other' }, SECRET],
    ['a different timestamp', BODY, { ...HEADERS, 'webhook-timestamp': '1614265331' }, SECRET],
    [
      'an unknown signature version',
      BODY,
      { ...HEADERS, 'webhook-signature': HEADERS['webhook-signature'].replace('v1', 'v2') },
      SECRET,
    ],
    ['a signature that is not base64', BODY, { ...HEADERS, 'webhook-signature': 'v1,%%%' }, SECRET],
    ['an empty signature', BODY, { ...HEADERS, 'webhook-signature': 'v1,' }, SECRET],
    ['a malformed timestamp', BODY, { ...HEADERS, 'webhook-timestamp': 'today' }, SECRET],
    ['no signature', BODY, { ...HEADERS, 'webhook-signature': undefined }, SECRET],
    ['a repeated header', BODY, { ...HEADERS, 'webhook-id': ['a', 'b'] }, SECRET],
  ])('with %s is refused', async (_, body, headers, secret) => {
    await expect(verifyWebhook(body, headers, secret, NOW)).rejects.toBeInstanceOf(WebhookError)
  })

  test('is refused if its timestamp is more than five minutes off', async () => {
    for (const minutes of [-5, 5]) {
      const within = new Date(NOW.getTime() + minutes * 60_000)
      const beyond = new Date(NOW.getTime() + minutes * 60_001)
      expect(await verifyWebhook(BODY, HEADERS, SECRET, within)).toBeDefined()
      await expect(verifyWebhook(BODY, HEADERS, SECRET, beyond)).rejects.toThrow('five minutes off')
    }
  })

  test('throws a TypeError if the secret is malformed', async () => {
    for (const secret of ['whsec_', 'whsec_%%'])
      await expect(verifyWebhook(BODY, HEADERS, secret, NOW)).rejects.toBeInstanceOf(TypeError)
  })
})
