import type { Game } from '@tegenzet/contract'
import type { OutcomeReason, Side } from '@tegenzet/rules'
import { m } from '$lib/paraglide/messages.js'

const REASONS: Record<OutcomeReason, () => string> = {
  'few-stones': m.by_few_stones,
  blocked: m.by_blocked,
  'camp-filled': m.by_camp_filled,
  'camp-not-cleared': m.by_camp_not_cleared,
  'camp-re-entered': m.by_camp_re_entered,
  resignation: m.by_resignation,
  timeout: m.by_timeout,
  agreement: m.by_agreement,
  repetition: m.by_repetition,
  'quiet-moves': m.by_quiet_moves,
  'camps-not-cleared': m.by_camps_not_cleared,
  cancelled: m.by_cancelled,
}

/** In a few words why a game ended. */
export const formatShortReason = (reason: OutcomeReason): string => REASONS[reason]()

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
