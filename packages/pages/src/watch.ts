import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { gamesBeingPlayed, type WatchedKind } from './games-being-played.ts'

export const MAX_WATCHED = 24
export const MAX_RESULTS = 12
export const latestResults = (kind: WatchedKind, cursor?: string) =>
  call('listGames', {
    query: { status: 'finished', guests: false, ...kind, limit: MAX_RESULTS, cursor },
  })

export const readRules = (query: URLSearchParams): RuleSetId | undefined => {
  const rules = query.get('rules') ?? ''
  return isRuleSetId(rules) ? rules : undefined
}

/** The ratings from which one can watch: what both players are rated at least. */
export const STRENGTHS = [1600, 1800, 2000] as const
export type Strength = (typeof STRENGTHS)[number]

export const readStrength = (query: URLSearchParams): Strength | undefined =>
  STRENGTHS.find((each) => `${each}` === query.get('rating'))

export const watch = {
  calls: ({ query }) => {
    const kind = { rules: readRules(query), minRating: readStrength(query) }
    return [gamesBeingPlayed(MAX_WATCHED, kind), latestResults(kind)]
  },
} satisfies Page
