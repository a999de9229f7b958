import type { Game } from '@tegenzet/contract'
import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { validators } from '$lib/account/validators.ts'
import { sideOf } from './result.ts'

export const SHOWN = ['running', 'finished', 'cancelled'] as const
export type Shown = (typeof SHOWN)[number]

/** What of their games a reader wants to see. It stands in the page's address, so that it can be kept and gone back to. */
export interface Filters {
  rules?: RuleSetId
  opponent?: string
  /** Of the running ones only. */
  turn?: 'mine' | 'theirs'
}

/** What an address asks for; what it says that cannot be is left out. */
export function readFilters(query: URLSearchParams): Filters & { show: Shown } {
  const rules = query.get('rules') ?? ''
  const opponent = query.get('opponent') ?? ''
  const turn = query.get('turn')
  return {
    show: SHOWN.find((name) => name === query.get('show')) ?? 'running',
    ...(isRuleSetId(rules) && { rules }),
    ...(validators.username(opponent) === undefined && { opponent }),
    ...((turn === 'mine' || turn === 'theirs') && { turn }),
  }
}

export function addressOf(show: Shown, { rules, opponent, turn }: Filters): string {
  const query = new URLSearchParams({
    ...(show !== 'running' && { show }),
    ...(rules && { rules }),
    ...(opponent && { opponent }),
    ...(turn && show === 'running' && { turn }),
  })
  return query.size > 0 ? `/games?${query}` : '/games'
}

/** Whether it is a game of `username` that the filters let through, whosever turn it is. */
export function fits(game: Game, username: string, { rules, opponent }: Filters): boolean {
  const side = sideOf(game, username)
  if (!side || (rules && game.rules !== rules)) return false
  const other = side === 'white' ? game.black : game.white
  return !opponent || other.username.toLowerCase() === opponent.toLowerCase()
}
