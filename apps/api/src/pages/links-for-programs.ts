import type { Club, Language, User } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { oembedPath } from './oembed.ts'

interface Page {
  route: string | null
  path: string
  language: Language
  /** The body of the API's answer about the page's subject. */
  subject: unknown
}

/** Lets feed readers find the feed of a page, and other sites its board. They cannot log in. */
export function linksForPrograms(config: Config, page: Page, title: string): string[] {
  const { siteName, publicUrl, readers, features } = config
  if (readers === 'members') return []
  const feed = feedOf(page, features.has('news'))
  const link = (type: string, title: string, href: string) =>
    `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`
  return [
    ...(feed ? [link('application/atom+xml', `${feed.title} · ${siteName}`, feed.path)] : []),
    ...(HAVE_BOARDS.includes(page.route ?? '')
      ? [link('application/json+oembed', title, publicUrl + oembedPath(publicUrl + page.path))]
      : []),
  ]
}

const HAVE_BOARDS = ['/games/[id]', '/puzzles', '/puzzles/[id]']

function feedOf({ route, language, subject }: Page, hasNews: boolean) {
  const locale = { locale: language }
  switch (route) {
    case '/':
    case '/news':
      return hasNews && { path: `/feeds/news.${language}.atom`, title: m.news_title({}, locale) }
    case '/players/[username]': {
      const { username: name, kind } = subject as User
      if (kind === 'closed') return null
      return {
        path: `/feeds/players/${name}.atom?lang=${language}`,
        title: m.feeds_player_title({ name }, locale),
      }
    }
    case '/clubs/[id]': {
      const { slug, name: title } = subject as Club
      return { path: `/feeds/clubs/${slug}.atom`, title }
    }
    default:
      return null
  }
}
