import type { Appeal, SanctionKind } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

interface SanctionTexts {
  /** The act, for buttons and choices. */
  verb: () => string
  /** The state of the player. */
  state: () => string
  /** What it means. */
  text: () => string
}

export const SANCTION_TEXTS: Record<SanctionKind, SanctionTexts> = {
  mute: { verb: m.admin_sanction_mute, state: m.admin_sanction_muted, text: m.admin_sanction_mute_text },
  restrict: {
    verb: m.admin_sanction_restrict,
    state: m.admin_sanction_restricted,
    text: m.admin_sanction_restrict_text,
  },
  close: { verb: m.admin_sanction_close, state: m.admin_sanction_closed, text: m.admin_sanction_close_text },
}

/** The sanctions in force in one line. */
export const formatSanctions = (kinds: readonly SanctionKind[]): string =>
  kinds.map((kind) => SANCTION_TEXTS[kind].state()).join(', ')

export const formatAppealVerdict = (verdict: Exclude<Appeal['state'], 'open'>): string =>
  verdict === 'granted' ? m.admin_appeals_granted() : m.admin_appeals_rejected()
