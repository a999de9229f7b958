import { isRuleSetId, RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { type Call, call, type Page } from './call.ts'
import { clubNamed } from './club.ts'
import { ownClubs } from './clubs.ts'
import { ifReadable } from './features.ts'

export interface Board {
  rules: RuleSetId
  kind: 'human' | 'bot'
  /** The slug of the club whose members alone are on it; empty: everybody. */
  club: string
}

export function readBoard(query: URLSearchParams): Board {
  const rules = query.get('rules') ?? ''
  return {
    rules: isRuleSetId(rules) ? rules : RULE_SET_IDS[0],
    kind: query.get('kind') === 'bot' ? 'bot' : 'human',
    club: query.get('club') ?? '',
  }
}

export const leaderboard = ({ rules, kind, club }: Board, cursor?: string) =>
  call('getLeaderboard', { params: { rules }, query: { kind, ...(club && { club }), limit: 50, cursor } })

export const leaderboards = {
  calls: (opened): Call[] => {
    const { query, account } = opened
    const board = readBoard(query)
    return [
      leaderboard(board),
      ...(account?.kind === 'human' ? ifReadable(opened, 'clubs', ownClubs(account)) : []),
      ...(board.club ? [clubNamed(board.club)] : []),
    ]
  },
} satisfies Page
