import type { Game } from '@tegenzet/contract'
import type { Filters, Shown } from '@tegenzet/pages/my-games'
import { sideOf } from '$lib/play/games/result.ts'

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
