import { escapeHtml } from '../../http/escape-html.ts'

export interface FeedEntry {
  /** Identifies the entry for ever: a path below the site. */
  id: string
  title: string
  /** The path of its page. */
  page: string
  at: Date
  author?: string
  /** Plain text. */
  text: string
}

export interface Feed {
  /** The path of the feed without its ending. It identifies the feed, unless that has an `id`. */
  path: string
  /** Instead of a path with a secret, or with a name that can change. */
  id?: string
  /** The path of the page that shows the same. */
  page: string
  title: string
  author: string
  language: string
  entries: readonly FeedEntry[]
  /** When it was changed last, if it has no entries. */
  since?: Date
}

/** The year in which the host surely owned the domain (RFC 4151). It never changes, as the ids. */
const TAG_YEAR = 2026

/**
 * An Atom feed (RFC 4287). Nothing depends on the current time, so that the same state gives the same file.
 * @param query of the feed's own address
 */
export function writeAtom(feed: Feed, publicUrl: string, query = ''): string {
  const { path, id = path, page, title, author, language, entries, since = new Date(0) } = feed
  const idOf = (name: string) => element('id', `tag:${new URL(publicUrl).hostname},${TAG_YEAR}:${name}`)
  const link = (rel: string, type: string, address: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(publicUrl + address)}"/>`
  const changed = new Date(Math.max(since.getTime(), ...entries.map(({ at }) => at.getTime())))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    idOf(id),
    element('title', title),
    element('updated', changed.toISOString()),
    authorOf(author),
    link('self', 'application/atom+xml', `${path}.atom${query}`),
    link('alternate', 'text/html', page),
    ...entries.flatMap(({ id, title, page, at, author, text }) => [
      '<entry>',
      idOf(id),
      element('title', title),
      element('published', at.toISOString()),
      element('updated', at.toISOString()),
      ...(author === undefined ? [] : [authorOf(author)]),
      link('alternate', 'text/html', page),
      `<content type="html">${escapeXml(paragraphs(text))}</content>`,
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n')
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
const authorOf = (name: string): string => `<author>${element('name', name)}</author>`

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => `<p>${escapeHtml(each.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** Leaves out what XML 1.0 cannot contain, for example control characters. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
