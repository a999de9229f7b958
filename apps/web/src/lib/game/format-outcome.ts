import { type Outcome, type OutcomeReason, opponent, type Side } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

type Parties = { winner: string; loser: string }

const REASONS: Record<OutcomeReason, (parties: Parties) => string> = {
  'few-stones': m.game_outcome_few_stones,
  blocked: m.game_outcome_blocked,
  'camp-filled': m.game_outcome_camp_filled,
  'camp-not-cleared': m.game_outcome_camp_not_cleared,
  'camp-re-entered': m.game_outcome_camp_re_entered,
  resignation: m.game_outcome_resignation,
  timeout: m.game_outcome_timeout,
  forfeit: m.game_outcome_forfeit,
  agreement: m.game_outcome_agreement,
  repetition: m.game_outcome_repetition,
  'quiet-moves': m.game_outcome_quiet_moves,
  'camps-not-cleared': m.game_outcome_camps_not_cleared,
  'too-long': m.game_outcome_too_long,
  cancelled: m.game_outcome_cancelled_text,
}

/** The result of a game as a title for the reader; `me` is null for a spectator. */
export function formatResult(
  { winner, reason }: Outcome,
  names: Record<Side, string>,
  me: Side | null,
): string {
  if (reason === 'cancelled') return m.game_outcome_cancelled()
  if (winner === null) return m.game_outcome_drawn()
  if (me === null) return m.game_outcome_won({ winner: names[winner] })
  return winner === me ? m.game_outcome_you_won() : m.game_outcome_you_lost()
}

/** The reason a game ended, as a sentence. */
export function formatOutcomeReason({ winner, reason }: Outcome, names: Record<Side, string>): string {
  const parties = winner
    ? { winner: names[winner], loser: names[opponent(winner)] }
    : { winner: '', loser: '' }
  return REASONS[reason](parties)
}
