import { m } from '@tegenzet/texts/messages'
import { hasPage } from '$lib/site/features.ts'

/** The pages of the kinds of competition that the site has. Reactive. */
export const competitions = (): { href: string; text: string }[] =>
  [
    { href: '/tournaments', text: m.tournaments_title() },
    { href: '/ladders', text: m.ladders_title() },
    { href: '/leagues', text: m.leagues_title() },
  ].filter(({ href }) => hasPage(href))
