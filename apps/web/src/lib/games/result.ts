import type { Game } from '@tegenzet/contract'
import type { OutcomeReason, Side } from '@tegenzet/rules'
import { formatOutcomeReason } from '@tegenzet/texts/format-outcome-reason'
import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** In a few words why a game ended. */
export const formatShortReason = (reason: OutcomeReason): string => formatOutcomeReason(reason, getLocale())

/** The side somebody plays in a game; null for those who look on. */
export const sideOf = (game: Game, username: string): Side | null =>
  game.white.username === username ? 'white' : game.black.username === username ? 'black' : null

/** How a game ended for one side: won, lost, drawn or cancelled; null while it runs. */
export function resultFor(game: Game, side: Side): 'won' | 'lost' | 'drawn' | 'cancelled' | null {
  if (!game.outcome) return null
  if (game.status === 'cancelled') return 'cancelled'
  if (game.outcome.winner === null) return 'drawn'
  return game.outcome.winner === side ? 'won' : 'lost'
}
