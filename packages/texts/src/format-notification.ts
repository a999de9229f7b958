import type { Notification } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'
import { channelService } from './channel-service.ts'
import { formatDevice } from './format-device.ts'
import { formatLeague } from './format-league.ts'
import { formatOutcomeReason } from './format-outcome-reason.ts'
import { formatPoints } from './format-points.ts'

type ParamsOf<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>['params']

/** The reader's language, and how values are shown to the reader. */
interface NotificationFormat {
  locale: Locale
  ruleSetName: (id: ParamsOf<'challenge-received'>['rules']) => string
  formatMoment: (instant: string) => string
}

/** A notification as a sentence, or two. */
export function formatNotification(
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  format: NotificationFormat,
): string {
  const { locale, ruleSetName, formatMoment } = format
  const options = { locale }
  const notification = { kind, params } as Notification
  switch (notification.kind) {
    case 'challenge-received': {
      const { by, rules } = notification.params
      return m.notifications_challenge_received({ by, rules: ruleSetName(rules) }, options)
    }
    case 'challenge-declined': {
      const { by, reason } = notification.params
      return reason === undefined
        ? m.notifications_challenge_declined({ by }, options)
        : m.notifications_challenge_declined_reason({ by, reason }, options)
    }
    case 'challenge-expired': {
      const { opponent, rules } = notification.params
      return opponent === null
        ? m.notifications_challenge_expired({ rules: ruleSetName(rules) }, options)
        : m.notifications_challenge_expired_named({ opponent }, options)
    }
    case 'game-begun':
      return (notification.params.ladder ? LADDER_GAME_BEGUN : GAME_BEGUN)[notification.params.side](
        { ...notification.params, rules: ruleSetName(notification.params.rules) },
        options,
      )
    case 'game-over':
      return formatGameOver(notification.params, locale)
    case 'draw-offered':
      return m.notifications_draw_offered(notification.params, options)
    case 'claim-filed':
      return m.notifications_claim_filed(notification.params, options)
    case 'claim-withdrawn':
      return m.notifications_claim_withdrawn(notification.params, options)
    case 'claim-ruled':
      return formatRuling(notification.params, locale)
    case 'message-received':
      return m.notifications_message_received(notification.params, options)
    case 'time-given':
      return m.notifications_time_given(notification.params, options)
    case 'time-out':
      return (notification.params.own ? m.notifications_time_out_own : m.notifications_time_out)(
        notification.params,
        options,
      )
    case 'plan-played':
      return m.notifications_conditional_move_played(notification.params, options)
    case 'reminder': {
      const { by, deadline } = notification.params
      return m.notifications_reminder({ by, deadline: formatMoment(deadline) }, options)
    }
    case 'report-ruled': {
      const { player, verdict } = notification.params
      return verdict === 'upheld'
        ? m.notifications_report_upheld({ player }, options)
        : m.notifications_report_dismissed({ player }, options)
    }
    case 'warned':
      return m.notifications_warned(notification.params, options)
    case 'report-upheld': {
      const { by, reason } = notification.params
      return m.notifications_report_about_you({ by, reason }, options)
    }
    case 'sanctioned': {
      const { sanctionKind, reason } = notification.params
      return SANCTIONED[sanctionKind]({ reason }, options)
    }
    case 'sanction-lifted': {
      const { sanctionKind, reason } = notification.params
      return LIFTED[sanctionKind]({ reason }, options)
    }
    case 'appeal-decided': {
      const { verdict, reason } = notification.params
      return verdict === 'granted'
        ? m.notifications_appeal_granted({ reason }, options)
        : m.notifications_appeal_rejected({ reason }, options)
    }
    case 'vacation-begun': {
      const { by, until } = notification.params
      return m.notifications_vacation_begun({ by, until: formatMoment(until) }, options)
    }
    case 'export-ready': {
      const { expiresAt } = notification.params
      return m.notifications_export_ready({ until: formatMoment(expiresAt) }, options)
    }
    case 'tournament': {
      const { name: given, league, change, reason } = notification.params
      const name = league ? formatLeague({ ...league, rules: ruleSetName(league.rules) }, locale) : given
      if (change === 'announced' && reason === null)
        return m.notifications_tournament_announced_deleted({ name }, options)
      return TOURNAMENT[change]({ name, reason: reason ?? '' }, options)
    }
    case 'ladder':
      return m.notifications_ladder_dropped({ rules: ruleSetName(notification.params.rules) }, options)
    case 'club':
      return formatClub(notification.params, locale)
    case 'match': {
      const { a, b, change, score } = notification.params
      return MATCH[change]({ a, b, score: score ? score.map(formatPoints).join('–') : '' }, options)
    }
    case 'webhook-disabled': {
      const { url, reason } = notification.params
      const message = { failing: m.notifications_webhook_failing, gone: m.notifications_webhook_gone }[reason]
      return message({ host: new URL(url).host }, options)
    }
    case 'channel-broken': {
      const { format: service, club } = notification.params
      return club
        ? m.notifications_club_channel_broken({ service: channelService(service), club: club.name }, options)
        : m.notifications_channel_broken({ service: channelService(service) }, options)
    }
    case 'push-broken': {
      const { name, ...device } = notification.params
      return m.notifications_push_broken({ device: name ?? formatDevice(device, options) }, options)
    }
  }
}

