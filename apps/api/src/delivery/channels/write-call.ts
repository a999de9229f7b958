import type { ChannelFormat } from '@tegenzet/contract'
import { escapeHtml } from '../../http/escape-html.ts'
import { ESCAPE, escapeMatrixHtml } from './escape.ts'

/** News as a channel tells it. */
export interface ChannelNews {
  title: string
  /** Further sentences, if any. */
  body: string
  /** The whole address of the page. */
  link: string
}
type SomeNews = readonly [ChannelNews, ...ChannelNews[]]

/** A call to a service. */
interface ChannelCall {
  url: string
  body: object
  /** How many of the news fitted into it. */
  told: number
}

/** The sender, for services that show one. */
interface ChannelSite {
  name: string
  url: string
}

/** The longest text of each service: in bytes for ntfy, which makes an attachment of more, otherwise in UTF-16 code units. */
const LIMITS: Record<ChannelFormat, number> = {
  discord: 2000,
  slack: 4000,
  ntfy: 4096,
  matrix: 16_000,
  telegram: 4096,
}

/** Writes as much of the news as fits into one message, at least the first. */
export function writeCall(
  format: ChannelFormat,
  address: string,
  news: SomeNews,
  site: ChannelSite,
): ChannelCall {
  let told: SomeNews = news
  while (told.length > 1 && !fits(format, textOf(format, told))) told = dropLast(told)
  return { ...CALLS[format](new URL(address), told, site), told: told.length }
}

const dropLast = ([first, ...others]: SomeNews): SomeNews => [first, ...others.slice(0, -1)]

const fits = (format: ChannelFormat, text: string): boolean =>
  (format === 'ntfy' ? Buffer.byteLength(text) : text.length) <= LIMITS[format]

/** The exact body that each service documents. */
const CALLS: Record<
  ChannelFormat,
  (url: URL, news: SomeNews, site: ChannelSite) => Omit<ChannelCall, 'told'>
> = {
  discord: ({ href }, news) => ({
    url: href,
    body: { content: textOf('discord', news), allowed_mentions: { parse: [] } },
  }),
  slack: ({ href }, news) => ({ url: href, body: { text: textOf('slack', news) } }),
  matrix: ({ href }, news) => ({
    url: href,
    body: { text: textOf('matrix', news), html: news.map(htmlOf).join('') },
  }),
  telegram: ({ origin, pathname, searchParams }, news) => ({
    url: origin + pathname,
    body: {
      chat_id: searchParams.get('chat_id'),
      text: textOf('telegram', news),
      disable_web_page_preview: true,
    },
  }),
  ntfy(url, news, site) {
    const [only, ...others] = news
    const isSingle = others.length === 0
    const { topic, parent } = splitTopic(url)
    return {
      url: parent,
      body: {
        topic,
        title: isSingle && only.body ? only.title : site.name,
        message: isSingle ? only.body || only.title : textOf('ntfy', news),
        click: isSingle ? only.link : site.url,
      },
    }
  },
}

/** An address of ntfy: JSON goes to the parent of the topic. */
export function splitTopic(url: URL): { topic: string; parent: string } {
  const [, base = '/', topic = ''] = /^(.*\/)([^/]*)\/?$/.exec(url.pathname) ?? []
  return { topic: decodeURIComponent(topic), parent: url.origin + base + url.search }
}

function textOf(format: ChannelFormat, news: SomeNews): string {
  const escaped = ESCAPE[format]
  return news
    .map(({ title, body, link }) => [title, body].filter(Boolean).map(escaped).concat(link).join('\n'))
    .join('\n\n')
}

const htmlOf = ({ title, body, link }: ChannelNews): string => {
  const lines = [title, body].filter(Boolean).map(escapeMatrixHtml)
  const href = escapeHtml(link)
  return `<p>${[...lines, `<a href="${href}">${href}</a>`].join('<br>')}</p>`
}
