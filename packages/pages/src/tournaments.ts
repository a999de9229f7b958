import { MAX_TOURNAMENT_SEARCH } from '@tegenzet/contract/limits'
import type { RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { readRules } from './watch.ts'

export const TOURNAMENT_LISTS = ['open', 'running', 'finished'] as const

export interface ShownTournaments {
  show: (typeof TOURNAMENT_LISTS)[number]
  rules: RuleSetId | undefined
  /** Part of a name. Empty: all in the state. */
  search: string
}

export const readTournaments = (query: URLSearchParams): ShownTournaments => ({
  show: TOURNAMENT_LISTS.find((name) => name === query.get('show')) ?? 'open',
  rules: readRules(query),
  search: (query.get('search') ?? '').trim().slice(0, MAX_TOURNAMENT_SEARCH),
})

export const tournamentsFound = (search: string, cursor?: string) =>
  call('listTournaments', { query: { search, cursor } })

export const tournamentList = (
  { show, rules }: Pick<ShownTournaments, 'show' | 'rules'>,
  mine: boolean,
  cursor?: string,
) =>
  call('listTournaments', {
    query: { state: show, format: 'round-robin', ...(mine && { mine: 'true' }), rules, cursor },
  })

export const tournaments = {
  calls: ({ query, account }) => {
    const shown = readTournaments(query)
    if (shown.search) return [tournamentsFound(shown.search)]
    return [...(account ? [tournamentList(shown, true)] : []), tournamentList(shown, false)]
  },
} satisfies Page
