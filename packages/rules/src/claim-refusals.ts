import { itemAt } from '@tegenzet/common'
import {
  areWellFormed,
  type Basis,
  type ClaimContext,
  type ClaimFacts,
  type ClaimRefusal,
  isSameBasis,
  numbersOf,
  type OfferFacts,
  type Params,
} from './claims.ts'
import { playText, sideToMove } from './game.ts'
import type { RuleSet } from './rule-set.ts'

/** All reasons why a claim is not allowed now (docs/rules.md, a claim). */
export function claimRefusals(rules: RuleSet, claim: ClaimFacts, context: ClaimContext): ClaimRefusal[] {
  if (context.over) return [{ code: 'game-over', params: {} }]
  const { positions, openClaim, offers, earlier } = context
  const { policy, earliestPly } = rules.draws
  const ply = positions.length - 1
  const last = lastNumber(claim)
  const beforeMoving = policy === 'before-moving'
  const kind = claim.ground === 'repetition' ? rules.draws.repetition : rules.draws.quiet
  const refusals: ClaimRefusal[] = []
  const refuse = (code: ClaimRefusal['code'], params: Params = {}) => refusals.push({ code, params })

  if (openClaim) refuse('game-frozen')
  if (kind === null) refuse('ground-not-available', { ground: claim.ground })
  if (kind === 'automatic') refuse('nobody-claims')

  const wellFormed = areWellFormed(claim)
  const fits = claim.intendedMove && policy !== 'after-declined-offer' ? last === ply + 1 : last <= ply
  if (!wellFormed || !fits) refuse('malformed-numbers', { ply })
  if (wellFormed && beforeMoving && last < ply) refuse('played-on', { number: last, ply })
  if (wellFormed && kind === 'claimed' && last < earliestPly)
    refuse('too-early', { number: last, earliest: earliestPly })

  if (beforeMoving && claim.by !== sideToMove(itemAt(positions, ply))) refuse('not-your-turn')
  if (claim.intendedMove && policy && !(beforeMoving && playText(rules, positions, claim.intendedMove).ok))
    refuse('illegal-intended-move', { move: claim.intendedMove })
  if (policy === 'after-declined-offer' && !foundingOffer(claim, offers)) refuse('no-declined-offer')

  const own = earlier.filter((other) => other.by === claim.by)
  const settled = own.filter((other) => other.state === 'rejected' || other.state === 'withdrawn')
  if (own.some((other) => other.ply === ply) || settled.some((other) => isSameBasis(other, claim)))
    refuse('already-claimed')
  return refusals
}

/** The last number that a claim or an offer names. NaN if it names none: that is neither early nor late. */
const lastNumber = (basis: Basis): number => numbersOf(basis).at(-1) ?? Number.NaN

/** All reasons why an offer made after `ply` plies cannot name this ground and these numbers. */
export function offerRefusals(rules: RuleSet, basis: Basis, ply: number): ClaimRefusal[] {
  const refusals: ClaimRefusal[] = []
  if (basis.ground === 'quiet-moves' && rules.draws.quiet === null)
    refusals.push({ code: 'ground-not-available', params: { ground: basis.ground } })
  if (!areWellFormed(basis) || lastNumber(basis) > ply)
    refusals.push({ code: 'malformed-numbers', params: { ply } })
  return refusals
}

/**
 * The offer that a claim after a declined offer is based on: made by the claimant, declined or expired, with the same
 * ground and numbers. The one that the claim names, or else the latest.
 */
export const foundingOffer = <Offer extends OfferFacts>(
  claim: ClaimFacts,
  offers: readonly Offer[],
): Offer | undefined => offers.filter((offer) => allows(offer, claim)).at(-1)

const allows = (offer: OfferFacts, claim: ClaimFacts): boolean =>
  offer.by === claim.by &&
  (offer.state === 'declined' || offer.state === 'expired') &&
  (claim.offer == null || claim.offer === offer.id) &&
  offer.ground != null &&
  isSameBasis(offer, claim)
