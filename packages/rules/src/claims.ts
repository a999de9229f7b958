import { REPETITION } from './draws.ts'
import type { Position } from './notation.ts'
import type { Side } from './side.ts'

export const GROUNDS = ['repetition', 'quiet-moves'] as const
export type Ground = (typeof GROUNDS)[number]

/**
 * What a claim, or an offer with a ground, is based on: three rising position numbers, or the first and the last ply of
 * the quiet stretch, both included.
 */
export type Basis =
  | { ground: 'repetition'; positions: readonly number[] }
  | { ground: 'quiet-moves'; plies: readonly number[] }

/**
 * `intendedMove` is text that nobody has checked; with it the last number is one more than the plies played. `offer` is
 * the id of the declined offer.
 */
export type ClaimFacts = Basis & { by: Side; intendedMove?: string | null; offer?: number | null }

/** A draw offer of the game; a bare offer has no ground. */
export type OfferFacts = (Basis | { ground?: null }) & {
  id?: number
  by: Side
  state: 'open' | 'accepted' | 'declined' | 'expired' | 'closed'
}

/** An earlier claim in the game, made when `ply` plies had been played. */
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

export type Params = Record<string, number | string | number[] | string[]>
export interface ClaimRefusal {
  code: (typeof CLAIM_REFUSALS)[number]
  params: Params
}
export interface Finding {
  code: (typeof FINDINGS)[number]
  params: Params
}

/** What the rules find about a claim. An admin rules on it. */
export interface Evidence {
  holds: boolean
  findings: Finding[]
}

/** The game a claim is made in: all its positions by number, and its earlier claims. */
export interface ClaimContext {
  positions: readonly Position[]
  over: boolean
  openClaim: boolean
  offers: readonly OfferFacts[]
  earlier: readonly EarlierClaim[]
}

export const numbersOf = (basis: Basis): readonly number[] =>
  basis.ground === 'repetition' ? basis.positions : basis.plies

export const isSameBasis = (one: Basis, other: Basis): boolean =>
  one.ground === other.ground && numbersOf(one).join() === numbersOf(other).join()

/** Whether the numbers are whole, rising, not below the first there is, and as many as the ground needs. */
export function areWellFormed(basis: Basis): boolean {
  const numbers = numbersOf(basis)
  const [count, least, step] = basis.ground === 'repetition' ? [REPETITION, 0, 1] : [2, 1, 0]
  let lowest = least
  for (const number of numbers) {
    if (!Number.isSafeInteger(number) || number < lowest) return false
    lowest = number + step
  }
  return numbers.length === count
}
