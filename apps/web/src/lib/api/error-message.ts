import { ApiError } from '@tegenzet/client'
import type { ErrorCode } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { formatDuration } from '../i18n/format-time.ts'
import { isMissingPart, missingPartMessage } from '../missing-parts.svelte.ts'
import { formatRefusal } from './format-refusal.ts'

const MINUTE_MS = 60_000

const SENTENCES: Record<ErrorCode, () => string> = {
  'bad-request': m.api_error_bad_request,
  validation: m.api_error_validation,
  unauthenticated: m.api_error_unauthenticated,
  'wrong-credentials': m.api_error_wrong_credentials,
  'second-factor-needed': m.api_error_second_factor_needed,
  'missing-scope': m.api_error_missing_scope,
  'proof-needed': m.api_error_proof_needed,
  'puzzle-needed': m.api_error_puzzle_needed,
  'registration-closed': m.api_error_registration_closed,
  'invitation-needed': m.api_error_invitation_needed,
  'feature-off': m.api_error_feature_off,
  'factor-required': m.api_error_factor_required,
  'email-not-verified': m.api_error_email_not_verified,
  'password-login-off': m.api_error_password_login_off,
  forbidden: m.api_error_forbidden,
  'guests-cannot': m.api_error_guests_cannot,
  muted: m.api_error_muted,
  restricted: m.api_error_restricted,
  'account-closed': m.api_error_account_closed,
  'not-a-player': m.api_error_not_a_player,
  'contact-refused': m.api_error_contact_refused,
  'not-found': m.api_error_not_found,
  'method-not-allowed': m.api_error_bad_request,
  conflict: m.api_error_conflict,
  'username-taken': m.api_error_username_taken,
  'email-taken': m.api_error_email_taken,
  'game-over': m.api_error_game_over,
  'game-not-over': m.api_error_game_not_over,
  'game-frozen': m.api_error_game_frozen,
  'not-your-turn': m.api_error_not_your_turn,
  'stale-ply': m.api_error_stale_ply,
  'no-hint': m.api_error_no_hint,
  overdue: m.api_error_overdue,
  'not-overdue': m.api_error_not_overdue,
  'terms-not-possible': m.api_error_terms_not_possible,
  'gift-refused': m.api_error_gift_refused,
  'too-late-to-cancel': m.api_error_too_late_to_cancel,
  'vacation-overlaps': m.api_error_vacation_overlaps,
  'vacation-over': m.api_error_vacation_over,
  'little-time-left': m.api_error_little_time_left,
  'challenge-closed': m.api_error_challenge_closed,
  'player-blocked': m.api_error_player_blocked,
  'already-reported': m.api_error_already_reported,
  'payload-too-large': m.api_error_payload_too_large,
  'unsupported-media-type': m.api_error_bad_request,
  'upgrade-required': m.api_error_bad_request,
  'game-running': m.api_error_game_running,
  'malformed-position': m.api_error_malformed_position,
  'malformed-tree': m.api_error_malformed_tree,
  'malformed-record': m.api_error_malformed_record,
  'illegal-move': m.api_error_illegal_move,
  'offer-open': m.api_error_offer_open,
  'claim-refused': m.api_error_claim_refused,
  'offer-refused': m.api_error_offer_refused,
  'offer-repeated': m.api_error_offer_repeated,
  'own-challenge': m.api_error_own_challenge,
  yourself: m.api_error_yourself,
  'report-refused': m.api_error_report_refused,
  'unknown-opponent': m.api_error_unknown_opponent,
  'not-a-new-account': m.api_error_not_a_new_account,
  'rated-not-possible': m.api_error_rated_not_possible,
  'entries-closed': m.api_error_entries_closed,
  'already-entered': m.api_error_already_entered,
  'tournament-full': m.api_error_tournament_full,
  'not-a-member': m.api_error_not_a_member,
  'already-a-member': m.api_error_already_a_member,
  'club-full': m.api_error_club_full,
  'lineups-closed': m.api_error_lineups_closed,
  'rating-out-of-range': m.api_error_rating_out_of_range,
  'wrong-kind': m.api_error_wrong_kind,
  'too-far-above': m.api_error_too_far_above,
  'too-many-challenges': m.api_error_too_many_challenges,
  'met-recently': m.api_error_met_recently,
  'opponent-restricted': m.api_error_opponent_restricted,
  'on-vacation': m.api_error_on_vacation,
  'bots-not-welcome': m.api_error_bots_not_welcome,
  'weak-password': m.api_error_weak_password,
  'link-expired': m.api_error_link_expired,
  'idempotency-key-reused': m.api_error_idempotency_key_reused,
  'not-enough-vacation': m.api_error_not_enough_vacation,
  'limit-reached': m.api_error_limit_reached,
  'use-a-channel': m.api_error_use_a_channel,
  'url-refused': m.api_error_url_refused,
  'new-account-limit': m.api_error_new_account_limit,
  'rate-limited': m.api_error_rate_limited,
  internal: m.api_error_internal,
  unavailable: m.api_error_unavailable,
}

/** A sentence about the error in the reader's language. Whatever else is neither an `ApiError` nor a missing part of the page counts as a network error. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    const refusals = error.problem.refusals ?? []
    if (refusals.length > 0) return refusals.map((refusal) => formatRefusal(refusal)).join(' ')
    const waitMs = (error.retryAfter ?? 0) * 1000
    if (error.code === 'rate-limited' && waitMs >= MINUTE_MS)
      return m.api_error_rate_limited_for({ duration: formatDuration(waitMs, 'long') })
    return (SENTENCES[error.code] ?? m.api_error_internal)()
  }
  return isMissingPart(error) ? missingPartMessage() : m.api_error_network()
}

/** Paths of the invalid fields: `['redirectUris', '0']` for the first item of a list. */
export const invalidFields = ({ problem }: ApiError): string[][] =>
  (problem.errors ?? []).map(({ path }) => path.split('/').slice(2))
