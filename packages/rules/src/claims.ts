import { REPETITION } from './draws.ts'
import type { Position } from './notation.ts'
import type { Side } from './side.ts'

export const GROUNDS = ['repetition', 'quiet-moves', 'proven-draw'] as const
export type Ground = (typeof GROUNDS)[number]

/**
 * What a claim, or an offer with a ground, is based on: three rising position numbers, the first and the last ply of the
 * quiet stretch, both included, or the number of the position on the board.
 */
export type Basis =
  | { ground: 'repetition'; positions: readonly number[] }
  | { ground: 'quiet-moves'; plies: readonly number[] }
  | { ground: 'proven-draw'; position: number }

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
  'hands-not-empty',
  'not-covered',
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
  'not-drawn',
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

/** What the endgame tables say of the position on the board, for the side to move; null: they do not know it. */
export type ProvenValue = 'win' | 'loss' | 'draw' | null

/** The game a claim is made in: all its positions by number, and its earlier claims. */
export interface ClaimContext {
  positions: readonly Position[]
  /** Up to how many stones endgame tables know all positions. null: proven draws are not a term of the game. */
  covered: number | null
  over: boolean
  openClaim: boolean
  offers: readonly OfferFacts[]
  earlier: readonly EarlierClaim[]
}

export function numbersOf(basis: Basis): readonly number[] {
  switch (basis.ground) {
    case 'repetition':
      return basis.positions
    case 'quiet-moves':
      return basis.plies
    case 'proven-draw':
      return [basis.position]
  }
}

/** A basis from its ground and its numbers, as many as the ground has. */
export function basisOf(ground: Ground, numbers: readonly number[]) {
  switch (ground) {
    case 'repetition':
      return { ground, positions: [...numbers] }
    case 'quiet-moves':
      return { ground, plies: [...numbers] }
    case 'proven-draw':
      return { ground, position: numbers[0] ?? Number.NaN }
  }
}

export const isSameBasis = (one: Basis, other: Basis): boolean =>
  one.ground === other.ground && numbersOf(one).join() === numbersOf(other).join()

/** How many numbers a ground has. */
export const NUMBER_COUNTS: Readonly<Record<Ground, number>> = {
  repetition: REPETITION,
  'quiet-moves': 2,
  'proven-draw': 1,
}

/** Whether the numbers are whole, rising, not below the first there is, and as many as the ground needs. */
export function areWellFormed(basis: Basis): boolean {
  const numbers = numbersOf(basis)
  const [least, step] = basis.ground === 'quiet-moves' ? [1, 0] : [0, 1]
  let lowest = least
  for (const number of numbers) {
    if (!Number.isSafeInteger(number) || number < lowest) return false
    lowest = number + step
  }
  return numbers.length === NUMBER_COUNTS[basis.ground]
}
