import type { Notification } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

type OutcomeReason = Extract<Notification, { kind: 'game-over' }>['params']['reason']

const REASONS = {
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
} satisfies Record<OutcomeReason, (inputs: object, options: { locale: Locale }) => string>

/** Why a game ended, in a few words. */
export const formatOutcomeReason = (reason: OutcomeReason, locale: Locale): string =>
  REASONS[reason]({}, { locale })
