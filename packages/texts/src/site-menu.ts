import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

export interface MenuLink {
  href: string
  text: string
}

type HasPage = (href: string) => boolean

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
