import { QUIET_LIMIT, REPETITION } from './draws.ts'
import { decodePosition, playText, samePositionKey, sideToMove } from './game.ts'
import type { Position } from './notation.ts'
import type { DecodedPosition } from './rule-engine.ts'
import type { RuleSet } from './rule-set.ts'
import { SIDES, type Side } from './side.ts'

export const GROUNDS = ['repetition', 'quiet-moves'] as const
export type Ground = (typeof GROUNDS)[number]

/**
 * What a claim, or an offer with a ground, rests on: three position numbers, rising; or the first and the last ply of the
 * quiet stretch, both counted.
 */
export type Basis =
  | { ground: 'repetition'; positions: readonly number[] }
  | { ground: 'quiet-moves'; plies: readonly number[] }

/** With an intended move the last number is one more than the plies played. `offer` is the id of the declined offer. */
export type Claim = Basis & { by: Side; intendedMove?: string | null; offer?: number | null }

/** A draw offer of the game; one without a ground is bare. */
export type DrawOffer = (Basis | { ground?: null }) & {
  id?: number
  by: Side
  state: 'open' | 'accepted' | 'declined' | 'expired' | 'closed'
}

/** A claim made before, at `ply` plies played. */
export type EarlierClaim = Basis & {
  by: Side
  ply: number
  state: 'open' | 'upheld' | 'rejected' | 'withdrawn' | 'closed'
}

export const CLAIM_REFUSALS = [
  'not-your-turn',
  'played-on',
  'ground-not-available',
  'nobody-claims',
  'no-declined-offer',
  'too-early',
  'malformed-numbers',
  'illegal-intended-move',
  'already-claimed',
  'game-frozen',
  'game-over',
] as const
export const FINDINGS = [
  'positions-same',
  'positions-differ',
  'side-differs',
  'hands-differ',
  'stretch-too-short',
  'stretch-broken',
  'intended-move-ends-game',
] as const

type Params = Record<string, number | string | number[] | string[]>
export interface ClaimRefusal {
  code: (typeof CLAIM_REFUSALS)[number]
  params: Params
}
export interface Finding {
  code: (typeof FINDINGS)[number]
  params: Params
}

/** What the rules say of a claim. The ruling is the admin's. */
export interface Evidence {
  holds: boolean
  findings: Finding[]
}

/** The game a claim is made in; `positions` are all of its positions by number, `earlier` the claims made in it before. */
export interface ClaimContext {
  positions: readonly Position[]
  over: boolean
  openClaim: boolean
  offers: readonly DrawOffer[]
  earlier: readonly EarlierClaim[]
}

const numbersOf = (basis: Basis): readonly number[] =>
  basis.ground === 'repetition' ? basis.positions : basis.plies

const isSameBasis = (one: Basis, other: Basis): boolean =>
  one.ground === other.ground && numbersOf(one).join() === numbersOf(other).join()

/** Why a claim is not allowed now, every reason (docs/rules.md, draws); none where it is admissible. */
export function claimRefusals(rules: RuleSet, claim: Claim, context: ClaimContext): ClaimRefusal[] {
  if (context.over) return [{ code: 'game-over', params: {} }]
  const { positions, openClaim, offers, earlier } = context
  const { policy, earliestPly } = rules.draws
  const ply = positions.length - 1
  const numbers = numbersOf(claim)
  const last = numbers.at(-1)!
  const beforeMoving = policy === 'before-moving'
  const way = claim.ground === 'repetition' ? rules.draws.repetition : rules.draws.quiet
  const refusals: ClaimRefusal[] = []
  const refuse = (code: ClaimRefusal['code'], params: Params = {}) => refusals.push({ code, params })

  if (openClaim) refuse('game-frozen')
  if (way === null) refuse('ground-not-available', { ground: claim.ground })
  if (way === 'automatic') refuse('nobody-claims')

  const shaped = areWellFormed(claim)
  const fits = claim.intendedMove && policy !== 'after-declined-offer' ? last === ply + 1 : last <= ply
  if (!shaped || !fits) refuse('malformed-numbers', { ply })
  if (shaped && beforeMoving && last < ply) refuse('played-on', { number: last, ply })
  if (shaped && way === 'claimed' && last < earliestPly)
    refuse('too-early', { number: last, earliest: earliestPly })

  if (beforeMoving && claim.by !== sideToMove(positions[ply]!)) refuse('not-your-turn')
  if (claim.intendedMove && policy && !(beforeMoving && playText(rules, positions, claim.intendedMove).ok))
    refuse('illegal-intended-move', { move: claim.intendedMove })
  if (policy === 'after-declined-offer' && !foundingOffer(claim, offers)) refuse('no-declined-offer')

  const own = earlier.filter((other) => other.by === claim.by)
  const settled = own.filter((other) => other.state === 'rejected' || other.state === 'withdrawn')
  if (own.some((other) => other.ply === ply) || settled.some((other) => isSameBasis(other, claim)))
    refuse('already-claimed')
  return refusals
}

