import type { ChannelFormat } from '@tegenzet/contract'
import { CHANNEL_FORMATS } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { type ChannelNews, writeCall } from './write-call.ts'

const site = { name: 'Tegenzet', url: 'https://tegenzet.example' }
const ADDRESSES: Record<ChannelFormat, string> = {
  discord: 'https://discord.com/api/webhooks/1/x?thread_id=2',
  slack: 'https://hooks.slack.com/services/T/B/x',
  ntfy: 'https://ntfy.example/base/anna%20x?auth=abc',
  matrix: 'https://hookshot.example/webhook/x',
  telegram: 'https://api.telegram.org/bot1:x/sendMessage?chat_id=-100',
}
const link = 'https://tegenzet.example/games/7'
const turn: ChannelNews = { title: 'Your move against bram', body: 'bram has moved.', link }
const call = (format: ChannelFormat, news: [ChannelNews, ...ChannelNews[]]) =>
  writeCall(format, ADDRESSES[format], news, site)

test('each service gets exactly the body that it documents', () => {
  const text = `${turn.title}\n${turn.body}\n${link}`
  expect(Object.fromEntries(CHANNEL_FORMATS.map((format) => [format, call(format, [turn])]))).toEqual({
    discord: {
      url: ADDRESSES.discord,
      body: { content: text, allowed_mentions: { parse: [] } },
      told: 1,
    },
    slack: { url: ADDRESSES.slack, body: { text }, told: 1 },
    ntfy: {
      url: 'https://ntfy.example/base/?auth=abc',
      body: { topic: 'anna x', title: turn.title, message: turn.body, click: link },
      told: 1,
    },
    matrix: {
      url: ADDRESSES.matrix,
      body: { text, html: `<p>${turn.title}<br>${turn.body}<br><a href="${link}">${link}</a></p>` },
      told: 1,
    },
    telegram: {
      url: 'https://api.telegram.org/bot1:x/sendMessage',
      body: { chat_id: '-100', text, disable_web_page_preview: true },
      told: 1,
    },
  })
})

const NAME = '@everyone `x` *y* _z_ <script> <!here> [a](b) ~q~ jan_de_vries 🎲'
const SHOWN: Record<ChannelFormat, string> = {
  discord:
    '@\u200beveryone \\`x\\` \\*y\\* \\_z\\_ \\<script\\> \\<!here\\> \\[a\\](b) \\~q\\~ jan_de_vries 🎲',
  slack:
    '@\u200beveryone \u200b`\u200bx\u200b`\u200b \u200b*\u200by\u200b*\u200b \u200b_\u200bz\u200b_\u200b &lt;script&gt; &lt;!here&gt; \u200b[\u200ba\u200b]\u200b(b) \u200b~\u200bq\u200b~\u200b jan_de_vries 🎲',
  ntfy: NAME,
  matrix: NAME.replace('@', '@\u200b'),
  telegram: NAME.replace('@', '@\u200b'),
}

test.each(CHANNEL_FORMATS)('a name with mentions and markup arrives as text: %s', (format) => {
  const { body } = call(format, [{ title: NAME, body: '', link }])
  const { content, text, message } = body as Record<string, string>
  expect((content ?? text ?? message)?.split('\n')[0]).toBe(SHOWN[format])
  const { html } = body as Record<string, string>
  if (format === 'matrix') expect(html).toContain('@\u200beveryone `x` *y* _z_ &lt;script&gt; &lt;!here&gt;')
})

test.each([
  ['discord', 2000],
  ['slack', 4000],
  ['ntfy', 4096],
  ['telegram', 4096],
] as const)('%s gets as many news as fit into a message', (format, limit) => {
  const many = Array.from({ length: 200 }, () => ({ ...turn, title: 'é'.repeat(100) }))
  const { body, told } = call(format, many as [ChannelNews])
  const { content, text, message } = body as Record<string, string>
  const sent = content ?? text ?? message ?? ''
  const length = (of: string) => (format === 'ntfy' ? Buffer.byteLength(of) : of.length)
  expect(told).toBeGreaterThan(5)
  expect(length(sent)).toBeLessThanOrEqual(limit)
  // one more would not fit
  expect(length(sent) + length(sent.slice(0, sent.indexOf(link)) + link)).toBeGreaterThan(limit)
})
