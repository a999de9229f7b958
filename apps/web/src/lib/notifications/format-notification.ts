import type { Notification } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatShortReason } from '$lib/games/result.ts'
import { formatDateTime } from '$lib/i18n/format-time.ts'
import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { m } from '$lib/paraglide/messages.js'

type NotificationOf<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>

/** A notification as a sentence. */
export function formatNotification(notification: Notification): string {
  switch (notification.kind) {
    case 'challenge-received':
      return m.notice_challenge_received({
        by: notification.params.by,
        rules: ruleSet(notification.params.rules).names[getLocale()],
      })
    case 'challenge-declined':
      return m.notice_challenge_declined(notification.params)
    case 'challenge-expired':
      return notification.params.opponent === null
        ? m.notice_challenge_expired({ rules: ruleSet(notification.params.rules).names[getLocale()] })
        : m.notice_challenge_expired_named({ opponent: notification.params.opponent })
    case 'game-begun':
      return { white: m.notice_game_begun_white, black: m.notice_game_begun_black }[notification.params.side](
        notification.params,
      )
    case 'game-over':
      return formatGameOver(notification)
    case 'draw-offered':
      return m.notice_draw_offered(notification.params)
    case 'claim-filed':
      return m.notice_claim_filed(notification.params)
    case 'claim-withdrawn':
      return m.notice_claim_withdrawn(notification.params)
    case 'claim-ruled':
      return formatRuling(notification)
    case 'message-received':
      return m.notice_message_received(notification.params)
    case 'plan-played':
      return m.notice_plan_played(notification.params)
    case 'reminder':
      return m.notice_reminder({
        by: notification.params.by,
        deadline: formatDateTime(notification.params.deadline),
      })
    case 'report-ruled':
      return { upheld: m.notice_report_upheld, dismissed: m.notice_report_dismissed }[
        notification.params.verdict
      ](notification.params)
    case 'warned':
      return m.notice_warned(notification.params)
    case 'vacation-begun':
      return m.notice_vacation_begun({
        by: notification.params.by,
        until: formatDateTime(notification.params.until),
      })
    case 'webhook-disabled':
      return { failing: m.notice_webhook_failing, gone: m.notice_webhook_gone }[notification.params.reason]({
        host: new URL(notification.params.url).host,
      })
  }
}

function formatGameOver({ params: { by, side, winner, reason } }: NotificationOf<'game-over'>): string {
  if (reason === 'cancelled') return m.notice_game_cancelled({ by })
  const message =
    winner === null ? m.notice_game_drawn : winner === side ? m.notice_game_won : m.notice_game_lost
  return message({ by, reason: formatShortReason(reason) })
}

function formatRuling({ params: { own, verdict } }: NotificationOf<'claim-ruled'>): string {
  if (own) return verdict === 'upheld' ? m.notice_claim_own_upheld() : m.notice_claim_own_rejected()
  return verdict === 'upheld' ? m.notice_claim_upheld() : m.notice_claim_rejected()
}

/** The page that shows what a notification is about. */
export function notificationHref(notification: Notification): string {
  switch (notification.kind) {
    case 'webhook-disabled':
      return `/account/webhooks/${notification.params.webhook}`
    case 'report-ruled':
      return '/account/people'
    case 'warned':
      return '/account'
    case 'vacation-begun':
      return `/players/${notification.params.by}`
    default:
      return notification.game === null ? '/lobby' : `/games/${notification.game}`
  }
}