/** Why an offer made at `ply` plies played cannot name this ground and these numbers; none where it can. */
export function offerRefusals(rules: RuleSet, basis: Basis, ply: number): ClaimRefusal[] {
  const refusals: ClaimRefusal[] = []
  if (basis.ground === 'quiet-moves' && rules.draws.quiet === null)
    refusals.push({ code: 'ground-not-available', params: { ground: basis.ground } })
  if (!areWellFormed(basis) || numbersOf(basis).at(-1)! > ply)
    refusals.push({ code: 'malformed-numbers', params: { ply } })
  return refusals
}

/** Whole and rising, from the first that there is, and as many as the ground asks for; a stretch may be one ply long. */
function areWellFormed(basis: Basis): boolean {
  const numbers = numbersOf(basis)
  const [count, least, step] = basis.ground === 'repetition' ? [REPETITION, 0, 1] : [2, 1, 0]
  return (
    numbers.length === count &&
    numbers.every(
      (number, i) => Number.isSafeInteger(number) && number >= (i ? numbers[i - 1]! + step : least),
    )
  )
}

/**
 * The offer that a claim after a declined offer rests on: the claimant's own, not accepted, with the same ground and
 * numbers; the one it names, else the latest.
 */
export const foundingOffer = <Offer extends DrawOffer>(
  claim: Claim,
  offers: readonly Offer[],
): Offer | undefined => offers.filter((offer) => founds(offer, claim)).at(-1)

const founds = (offer: DrawOffer, claim: Claim): boolean =>
  offer.by === claim.by &&
  (offer.state === 'declined' || offer.state === 'expired') &&
  (claim.offer == null || claim.offer === offer.id) &&
  offer.ground != null &&
  isSameBasis(offer, claim)

/** Whether a claim holds, and where not: from the game's positions alone, admissible or not. Never throws for a claim's content. */
export function judgeClaim(rules: RuleSet, claim: Claim, positions: readonly Position[]): Evidence {
  if (!areWellFormed(claim)) return { holds: false, findings: [] }
  const findings: Finding[] = []
  const intended = claim.intendedMove ? playText(rules, positions, claim.intendedMove) : null
  const endsGame = intended?.ok === true && intended.value.outcome !== null
  if (endsGame) findings.push({ code: 'intended-move-ends-game', params: { move: claim.intendedMove! } })
  const known = intended?.ok ? [...positions, intended.value.position] : positions
  const named = numbersOf(claim).every((number) => number < known.length)
  const stands =
    claim.ground === 'repetition'
      ? repeats(rules, claim.positions, known, findings)
      : isQuiet(rules, claim.plies, known, findings)
  return { holds: stands && named && !endsGame, findings }
}

function repeats(
  rules: RuleSet,
  numbers: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const numbered = numbers.filter((number) => number < known.length)
  const key = (number: number) => samePositionKey(rules, known[number]!)
  const equal = numbered.filter((number) =>
    numbered.some((other) => other !== number && key(other) === key(number)),
  )
  if (equal.length > 0) findings.push({ code: 'positions-same', params: { positions: equal } })
  for (const [index, number] of numbered.slice(1).entries()) {
    const pair = [numbered[index]!, number]
    const [one, other] = pair.map((n) => decodePosition(rules, known[n]!)) as [
      DecodedPosition,
      DecodedPosition,
    ]
    const points = rules.board.points.map(({ name }) => name)
    const changed = points.filter((name) => one.stones[name] !== other.stones[name])
    if (changed.length > 0)
      findings.push({ code: 'positions-differ', params: { positions: pair, points: changed } })
    if (one.side !== other.side) findings.push({ code: 'side-differs', params: { positions: pair } })
    if (SIDES.some((side) => one.hands?.[side] !== other.hands?.[side]))
      findings.push({ code: 'hands-differ', params: { positions: pair } })
  }
  return equal.length === numbers.length
}

function isQuiet(
  rules: RuleSet,
  [first, last]: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const plies = last! - first! + 1
  if (plies < QUIET_LIMIT) findings.push({ code: 'stretch-too-short', params: { plies } })
  for (let ply = first!; ply <= Math.min(last!, known.length - 1); ply++) {
    if (decodePosition(rules, known[ply]!).quiet === 0)
      findings.push({ code: 'stretch-broken', params: { ply } })
  }
  return rules.draws.quiet !== null && findings.every(({ code }) => !code.startsWith('stretch-'))
}
