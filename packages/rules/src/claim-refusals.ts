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
import type { Position } from './notation.ts'
import { canBeProved, haveSameStones, unprovable } from './provable.ts'
import type { RuleSet } from './rule-set.ts'

/** All reasons why a claim is not allowed now (docs/rules.md, a claim). */
export function claimRefusals(rules: RuleSet, claim: ClaimFacts, context: ClaimContext): ClaimRefusal[] {
  if (context.over) return [{ code: 'game-over', params: {} }]
  const { positions, openClaim, offers, covered } = context
  const { earliestPly } = rules.draws
  const ply = positions.length - 1
  const last = lastNumber(claim)
  const proven = claim.ground === 'proven-draw'
  const policy = policyOf(rules, claim)
  const beforeMoving = policy === 'before-moving'
  const kind = kindOf(rules, claim, covered)
  const refusals: ClaimRefusal[] = []
  const refuse = (code: ClaimRefusal['code'], params: Params = {}) => refusals.push({ code, params })

  if (openClaim) refuse('game-frozen')
  if (kind === null) refuse('ground-not-available', { ground: claim.ground })
  if (kind === 'automatic') refuse('nobody-claims')

  const wellFormed = areWellFormed(claim)
  const fits =
    claim.intendedMove && policy !== 'after-declined-offer' && !proven ? last === ply + 1 : last <= ply
  if (!wellFormed || !fits) refuse('malformed-numbers', { ply })
  if (wellFormed && (beforeMoving || proven) && last < ply) refuse('played-on', { number: last, ply })
  if (wellFormed && kind === 'claimed' && !proven && last < earliestPly)
    refuse('too-early', { number: last, earliest: earliestPly })

  if (beforeMoving && claim.by !== sideToMove(itemAt(positions, ply))) refuse('not-your-turn')
  const playable = beforeMoving && !proven
  if (claim.intendedMove && policy && !(playable && playText(rules, positions, claim.intendedMove).ok))
    refuse('illegal-intended-move', { move: claim.intendedMove })
  if (proven && covered !== null && kind) refusals.push(...unprovable(rules, itemAt(positions, ply), covered))
  if (policy === 'after-declined-offer' && !foundingOffer(rules, claim, offers, positions))
    refuse('no-declined-offer')
  if (isClaimed(rules, claim, context)) refuse('already-claimed')
  return refusals
}

/** In games where nobody claims other draws, a proven one is claimed before moving. */
const policyOf = ({ draws }: RuleSet, { ground }: Basis) =>
  ground === 'proven-draw' ? (draws.policy ?? 'before-moving') : draws.policy

function kindOf(rules: RuleSet, { ground }: Basis, covered: number | null) {
  switch (ground) {
    case 'repetition':
      return rules.draws.repetition
    case 'quiet-moves':
      return rules.draws.quiet
    case 'proven-draw':
      return covered !== null && canBeProved(rules) ? 'claimed' : null
  }
}

/**
 * Whether a player has used up a claim. A proven draw is none of the claims of its ply, and is claimed again only when a
 * stone has been taken.
 */
function isClaimed(
  rules: RuleSet,
  claim: ClaimFacts,
  { positions, earlier }: Pick<ClaimContext, 'positions' | 'earlier'>,
): boolean {
  const ply = positions.length - 1
  const own = earlier.filter((other) => other.by === claim.by)
  if (claim.ground === 'proven-draw')
    return own.some(
      (other) => other.ground === 'proven-draw' && haveSameStones(rules, positions, other.position, ply),
    )
  const others = own.filter((other) => other.ground !== 'proven-draw')
  const settled = others.filter((other) => other.state === 'rejected' || other.state === 'withdrawn')
  return others.some((other) => other.ply === ply) || settled.some((other) => isSameBasis(other, claim))
}

/** The last number that a claim or an offer names. NaN if it names none: that is neither early nor late. */
const lastNumber = (basis: Basis): number => numbersOf(basis).at(-1) ?? Number.NaN

/** What decides whether an offer may name a ground: for a proven draw the position on the board is the last one. */
export type OfferContext = Pick<ClaimContext, 'positions' | 'covered' | 'earlier'>

/** All reasons why an offer on the last of the positions cannot name this ground and these numbers. */
export function offerRefusals(
  rules: RuleSet,
  offer: Basis & Pick<ClaimFacts, 'by'>,
  context: OfferContext,
): ClaimRefusal[] {
  const { positions, covered } = context
  const ply = positions.length - 1
  const proven = offer.ground === 'proven-draw'
  const last = lastNumber(offer)
  const refusals: ClaimRefusal[] = []
  if (kindOf(rules, offer, covered) === null)
    refusals.push({ code: 'ground-not-available', params: { ground: offer.ground } })
  else if (proven && covered !== null) refusals.push(...unprovable(rules, itemAt(positions, ply), covered))
  const wellFormed = areWellFormed(offer)
  if (!wellFormed || last > ply) refusals.push({ code: 'malformed-numbers', params: { ply } })
  if (proven && wellFormed && last < ply) refusals.push({ code: 'played-on', params: { number: last, ply } })
  if (proven && isClaimed(rules, offer, context)) refusals.push({ code: 'already-claimed', params: {} })
  return refusals
}

/**
 * The offer that a claim after a declined offer is based on: made by the claimant, declined or expired, with the same
 * ground and numbers, or with as many stones of each colour on the board. The one that the claim names, or else the latest.
 */
export const foundingOffer = <Offer extends OfferFacts>(
  rules: RuleSet,
  claim: ClaimFacts,
  offers: readonly Offer[],
  positions: readonly Position[],
): Offer | undefined =>
  offers
    .filter(
      (offer) =>
        offer.by === claim.by &&
        (offer.state === 'declined' || offer.state === 'expired') &&
        (claim.offer == null || claim.offer === offer.id) &&
        founds(rules, offer, claim, positions),
    )
    .at(-1)

function founds(
  rules: RuleSet,
  offer: OfferFacts,
  claim: ClaimFacts,
  positions: readonly Position[],
): boolean {
  if (offer.ground == null) return false
  if (offer.ground !== 'proven-draw' || claim.ground !== 'proven-draw') return isSameBasis(offer, claim)
  return offer.position <= claim.position && haveSameStones(rules, positions, offer.position, claim.position)
}
