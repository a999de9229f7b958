import type { Claim, ClaimState, OfferState } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'
import { displayName } from '$lib/ui/display-name.ts'

const OFFER_STATES: Record<OfferState, () => string> = {
  open: m.offer_state_open,
  accepted: m.offer_state_accepted,
  declined: m.offer_state_declined,
  expired: m.offer_state_expired,
  closed: m.offer_state_closed,
}
const CLAIM_STATES: Record<ClaimState, () => string> = {
  open: m.claim_state_open,
  upheld: m.claim_state_upheld,
  rejected: m.claim_state_rejected,
  withdrawn: m.claim_state_withdrawn,
  closed: m.claim_state_closed,
}

export const formatOfferState = (state: OfferState): string => OFFER_STATES[state]()
export const formatClaimState = (state: ClaimState): string => CLAIM_STATES[state]()

/** Who ruled on a claim, and the reason. */
export function formatVerdict({ by, reason }: NonNullable<Claim['verdict']>): string {
  if (!by) return m.verdict_server()
  return m.verdict_by({ name: displayName(by), reason })
}
