import type { Notification } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatShortReason } from '$lib/games/result.ts'
import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { moment } from '$lib/i18n/time.ts'
import { m } from '$lib/paraglide/messages.js'

type NoticeOf<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>

/** What a notice tells, as a sentence. */
export function sayNotice(notice: Notification): string {
  switch (notice.kind) {
    case 'challenge-received':
      return m.notice_challenge_received({
        by: notice.params.by,
        rules: ruleSet(notice.params.rules).names[getLocale()],
      })
    case 'challenge-declined':
      return m.notice_challenge_declined(notice.params)
    case 'challenge-expired':
      return notice.params.opponent === null
        ? m.notice_challenge_expired({ rules: ruleSet(notice.params.rules).names[getLocale()] })
        : m.notice_challenge_expired_named({ opponent: notice.params.opponent })
    case 'game-begun':
      return { white: m.notice_game_begun_white, black: m.notice_game_begun_black }[notice.params.side](
        notice.params,
      )
    case 'game-over':
      return sayGameOver(notice)
    case 'draw-offered':
      return m.notice_draw_offered(notice.params)
    case 'claim-filed':
      return m.notice_claim_filed(notice.params)
    case 'claim-withdrawn':
      return m.notice_claim_withdrawn(notice.params)
    case 'claim-ruled':
      return sayRuling(notice)
    case 'message-received':
      return m.notice_message_received(notice.params)
    case 'plan-played':
      return m.notice_plan_played(notice.params)
    case 'reminder':
      return m.notice_reminder({ by: notice.params.by, deadline: moment(notice.params.deadline) })
    case 'report-ruled':
      return { upheld: m.notice_report_upheld, dismissed: m.notice_report_dismissed }[notice.params.verdict](
        notice.params,
      )
    case 'warned':
      return m.notice_warned(notice.params)
    case 'vacation-begun':
      return m.notice_vacation_begun({ by: notice.params.by, until: moment(notice.params.until) })
    case 'webhook-disabled':
      return { failing: m.notice_webhook_failing, gone: m.notice_webhook_gone }[notice.params.reason]({
        host: new URL(notice.params.url).host,
      })
  }
}

function sayGameOver({ params: { by, side, winner, reason } }: NoticeOf<'game-over'>): string {
  if (reason === 'cancelled') return m.notice_game_cancelled({ by })
  const say = winner === null ? m.notice_game_drawn : winner === side ? m.notice_game_won : m.notice_game_lost
  return say({ by, reason: formatShortReason(reason) })
}

function sayRuling({ params: { own, verdict } }: NoticeOf<'claim-ruled'>): string {
  if (own) return verdict === 'upheld' ? m.notice_claim_own_upheld() : m.notice_claim_own_rejected()
  return verdict === 'upheld' ? m.notice_claim_upheld() : m.notice_claim_rejected()
}

/** Where what a notice tells of is to be seen. */
export function placeOf(notice: Notification): string {
  switch (notice.kind) {
    case 'webhook-disabled':
      return `/account/webhooks/${notice.params.webhook}`
    case 'report-ruled':
      return '/account/people'
    case 'warned':
      return '/account'
    case 'vacation-begun':
      return `/players/${notice.params.by}`
    default:
      return notice.game === null ? '/lobby' : `/games/${notice.game}`
  }
}
