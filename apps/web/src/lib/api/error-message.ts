import { ApiError } from '@tegenzet/client'
import type { ErrorCode } from '@tegenzet/contract'
import { formatRefusal } from '$lib/draws/format-claims.ts'
import { m } from '$lib/paraglide/messages.js'

const SENTENCES: Record<ErrorCode, () => string> = {
  'bad-request': m.error_bad_request,
  validation: m.error_validation,
  unauthenticated: m.error_unauthenticated,
  'wrong-credentials': m.error_wrong_credentials,
  'missing-scope': m.error_missing_scope,
  forbidden: m.error_forbidden,
  'not-a-player': m.error_not_a_player,
  'contact-refused': m.error_contact_refused,
  'not-found': m.error_not_found,
  'method-not-allowed': m.error_bad_request,
  conflict: m.error_conflict,
  'username-taken': m.error_username_taken,
  'email-taken': m.error_email_taken,
  'game-over': m.error_game_over,
  'game-not-over': m.error_game_not_over,
  'game-frozen': m.error_game_frozen,
  'not-your-turn': m.error_not_your_turn,
  'stale-ply': m.error_stale_ply,
  'too-late-to-cancel': m.error_too_late_to_cancel,
  'vacation-overlaps': m.error_vacation_overlaps,
  'vacation-over': m.error_vacation_over,
  'little-time-left': m.error_little_time_left,
  'challenge-closed': m.error_challenge_closed,
  'player-blocked': m.error_player_blocked,
  'already-reported': m.error_already_reported,
  'payload-too-large': m.error_payload_too_large,
  'unsupported-media-type': m.error_bad_request,
  'upgrade-required': m.error_bad_request,
  'illegal-move': m.error_illegal_move,
  'offer-open': m.error_offer_open,
  'claim-refused': m.error_claim_refused,
  'offer-refused': m.error_offer_refused,
  'offer-repeated': m.error_offer_repeated,
  'own-challenge': m.error_own_challenge,
  yourself: m.error_yourself,
  'report-refused': m.error_report_refused,
  'unknown-opponent': m.error_unknown_opponent,
  'not-a-new-account': m.error_not_a_new_account,
  'bots-not-welcome': m.error_bots_not_welcome,
  'link-expired': m.error_link_expired,
  'idempotency-key-reused': m.error_idempotency_key_reused,
  'not-enough-vacation': m.error_not_enough_vacation,
  'limit-reached': m.error_limit_reached,
  'url-refused': m.error_url_refused,
  'rate-limited': m.error_rate_limited,
  internal: m.error_internal,
  unavailable: m.error_unavailable,
}

/** A sentence about the error in the reader's language. Whatever is no `ApiError` counts as a network error. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    const refusals = error.problem.refusals ?? []
    if (refusals.length > 0) return refusals.map((refusal) => formatRefusal(refusal)).join(' ')
    return (SENTENCES[error.code] ?? m.error_internal)()
  }
  return m.error_network()
}

/** Paths of the invalid fields: `['redirectUris', '0']` for the first item of a list. */
export const invalidFields = ({ problem }: ApiError): string[][] =>
  (problem.errors ?? []).map(({ path }) => path.split('/').slice(2))
