import { type Outcome, type OutcomeReason, opponent, type Side } from '@tegenzet/rules'
import { m } from '$lib/paraglide/messages.js'

type Parties = { winner: string; loser: string }

const REASONS: Record<OutcomeReason, (parties: Parties) => string> = {
  'few-stones': m.over_few_stones,
  blocked: m.over_blocked,
  'camp-filled': m.over_camp_filled,
  'camp-not-cleared': m.over_camp_not_cleared,
  'camp-re-entered': m.over_camp_re_entered,
  resignation: m.over_resignation,
  timeout: m.over_timeout,
  agreement: m.over_agreement,
  repetition: m.over_repetition,
  'quiet-moves': m.over_quiet_moves,
  'camps-not-cleared': m.over_camps_not_cleared,
  cancelled: m.over_cancelled_text,
}

/** The result of a game as a title for the reader; `me` is null for a spectator. */
export function formatResult(
  { winner, reason }: Outcome,
  names: Record<Side, string>,
  me: Side | null,
): string {
  if (reason === 'cancelled') return m.over_cancelled()
  if (winner === null) return m.over_drawn()
  if (me === null) return m.over_won({ winner: names[winner] })
  return winner === me ? m.over_you_won() : m.over_you_lost()
}

/** The reason a game ended, as a sentence. */
export function formatOutcomeReason({ winner, reason }: Outcome, names: Record<Side, string>): string {
  const parties = winner
    ? { winner: names[winner], loser: names[opponent(winner)] }
    : { winner: '', loser: '' }
  return REASONS[reason](parties)
}
