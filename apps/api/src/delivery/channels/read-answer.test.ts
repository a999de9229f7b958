import { expect, test } from 'vitest'
import { detailOf, waitOf } from './read-answer.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const address = 'https://discord.com/api/webhooks/123456789/AbCdEfGhIjKl'
const json = (body: object) => ({ body: JSON.stringify(body), retryAfter: null })

test.each([
  ['Discord', '{"message": "Unknown Webhook", "code": 10015}', 'Unknown Webhook'],
  ['Slack', 'no_service', 'no_service'],
  ['ntfy', '{"code":40301,"http":403,"error":"forbidden","link":"https://x"}', 'forbidden'],
  ['hookshot', '{"ok":false,"error":"Webhook not found. Ask somebody."}', 'Webhook not found.'],
  [
    'Telegram',
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    'Bad Request: chat not found',
  ],
  ['a page', '<html>secret</html>', null],
  ['another JSON', '{"secret":"x"}', null],
  ['one that repeats the address', '{"message":"AbCdEfGhIjKl is unknown"}', null],
  ['one with control characters', '{"message":"a\\u0000\\u202eb\\nc"}', 'a b c'],
])('the error of %s is its first sentence, from a known field', (_, body, detail) => {
  expect(detailOf({ body }, address)).toBe(detail)
})

test('a long error is cut', () => {
  expect(detailOf(json({ message: 'x'.repeat(4000) }), address)).toHaveLength(200)
})

test.each([
  ['the header in seconds', { body: '', retryAfter: '30' }, 30_000],
  ['the header as a date', { body: '', retryAfter: 'Sat, 28 Nov 2026 12:01:00 GMT' }, 60_000],
  ['Discord’s body', json({ message: 'You are being rate limited.', retry_after: 1.336 }), 1336],
  ['Telegram’s body', json({ ok: false, error_code: 429, parameters: { retry_after: 35 } }), 35_000],
  ['the longer of two', { body: '{"retry_after":2.5}', retryAfter: '2' }, 2500],
  ['at most a day', { body: '', retryAfter: '999999999' }, 86_400_000],
  ['nothing', { body: '{}', retryAfter: null }, null],
  ['nonsense', { body: '{"retry_after":-5}', retryAfter: 'soon' }, null],
])('a service asks to wait in %s', (_, answer, ms) => {
  expect(waitOf(answer, now)).toBe(ms)
})
