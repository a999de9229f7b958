import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { type Call, call, type Page } from './call.ts'
import { ifReadable } from './features.ts'

export const MAX_LENGTH = 20

/** What is typed into the search field. */
export const readSearch = (query: URLSearchParams): string => (query.get('query') ?? '').slice(0, MAX_LENGTH)

export const playersFound = (sought: string, cursor?: string) =>
  call('searchPlayers', { query: { query: sought, limit: 20, cursor } })
export const leaderOf = (rules: RuleSetId) =>
  call('getLeaderboard', { params: { rules }, query: { limit: 1 } })
/** Whoever has moved last is in them. */
export const latestGames = () => call('listGames', { query: { guests: false, limit: 60 } })

export const players = {
  calls: (opened): Call[] => {
    const sought = readSearch(opened.query).trim()
    if (sought) return [playersFound(sought)]
    return [latestGames(), ...ifReadable(opened, 'ratings', ...RULE_SET_IDS.map(leaderOf))]
  },
} satisfies Page
