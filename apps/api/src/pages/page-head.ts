import {
  type Club,
  type Game,
  LANGUAGES,
  type Language,
  type Match,
  type Puzzle,
  type User,
} from '@tegenzet/contract'
import { moveNumber, type RuleSetId, ruleSet } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { analysedPosition } from './analysed-position.ts'
import { linksForPrograms } from './links-for-programs.ts'
import type { OpenedPage } from './opened-page.ts'
import { analysisImagePath, plyOf, positionImagePath, puzzleImagePath } from './position-image.ts'

/** What search engines and previews of links show of a page. */
interface Summary {
  /** Default: the page's heading. */
  title?: string
  description: string
  image?: string
  /** Not for search engines. */
  isPrivate?: boolean
  /** A preview only: the page has one address for each of many positions, and is not for search engines. */
  query?: string
}

/** Pages that have an address in each language. */
const IN_EACH_LANGUAGE = ['/', '/rules', '/rules/[id]']

/** The part of a page's head that says what it is about. Pages without a summary are not for search engines. */
export function pageHead(config: Config, page: OpenedPage): string[] {
  const { siteName, publicUrl } = config
  const { route, path, language, heading } = page
  const titled = heading === null ? siteName : `${heading} · ${siteName}`
  const summary = route === null ? null : summaryOf(page, siteName)
  if (route === null || !summary)
    return [`<title>${escapeHtml(titled)}</title>`, '<meta name="robots" content="noindex">']
  const { title = titled, description, image, query, isPrivate = query !== undefined } = summary
  const address = (prefix = '') => publicUrl + (prefix + path).replace(/(?<=.)\/$/, '')
  const translated = IN_EACH_LANGUAGE.includes(route)
  const url = address(translated ? `/${language}` : '') + (query ?? '')
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': language,
    'og:image': publicUrl + (image ?? '/icon-512.png'),
    ...(image && { 'og:image:width': '1200', 'og:image:height': '630' }),
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    isPrivate ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...(translated
      ? [...LANGUAGES, 'x-default'].map((each) => {
          const href = escapeHtml(address(each === 'x-default' ? '' : `/${each}`))
          return `<link rel="alternate" hreflang="${each}" href="${href}">`
        })
      : []),
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    ...linksForPrograms(config, page, title),
  ]
}

function summaryOf(
  { route, params, query, language, subject }: OpenedPage,
  siteName: string,
): Summary | null {
  const locale = { locale: language }
  switch (route) {
    case '/':
      return {
        title: `${siteName}: ${m.home_title({}, locale)}`,
        description: m.home_text({}, locale),
      }
    case '/watch':
      return { description: m.pages_watch_description({}, locale) }
    case '/puzzles':
    case '/puzzles/[id]': {
      const { puzzle } = subject as { puzzle: Puzzle }
      const game = ruleSet(puzzle.rules).names[language]
      const title =
        route === '/puzzles' ? m.puzzles_title({}, locale) : `${taskOf(puzzle, language)} · ${game}`
      return {
        title: `${title} · ${siteName}`,
        description: m.puzzles_description({}, locale),
        image: puzzleImagePath(puzzle.id),
      }
    }
    case '/clubs':
      return { description: m.clubs_intro({}, locale) }
    case '/clubs/[id]': {
      return { description: excerptOf((subject as Club).description) || m.clubs_intro({}, locale) }
    }
    case '/matches/[id]': {
      const { rules } = subject as Match
      return { description: `${m.matches_one({}, locale)}, ${ruleSet(rules).names[language]}` }
    }
    case '/news':
      return { description: m.news_description({ site: siteName }, locale) }
    case '/rules':
      return { description: m.rules_intro({}, locale) }
    case '/rules/[id]': {
      const game = ruleSet(params.id as RuleSetId).names[language]
      return { description: m.pages_rules_description({ game }, locale) }
    }
    case '/games/[id]': {
      const game = subject as Game
      const { white, black } = { white: game.white.username, black: game.black.username }
      const asked = query.get('ply') ?? undefined
      const ply = plyOf(asked, game.ply)
      return {
        title: `${m.game_against({ white, black }, locale)} · ${siteName}`,
        description: m.pages_game_description(
          { game: ruleSet(game.rules).names[language], number: moveNumber(Math.max(ply, 1)) },
          locale,
        ),
        image: positionImagePath(game.id, asked === undefined ? null : ply),
      }
    }
    case '/analysis/[id]': {
      const shown = analysedPosition(params.id ?? '', query)
      if (!shown) return null
      const { rules, position } = shown
      const game = rules.names[language]
      return {
        title: `${m.analysis_default_title({ rules: game }, locale)} · ${siteName}`,
        description: m.pages_analysis_description({ game }, locale),
        image: analysisImagePath(rules.id, position),
        query: `?position=${encodeURIComponent(position)}`,
      }
    }
    case '/players/[username]': {
      const { username, indexed } = subject as User
      return {
        description: m.pages_player_description({ name: username, site: siteName }, locale),
        isPrivate: !indexed,
      }
    }
    default:
      return null
  }
}

const EXCERPT = 200

/** The beginning of a text that somebody wrote, in one line. */
function excerptOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line
}

function taskOf({ turn, value }: Puzzle, locale: Language): string {
  const [wins, draws] =
    turn === 'white'
      ? [m.puzzles_white_wins, m.puzzles_white_draws]
      : [m.puzzles_black_wins, m.puzzles_black_draws]
  return (value === 'win' ? wins : draws)({}, { locale })
}
