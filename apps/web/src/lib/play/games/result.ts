import type { Game } from '@tegenzet/contract'
import type { OutcomeReason, Side } from '@tegenzet/rules'
import { formatOutcomeReason } from '@tegenzet/texts/format-outcome-reason'
import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** Why a game ended, in a few words. */
export const formatShortReason = (reason: OutcomeReason): string => formatOutcomeReason(reason, getLocale())

/** A player's side in a game; null for spectators. */
export const sideOf = (game: Game, username: string): Side | null =>
  game.white.username === username ? 'white' : game.black.username === username ? 'black' : null

/** The result of a game for one side; null while it is running. */
export function resultFor(game: Game, side: Side): 'won' | 'lost' | 'drawn' | 'cancelled' | null {
  if (!game.outcome) return null
  if (game.status === 'cancelled') return 'cancelled'
  if (game.outcome.winner === null) return 'drawn'
  return game.outcome.winner === side ? 'won' : 'lost'
}
