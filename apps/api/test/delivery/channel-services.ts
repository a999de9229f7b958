import type { ChannelFormat } from '@tegenzet/contract'

/** What is secret in the addresses of the receivers. */
export const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'

interface ExpectedNews {
  title: string
  body: string
  link: string
}
const linesOf = ({ title, body }: ExpectedNews) => [title, body].filter(Boolean)
const textOf = (news: ExpectedNews) => [...linesOf(news), news.link].join('\n')

/** The address of a channel at a receiver, whatever stands before it. */
export const ADDRESSES: Record<ChannelFormat, string> = {
  discord: `/${TOKEN}`,
  slack: `/${TOKEN}`,
  ntfy: `/${TOKEN}`,
  matrix: `/${TOKEN}`,
  telegram: `/bot${TOKEN}/sendMessage?chat_id=42`,
}
/** What its service then receives, and where: the whole body, of news that is escaped already. */
export const RECEIVED: Record<
  ChannelFormat,
  (news: ExpectedNews, html: ExpectedNews) => { url: string; body: object }
> = {
  discord: (news) => ({
    url: `/${TOKEN}`,
    body: { content: textOf(news), allowed_mentions: { parse: [] } },
  }),
  slack: (news) => ({ url: `/${TOKEN}`, body: { text: textOf(news) } }),
  ntfy: ({ title, body, link }) => ({
    url: '/',
    body: {
      topic: TOKEN,
      title: body ? title : 'Tegenzet',
      message: body || title,
      click: link,
    },
  }),
  matrix: (news, html) => ({
    url: `/${TOKEN}`,
    body: {
      text: textOf(news),
      html: `<p>${[...linesOf(html), `<a href="${news.link}">${news.link}</a>`].join('<br>')}</p>`,
    },
  }),
  telegram: (news) => ({
    url: `/bot${TOKEN}/sendMessage`,
    body: { chat_id: '42', text: textOf(news), disable_web_page_preview: true },
  }),
}
