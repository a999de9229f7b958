import type { League } from '@tegenzet/contract'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { rulesIn } from './ladder.ts'
import { entriesOf, standingsOf } from './tournament.ts'

/** How many tables of a season come at once: each is a call. */
export const TABLES_AT_ONCE = 20

export const allLeagues = () => call('listLeagues')
/** @param seasons the newest ones */
export const leagueOf = (rules: RuleSetId, seasons: number) =>
  call('getLeague', { params: { rules }, query: { seasons, entries: 0 } })

export const leagues = { calls: () => [allLeagues()] } satisfies Page
export const league = {
  exists: (opened) => rulesIn(opened) !== null,
  subject: (opened) => leagueOf(rulesIn(opened) ?? RULE_SET_IDS[0], 1),
  callsAbout: ({ subject }) => {
    const { next, seasons }: League = subject
    const divisions = seasons[0]?.divisions ?? []
    return [
      entriesOf(next.tournament),
      ...divisions.slice(0, TABLES_AT_ONCE).map(({ id }) => standingsOf(id)),
    ]
  },
} satisfies Page
