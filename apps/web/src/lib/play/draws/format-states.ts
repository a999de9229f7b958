import type { Claim, ClaimState, OfferState } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const OFFER_STATES: Record<OfferState, () => string> = {
  open: m.draws_offer_state_open,
  accepted: m.draws_offer_state_accepted,
  declined: m.draws_offer_state_declined,
  expired: m.draws_offer_state_expired,
  closed: m.draws_offer_state_closed,
}
const CLAIM_STATES: Record<ClaimState, () => string> = {
  open: m.draws_claim_state_open,
  upheld: m.draws_claim_state_upheld,
  rejected: m.draws_claim_state_rejected,
  withdrawn: m.draws_claim_state_withdrawn,
  closed: m.draws_claim_state_closed,
}

export const formatOfferState = (state: OfferState): string => OFFER_STATES[state]()
export const formatClaimState = (state: ClaimState): string => CLAIM_STATES[state]()

/** Who ruled on a claim, and the reason. */
export function formatVerdict({ by, reason }: NonNullable<Claim['verdict']>): string {
  if (!by) return m.draws_verdict_server()
  return m.draws_verdict_by({ name: by.username, reason })
}
