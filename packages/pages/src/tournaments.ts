import type { RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { readRules } from './watch.ts'

export const TOURNAMENT_LISTS = ['open', 'running', 'finished'] as const

export interface ShownTournaments {
  show: (typeof TOURNAMENT_LISTS)[number]
  rules: RuleSetId | undefined
}

export const readTournaments = (query: URLSearchParams): ShownTournaments => ({
  show: TOURNAMENT_LISTS.find((name) => name === query.get('show')) ?? 'open',
  rules: readRules(query),
})

export const tournamentList = ({ show, rules }: ShownTournaments, mine: boolean, cursor?: string) =>
  call('listTournaments', {
    query: { state: show, format: 'round-robin', ...(mine && { mine: 'true' }), rules, cursor },
  })

export const tournaments = {
  calls: ({ query, account }) => {
    const shown = readTournaments(query)
    return [...(account ? [tournamentList(shown, true)] : []), tournamentList(shown, false)]
  },
} satisfies Page
