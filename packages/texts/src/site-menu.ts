import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

export interface MenuLink {
  href: string
  text: string
}

type HasPage = (href: string) => boolean

interface FooterLink extends MenuLink {
  /** Whether the server renders the page, in the language that its address asks for. */
  isDocument: boolean
}

/** The kinds of competition that a site has. @param locale by default the one of the page */
export const competitionLinks = (hasPage: HasPage, locale?: Locale): MenuLink[] =>
  [
    { href: '/tournaments', text: m.tournaments_title({}, { locale }) },
    { href: '/ladders', text: m.ladders_title({}, { locale }) },
    { href: '/leagues', text: m.leagues_title({}, { locale }) },
  ].filter(({ href }) => hasPage(href))

/** The parts of a site that every page leads to. The first kind of competition leads to the others. */
export const siteMenu = (hasPage: HasPage, locale?: Locale): MenuLink[] =>
  [
    { href: '/lobby', text: m.ui_nav_lobby({}, { locale }) },
    { href: '/watch', text: m.games_watch_title({}, { locale }) },
    { href: '/puzzles', text: m.puzzles_title({}, { locale }) },
    { href: '/analysis', text: m.ui_nav_analysis({}, { locale }) },
    ...competitionLinks(hasPage, locale).slice(0, 1),
    { href: '/clubs', text: m.clubs_title({}, { locale }) },
    { href: '/leaderboards', text: m.ratings_board({}, { locale }) },
    { href: '/rules', text: m.ui_nav_rules({}, { locale }) },
  ].filter(({ href }) => hasPage(href))

/** What every page leads to below its contents. */
export function footerLinks(site: string, hasPage: HasPage, locale?: Locale): FooterLink[] {
  const page = (href: string, text: string) => (hasPage(href) ? [{ href, text, isDocument: false }] : [])
  const document = (href: string, text: string) => ({ href, text, isDocument: true })
  return [
    ...page('/news', m.news_title({}, { locale })),
    document('/about', m.about_about({ site }, { locale })),
    document('/terms', m.about_terms({}, { locale })),
    document('/privacy', m.about_privacy({}, { locale })),
    document('/moderation', m.about_moderation({}, { locale })),
    document('/guides', m.about_guides({}, { locale })),
    ...page('/report-content', m.ui_footer_report_content({}, { locale })),
    ...page('/account/programs', m.account_nav_start({}, { locale })),
  ]
}
