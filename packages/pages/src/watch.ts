import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { gamesBeingPlayed } from './games-being-played.ts'

export const MAX_WATCHED = 24
export const latestResults = (rules?: RuleSetId, cursor?: string) =>
  call('listGames', {
    query: { status: 'finished', guests: false, ...(rules && { rules }), limit: 12, cursor },
  })

export const readRules = (query: URLSearchParams): RuleSetId | undefined => {
  const rules = query.get('rules') ?? ''
  return isRuleSetId(rules) ? rules : undefined
}

export const watch = {
  calls: ({ query }) => {
    const rules = readRules(query)
    return [gamesBeingPlayed(MAX_WATCHED, rules), latestResults(rules)]
  },
} satisfies Page
