import type { RuleSetId } from '@tegenzet/rules'
import { call, type Page } from './call.ts'
import { bots, challengesToPair, ownChallenges } from './challenges.ts'
import { readRules } from './watch.ts'

export const openChallenges = (rules?: RuleSetId, cursor?: string) =>
  call('listChallenges', { query: { rules, cursor } })

export const lobby = {
  calls: ({ query, account }) => [
    openChallenges(readRules(query)),
    challengesToPair(),
    bots(),
    ...(account ? [ownChallenges()] : []),
  ],
} satisfies Page
