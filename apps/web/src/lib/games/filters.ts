import type { Game } from '@tegenzet/contract'
import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { validators } from '$lib/ui/validators.ts'
import { sideOf } from './result.ts'

export const SHOWN = ['running', 'finished', 'cancelled'] as const
export type Shown = (typeof SHOWN)[number]

/** The filters of "My games". They are kept in the address, so that they can be bookmarked and survive going back. */
export interface Filters {
  rules?: RuleSetId
  opponent?: string
  /** For running games only. */
  turn?: 'mine' | 'theirs'
}

/** Reads the filters from an address. Ignores invalid values. */
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

/** Whether the filters show this game of `username`. Ignores the turn. */
export function fits(game: Game, username: string, { rules, opponent }: Filters): boolean {
  const side = sideOf(game, username)
  if (!side || (rules && game.rules !== rules)) return false
  const other = side === 'white' ? game.black : game.white
  return !opponent || other.username.toLowerCase() === opponent.toLowerCase()
}
