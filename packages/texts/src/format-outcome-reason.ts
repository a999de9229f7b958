import type { Notification } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

type OutcomeReason = Extract<Notification, { kind: 'game-over' }>['params']['reason']

const REASONS = {
  'few-stones': m.games_reason_few_stones,
  blocked: m.games_reason_blocked,
  'camp-filled': m.games_reason_camp_filled,
  'camp-not-cleared': m.games_reason_camp_not_cleared,
  'camp-re-entered': m.games_reason_camp_re_entered,
  resignation: m.games_reason_resignation,
  timeout: m.games_reason_timeout,
  forfeit: m.games_reason_forfeit,
  agreement: m.games_reason_agreement,
  repetition: m.games_reason_repetition,
  'quiet-moves': m.games_reason_quiet_moves,
  'proven-draw': m.games_reason_proven_draw,
  'camps-not-cleared': m.games_reason_camps_not_cleared,
  'too-long': m.games_reason_too_long,
  cancelled: m.games_reason_cancelled,
} satisfies Record<OutcomeReason, (inputs: object, options: { locale: Locale }) => string>

/** Why a game ended, in a few words. */
export const formatOutcomeReason = (reason: OutcomeReason, locale: Locale): string =>
  REASONS[reason]({}, { locale })
