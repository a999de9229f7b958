import type { Account, Game, Language, Welcome } from '@tegenzet/contract'
import { type Layout, rulesOfBoard } from '@tegenzet/pages'
import { RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { ruleTexts } from '@tegenzet/rules/texts'
import * as m from '@tegenzet/texts/messages'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { analysedPosition } from './analysed-position.ts'
import { boardOf, type Points } from './first-board.ts'
import type { OpenedPage } from './opened-page.ts'

/**
 * The frame of a page and what is known of its content before its scripts run, also for search engines. The client
 * removes it when it shows the page itself, and plays what has been tapped on its board by then
 * (apps/web/static/early-taps.js).
 * @param welcome what the host says to visitors on the home page; null: nothing
 */
export function firstView(page: OpenedPage, config: Config, welcome: Welcome | null): string {
  const brand = `<header><img src="/logo.svg" alt="" width="30" height="30"><b>${escapeHtml(config.siteName)}</b></header>`
  const content = contentOf(page, config, welcome) ?? headed(page)
  return `<div class="first-view">${brand}${content}</div>`
}

/** The heading of a page whose content is shown by the client, where the client has it. */
function headed({ heading: text, layout }: OpenedPage): string {
  if (text === null) return ''
  const title = layout === 'card' ? `<div class="panel">${heading(text)}</div>` : heading(text)
  return headedText(layout, title)
}

/** A heading where the client has it, and what is below it. */
const headedText = (layout: Layout | undefined, ...parts: string[]): string =>
  `<main class="headed"><div class="page ${layout ?? ''}">${parts.join('')}</div></main>`

/** @returns null for pages of which only the heading is shown */
function contentOf(
  { route, params, query, language, subject, account, isClosed, layout }: OpenedPage,
  { siteName, games }: Config,
  welcome: Welcome | null,
): string | null {
  const locale = { locale: language }
  const linkTo = (id: RuleSetId) =>
    `<li><a href="/${language}/rules/${id}">${escapeHtml(ruleSet(id).names[language])}</a></li>`
  const list = (ids: readonly RuleSetId[]) => `<ul>${ids.map(linkTo).join('')}</ul>`
  switch (route) {
    case '/': {
      const words = (own: string) => (welcome ? wordsOfHost(welcome) : paragraph(own))
      if (isClosed)
        return main(
          `<div>${heading(m.home_closed_title({ site: siteName }, locale))}${words(m.home_closed_text({}, locale))}</div>`,
        )
      if (account) return homeOf(account, (subject as { items: Game[] }).items, language)
      const points: Points = { language, places: 'white' }
      const board = boardOf(ruleSet(games[0] ?? RULE_SET_IDS[0]), { points })
      return main(
        `${board}<div>${heading(m.home_title({}, locale))}${words(m.home_text({}, locale))}${list(games)}</div>`,
        'with-board visitor',
      )
    }
    case '/games/[id]':
      return !query.has('ply') ? gameOf(subject as Game, language, account) : null
    case '/analysis':
      return analysisBoard(rulesOfBoard(query), new URLSearchParams(), language)
    case '/analysis/[id]':
      return analysisBoard(params.id ?? '', query, language)
    case '/rules':
      return headedText(
        layout,
        heading(m.rules_title({}, locale)),
        paragraph(m.rules_intro({}, locale)),
        list(RULE_SET_IDS),
      )
    case '/rules/[id]': {
      const rules = ruleSet(params.id as RuleSetId)
      const sections = ruleTexts(rules, language).map(
        ({ title, paragraphs }) => `<h2>${escapeHtml(title)}</h2>${paragraphs.map(paragraph).join('')}`,
      )
      return headedText(layout, heading(rules.names[language]), ...sections)
    }
    default:
      return null
  }
}

/**
 * @param layout classes for apps/web/src/lib/ui/first-view.css, which must not use `:has()` instead: a browser may paint the page
 * before all of `main` has arrived
 */
const main = (content: string, layout = ''): string =>
  `<main${layout && ` class="${layout}"`}>${content}</main>`

/** The most urgent game of a player. A guest's home begins with the offer to register. */
function homeOf(account: Account, [urgent]: Game[], language: Language): string | null {
  if (!urgent || account.kind === 'guest') return null
  const yourMove = heading(m.ui_your_move({}, { locale: language }))
  return main(
    `<div class="title">${yourMove}</div><div class="seats">${boardWithNames(urgent, language, account)}</div>`,
    'with-board player',
  )
}

/** The analysis board of a rule set, at the position that it begins with. */
function analysisBoard(id: string, query: URLSearchParams, language: Language): string | null {
  const shown = analysedPosition(id, query)
  if (!shown) return null
  const board = boardOf(shown.rules, { position: shown.position, points: { language } })
  const [top, bottom] = [
    m.game_side_black({}, { locale: language }),
    m.game_side_white({}, { locale: language }),
  ]
  return main(
    `<div class="seats"><b>${escapeHtml(top)}</b>${board}<b>${escapeHtml(bottom)}</b></div>`,
    'with-board game own',
  )
}

function gameOf(game: Game, language: Language, account: Account | null): string {
  const own = account && sideOf(game, account) ? ' own' : ''
  return main(`<div class="seats">${boardWithNames(game, language, account)}</div>`, `with-board game${own}`)
}

const sideOf = (game: Game, { id }: Account) =>
  (['white', 'black'] as const).find((side) => game[side].id === id)

/** The board of a game between the names of its players, as the reader sees it. */
function boardWithNames(game: Game, language: Language, account: Account | null): string {
  const rules = ruleSet(game.rules, game.rulesRevision)
  const me = account && sideOf(game, account)
  const [top, bottom] = me === 'black' ? (['white', 'black'] as const) : (['black', 'white'] as const)
  const seat = (side: 'white' | 'black') => `<b>${escapeHtml(game[side].username)}</b>`
  const board = boardOf(rules, {
    position: game.position,
    flipped: me === 'black',
    points: { language, ...(me === game.turn && me && { places: me }) },
  })
  return `${seat(top)}${board}${seat(bottom)}`
}

/** As in apps/web/src/routes/(home)/Welcome.svelte. */
const wordsOfHost = ({ language, html }: Welcome): string => `<div lang="${language}">${html}</div>`
const heading = (text: string): string => `<h1>${escapeHtml(text)}</h1>`
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
