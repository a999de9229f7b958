import { isOpenPage, isPageOn, type Language, STAFF_PAGES } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { type MenuLink, siteMenu } from '@tegenzet/texts/site-menu'
import type { Config } from '../../config/config.ts'
import type { Caller } from '../../http/caller.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { isReader } from '../../http/readers.ts'

/** Who reads a page, and what the site has for them. */
export interface Reader {
  config: Pick<Config, 'siteName' | 'features' | 'readers' | 'registration'>
  /** null: a visitor. */
  caller: Pick<Caller, 'username' | 'guest' | 'roles'> | null
}

interface Link extends MenuLink {
  /** Alone on a wide screen, where there is little room. */
  icon?: string
}

/** The header of the web client (Header.svelte and MainMenu.svelte), without scripts: on a small screen a button opens the menu. */
export function siteHeader(reader: Reader, locale: Language, path: string): string {
  const { config, caller } = reader
  const options = { locale }
  const menu = escapeHtml(m.ui_nav_menu({}, options))
  const link = ({ href, text, icon: path }: Link) =>
    path === undefined
      ? `<a href="${href}">${escapeHtml(text)}</a>`
      : `<a class="search" href="${href}" title="${escapeHtml(text)}">${icon(path)}<span>${escapeHtml(text)}</span></a>`
  const bell = escapeHtml(m.notifications_title({}, options))
  return `<header lang="${locale}">
<a class="brand" href="/"><img src="/logo.svg" alt="" width="30" height="30"> <b>${escapeHtml(config.siteName)}</b></a>
<button type="button" popovertarget="nav">${icon(MENU)}${menu}</button>
<nav id="nav" popover aria-label="${escapeHtml(m.ui_nav_label({}, options))}">
${siteLinks(reader, locale).map(link).join('\n')}
<span class="gap"></span>
${accountLinks(reader, locale, path).map(link).join('\n')}
</nav>
${caller ? `<a class="bell" href="/notices" title="${bell}" aria-label="${bell}">${icon(BELL)}</a>\n` : ''}</header>
`
}

const MENU = 'M2 5h16M2 10h16M2 15h16'
const SEARCH = 'M12.5 12.5L17 17M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0'
const BELL =
  'M10 2.5a5 5 0 0 0-5 5c0 4-1.7 5.4-1.7 6.7h13.4c0-1.3-1.7-2.7-1.7-6.7a5 5 0 0 0-5-5ZM8.2 16.7a1.9 1.9 0 0 0 3.6 0'
const icon = (path: string) => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`

/** Whether the site has a page for a reader. */
export const pagesFor = (reader: Reader) => {
  const switches = { features: [...reader.config.features], ending: [] }
  return (path: string): boolean => isPageOn(switches, path) && (!isClosedTo(reader) || isOpenPage(path))
}

function siteLinks(reader: Reader, locale: Language): Link[] {
  const { caller } = reader
  const options = { locale }
  const hasPage = pagesFor(reader)
  const staffPage = STAFF_PAGES.find(
    ({ href, role }) => caller?.roles.some((own) => own === role || own === 'admin') && hasPage(href),
  )
  return [
    ...(caller && hasPage('/games') ? [{ href: '/games', text: m.ui_nav_games({}, options) }] : []),
    ...siteMenu(hasPage, locale),
    ...(staffPage ? [{ href: staffPage.href, text: m.ui_nav_admin({}, options) }] : []),
  ]
}

const isClosedTo = ({ config, caller }: Reader): boolean => config.readers === 'members' && !isReader(caller)

function accountLinks(reader: Reader, locale: Language, path: string): Link[] {
  const { config, caller } = reader
  const options = { locale }
  const next = `?next=${encodeURIComponent(path)}`
  const register = { href: `/register${next}`, text: m.ui_register({}, options) }
  const search = { href: '/players', text: m.people_search_title({}, options), icon: SEARCH }
  const people = isClosedTo(reader) ? [] : [search]
  if (!caller) {
    const logIn = { href: `/login${next}`, text: m.ui_log_in({}, options) }
    return [...people, logIn, ...(config.registration === 'open' ? [register] : [])]
  }
  const { username, guest } = caller
  const name = guest ? m.ui_nav_guest({ number: username.replace(/\D+/g, '') }, options) : username
  return [...people, { href: '/account', text: name }, ...(guest ? [register] : [])]
}
