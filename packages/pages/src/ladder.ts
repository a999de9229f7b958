import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { type Call, call, type Opened, type Page } from './call.ts'

export const ladderOf = (rules: RuleSetId, cursor?: string) =>
  call('getLadder', { params: { rules }, query: { limit: 100, cursor } })
export const ladderGames = (player: string, rules: RuleSetId) =>
  call('listGames', { query: { player, rules, ladder: 'true', status: 'active' } })

/** The rule set that a path names. */
export const rulesIn = ({ params: { rules = '' } }: Opened): RuleSetId | null =>
  isRuleSetId(rules) ? rules : null

export const ladder = {
  exists: (opened) => rulesIn(opened) !== null,
  calls: (opened): Call[] => {
    const [rules, { account }] = [rulesIn(opened), opened]
    if (!rules) return []
    return [ladderOf(rules), ...(account ? [ladderGames(account.username, rules)] : [])]
  },
} satisfies Page
