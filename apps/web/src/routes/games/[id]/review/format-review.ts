import { m } from '@tegenzet/texts/messages'
import { movesToWin } from '$lib/analysis/format-win.ts'
import type { Reason } from '$lib/families/reason.ts'
import { getRegionalLocale } from '$lib/i18n/locale.svelte.ts'
import type { Mark } from './judge-moves.ts'

/** As chess players write them. */
export const MARK_SYMBOLS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' }

const MARK_NAMES: Record<Mark, () => string> = {
  inaccuracy: m.review_mark_inaccuracy,
  mistake: m.review_mark_mistake,
  blunder: m.review_mark_blunder,
}

export const markName = (mark: Mark): string => MARK_NAMES[mark]()

/** Why a move was a mistake, as a sentence. @param opponent the name of the other player */
export function formatReason(reason: Reason, opponent: string): string {
  switch (reason.kind) {
    case 'was-won':
      return m.review_reason_was_won({ count: movesToWin(reason.plies) })
    case 'loses':
      return m.review_reason_loses({ count: movesToWin(reason.plies), name: opponent })
    case 'was-drawn':
      return m.review_reason_was_drawn()
    case 'two-mills':
      return m.review_reason_two_mills()
    case 'allows-mill':
      return m.review_reason_allows_mill({ name: opponent })
    case 'misses-mill':
      return m.review_reason_misses_mill()
    case 'blocked':
      return m.review_reason_blocked({ count: reason.count })
    case 'stays-in-camp':
      return m.review_reason_stays_in_camp({ count: reason.count })
    case 'allows-chain':
      return m.review_reason_allows_chain({ name: opponent, count: reason.jumps })
    case 'misses-chain':
      return m.review_reason_misses_chain({ count: reason.jumps })
    case 'misses-preparation':
      return m.review_reason_misses_preparation({ count: reason.jumps })
    case 'moves-back':
      return m.review_reason_moves_back()
  }
}

/** A share of 1, such as winning chances: 57%. */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat(getRegionalLocale(), { style: 'percent' }).format(share)