const GAME_BEGUN = { white: m.notifications_game_begun_white, black: m.notifications_game_begun_black }
const LADDER_GAME_BEGUN = {
  white: m.notifications_ladder_game_begun_white,
  black: m.notifications_ladder_game_begun_black,
}
const TOURNAMENT = {
  started: m.notifications_tournament_started,
  postponed: m.notifications_tournament_postponed,
  'stage-over': m.notifications_tournament_stage_over,
  finished: m.notifications_tournament_finished,
  cancelled: m.notifications_tournament_cancelled,
  removed: m.notifications_tournament_removed,
  promoted: m.notifications_tournament_promoted,
  relegated: m.notifications_tournament_relegated,
  announced: m.notifications_tournament_announced,
  skipped: m.notifications_tournament_skipped,
  entered: m.notifications_tournament_entered,
}
const MATCH = {
  proposed: m.notifications_match_proposed,
  accepted: m.notifications_match_accepted,
  declined: m.notifications_match_declined,
  cancelled: m.notifications_match_cancelled,
  reminded: m.notifications_match_reminded,
  agreed: m.notifications_match_agreed,
  started: m.notifications_match_started,
  'left-out': m.notifications_match_left_out,
  skipped: m.notifications_match_skipped,
  'signed-up': m.notifications_match_signed_up,
  finished: m.notifications_match_finished,
}
const SANCTIONED = {
  mute: m.notifications_muted,
  restrict: m.notifications_restricted,
  close: m.notifications_closed,
}
const LIFTED = {
  mute: m.notifications_unmuted,
  restrict: m.notifications_unrestricted,
  close: m.notifications_reopened,
}

function formatGameOver({ by, side, winner, reason }: ParamsOf<'game-over'>, locale: Locale): string {
  if (reason === 'cancelled') return m.notifications_game_cancelled({ by }, { locale })
  const message =
    winner === null
      ? m.notifications_game_drawn
      : winner === side
        ? m.notifications_game_won
        : m.notifications_game_lost
  return message({ by, reason: formatOutcomeReason(reason, locale) }, { locale })
}

function formatRuling({ own, verdict, ground }: ParamsOf<'claim-ruled'>, locale: Locale): string {
  const { upheld, rejected } = RULINGS[own ? 'own' : ground === 'proven-draw' ? 'proven' : 'other']
  return (verdict === 'upheld' ? upheld : rejected)({}, { locale })
}

const RULINGS = {
  own: { upheld: m.notifications_claim_own_upheld, rejected: m.notifications_claim_own_rejected },
  other: { upheld: m.notifications_claim_upheld, rejected: m.notifications_claim_rejected },
  proven: { upheld: m.notifications_proven_upheld, rejected: m.notifications_proven_rejected },
}

const ROLES = {
  owner: m.notifications_club_owner,
  organiser: m.notifications_club_organiser,
  member: m.notifications_club_member,
}

function formatClub({ name, change, by, role, text }: ParamsOf<'club'>, locale: Locale): string {
  const options = { locale }
  switch (change) {
    case 'joined':
      return m.notifications_club_joined({ name }, options)
    case 'requested':
      return m.notifications_club_requested({ name, by: by ?? '' }, options)
    case 'declined':
      return m.notifications_club_declined({ name }, options)
    case 'invited':
      return m.notifications_club_invited({ name, by: by ?? '' }, options)
    case 'removed':
      return m.notifications_club_removed({ name, text: text ?? '' }, options)
    case 'role':
      return ROLES[role ?? 'member']({ name }, options)
    case 'announced':
      return text === null
        ? m.notifications_club_announced_deleted({ name }, options)
        : m.notifications_club_announced({ name, text }, options)
    case 'ended':
      return m.notifications_club_ended({ name }, options)
  }
}
