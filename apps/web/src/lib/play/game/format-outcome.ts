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
  'proven-draw': m.game_outcome_proven_draw,
  'camps-not-cleared': m.game_outcome_camps_not_cleared,
  'too-long': m.game_outcome_too_long,
  cancelled: m.game_outcome_cancelled_text,
}

/** The reasons that are about the loser, or about the winner of a filled camp, when that is the reader. */
const OWN_REASONS: Partial<Record<OutcomeReason, () => string>> = {
  'few-stones': m.game_outcome_you_few_stones,
  blocked: m.game_outcome_you_blocked,
  'camp-filled': m.game_outcome_you_camp_filled,
  'camp-not-cleared': m.game_outcome_you_camp_not_cleared,
  'camp-re-entered': m.game_outcome_you_camp_re_entered,
  resignation: m.game_outcome_you_resignation,
  timeout: m.game_outcome_you_timeout,
  forfeit: m.game_outcome_you_forfeit,
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

/** The reason a game ended, as a sentence for the reader; `me` is null for a spectator. */
export function formatOutcomeReason(
  { winner, reason }: Outcome,
  names: Record<Side, string>,
  me: Side | null,
): string {
  if (winner === null) return REASONS[reason]({ winner: '', loser: '' })
  const loser = opponent(winner)
  const own = me === (reason === 'camp-filled' ? winner : loser) ? OWN_REASONS[reason] : undefined
  return own?.() ?? REASONS[reason]({ winner: names[winner], loser: names[loser] })
}

/** The same with what happened at the end. @param stones the number of stones each side began with */
export function formatEnding(
  outcome: Outcome,
  names: Record<Side, string>,
  me: Side | null,
  stones: number,
): string {
  const { winner, reason } = outcome
  if (reason !== 'few-stones' || winner === null) return formatOutcomeReason(outcome, names, me)
  const parties = { winner: names[winner], loser: names[opponent(winner)], count: stones - 2 }
  if (me === null) return m.game_result_took(parties)
  return me === winner ? m.game_result_you_took(parties) : m.game_result_took_yours(parties)
}
