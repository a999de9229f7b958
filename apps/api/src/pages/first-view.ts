import type { Language } from '@tegenzet/contract'
import {
  decodePosition,
  RULE_SET_IDS,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { ruleTexts } from '@tegenzet/rules/texts'
import * as m from '@tegenzet/texts/messages'
import { escapeHtml } from '../http/escape-html.ts'

/** The boards as the client lays them out (apps/web/src/lib/boards/layout.ts). */
const SIZE = 640
const LAYOUTS = {
  mill: { width: 492, radius: 30, frame: 34 },
  halma: { width: 522, radius: 21.5, frame: 30 },
} as const

/**
 * The content of a page before its scripts run, also for search engines. The client removes it when it shows the page
 * itself.
 * @param subject the body of the API's answer about the page's subject
 * @returns null for pages that are not prerendered
 */
export function firstView(
  route: string | null,
  subject: unknown,
  language: Language,
  siteName: string,
): string | null {
  const content = route === null ? null : contentOf(route, subject, language)
  if (!content) return null
  const brand = `<header><img src="/icon.svg" alt="" width="30" height="30"><b>${escapeHtml(siteName)}</b></header>`
  return `<div class="first-view">${brand}<main>${content}</main></div>`
}

function contentOf(route: string, subject: unknown, language: Language): string | null {
  const locale = { locale: language }
  const linkTo = (id: RuleSetId) =>
    `<li><a href="/${language}/rules/${id}">${escapeHtml(ruleSet(id).names[language])}</a></li>`
  const list = `<ul>${RULE_SET_IDS.map(linkTo).join('')}</ul>`
  switch (route) {
    case '/':
      return `${boardOf(ruleSet(RULE_SET_IDS[0]))}<div>${heading(m.home_title({}, locale))}${paragraph(m.home_text({}, locale))}${list}</div>`
    case '/rules':
      return `<div>${heading(m.rules_title({}, locale))}${paragraph(m.rules_intro({}, locale))}${list}</div>`
    case '/rules/[id]': {
      const rules = ruleSet((subject as { id: RuleSetId }).id)
      const sections = ruleTexts(rules, language).map(
        ({ title, paragraphs }) => `<h2>${escapeHtml(title)}</h2>${paragraphs.map(paragraph).join('')}`,
      )
      return `${boardOf(rules)}<div>${heading(rules.names[language])}${sections.join('')}</div>`
    }
    default:
      return null
  }
}

const heading = (text: string): string => `<h1>${escapeHtml(text)}</h1>`
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** The board with the stones that a game begins with, in the reader's colours. */
function boardOf(rules: RuleSet): string {
  const { board } = rules
  const { width, radius, frame } = LAYOUTS[board.kind]
  const last = Math.max(...board.points.map(({ x }) => x))
  const step = width / last
  const margin = (SIZE - width) / 2
  const places = new Map(
    board.points.map(({ name, x, y }) => [name, [margin + x * step, margin + (last - y) * step] as const]),
  )
  const at = (name: string) => places.get(name)!.join(' ')
  const surface =
    board.kind === 'mill'
      ? `<g stroke="var(--groove)" stroke-linecap="round"><path stroke-width="4.6" d="${board.lines
          .map(([from, to]) => `M${at(from)}L${at(to)}`)
          .join('')}"/><path stroke-width="18" d="${board.points
          .map(({ name }) => `M${at(name)}h.01`)
          .join('')}"/></g>`
      : `<path fill="var(--square)" opacity=".52" d="${board.points
          .filter(({ x, y }) => (x + y) % 2 === 0)
          .map(({ name }) => `M${at(name)}m${-step / 2} ${-step / 2}h${step}v${step}h${-step}z`)
          .join('')}"/>`
  const stones = Object.entries(decodePosition(rules, startPosition(rules)).stones).map(([point, side]) => {
    const [x, y] = places.get(point)!
    const colour = side === 'white' ? 'bone' : 'slate'
    const size = Math.min(radius, step * 0.38)
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="var(--${colour}-2)" stroke="var(--${colour}-edge)"/>`
  })
  return `<svg viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true"><rect width="${SIZE}" height="${SIZE}" rx="14" fill="var(--frame-2)"/><rect x="${frame}" y="${frame}" width="${SIZE - 2 * frame}" height="${SIZE - 2 * frame}" fill="var(--wood-2)"/>${surface}${stones.join('')}</svg>`
}
