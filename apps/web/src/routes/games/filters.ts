import type { Game } from '@tegenzet/contract'
import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { sideOf } from '$lib/play/games/result.ts'
import { validators } from '$lib/ui/validators.ts'

export const SHOWN = ['running', 'finished', 'cancelled'] as const
export type Shown = (typeof SHOWN)[number]

/** The filters of "My games". They are kept in the address, so that they can be bookmarked and survive going back. */
export interface Filters {
  rules?: RuleSetId
  opponent?: string
  tournament?: number
  /** For running games only. */
  turn?: 'mine' | 'theirs'
}

/** Reads the filters from an address. Ignores invalid values. */
export function readFilters(query: URLSearchParams): Filters & { show: Shown } {
  const rules = query.get('rules') ?? ''
  const opponent = query.get('opponent') ?? ''
  const tournament = Number(query.get('tournament'))
  const turn = query.get('turn')
  return {
    show: SHOWN.find((name) => name === query.get('show')) ?? 'running',
    ...(isRuleSetId(rules) && { rules }),
    ...(validators.username(opponent) === undefined && { opponent }),
    ...(Number.isSafeInteger(tournament) && tournament > 0 && { tournament }),
    ...((turn === 'mine' || turn === 'theirs') && { turn }),
  }
}

export function addressOf(show: Shown, { rules, opponent, tournament, turn }: Filters): string {
  const query = new URLSearchParams({
    ...(show !== 'running' && { show }),
    ...(rules && { rules }),
    ...(opponent && { opponent }),
    ...(tournament && { tournament: `${tournament}` }),
    ...(turn && show === 'running' && { turn }),
  })
  return query.size > 0 ? `/games?${query}` : '/games'
}

/** Whether the filters show this game of `username`. Ignores the turn. */
export function fits(game: Game, username: string, { rules, opponent, tournament }: Filters): boolean {
  const side = sideOf(game, username)
  if (!side || (rules && game.rules !== rules)) return false
  if (tournament && game.tournament?.id !== tournament) return false
  const other = side === 'white' ? game.black : game.white
  return !opponent || other.username.toLowerCase() === opponent.toLowerCase()
}
