import { hasDiagonals, type MillRules, perRuleSet } from '@tegenzet/rules'
import { MIN_STONES } from '@tegenzet/rules/mill'
import diagonalFlying from './weights/diagonal-flying.json' with { type: 'json' }
import diagonalWalking from './weights/diagonal-walking.json' with { type: 'json' }
import plainFlying from './weights/plain-flying.json' with { type: 'json' }
import plainWalking from './weights/plain-walking.json' with { type: 'json' }

/** What a kind of rules learned from games of the engine against itself. Written by `bench/fit-weights.ts`. */
export interface LearnedWeights {
  /** In whose games. */
  rules: string
  /** To how many positions they were fitted. */
  positions: number
  /** By phase: the weight of a stone, of the turn, and of each feature for own and for enemy stones, in hundredths of a stone. */
  linear: string[]
  /** By `CORRECTIONS`: what each state of a region is worth besides its features, a character each. */
  corrections: string[]
}

/** In 16ths of a hundredth of a stone. */
interface Weights {
  stone: number
  turn: number
  /** As in `MillRegions`. */
  features: readonly number[]
  /** By class of states, on the board that they were learned on; none where a side flies. */
  corrections: Int16Array
}

export const VALUE_BITS = 4
/** The table of corrections for each phase. Where a side flies, only features count. */
export const CORRECTIONS = [0, 0, 0, 0, 0, 1, 2, 3, 3]
export const FLYING = CORRECTIONS.length
export const PHASES = FLYING + 1

/** Phases 0 to 5 are those of placing, 6 to 8 those of moving, each with fewer stones than the one before; in the last a side flies. */
export function phaseOf(hands: number, stones: number, otherStones: number, flying: boolean): number {
  if (hands > 0) return hands > 12 ? 0 : hands > 9 ? 1 : hands > 6 ? 2 : hands > 4 ? 3 : hands > 2 ? 4 : 5
  if (flying && (stones === MIN_STONES || otherStones === MIN_STONES)) return FLYING
  const all = stones + otherStones
  return all > 14 ? 6 : all > 11 ? 7 : 8
}

/** By phase. */
export const weightsOf = perRuleSet((rules: MillRules): Weights[] => {
  const { linear, corrections } = learnedWeights(rules)
  const scaled = (value: number) => value * 2 ** VALUE_BITS
  const tables = corrections.map((text) => Int16Array.from([...text].map(valueOfChar).map(scaled)))
  return linear.map((text, phase) => {
    const [stone = 0, turn = 0, ...features] = text.split(' ').map(Number).map(scaled)
    return { stone, turn, features, corrections: tables[CORRECTIONS[phase] ?? -1] ?? new Int16Array() }
  })
})

const learnedWeights = ({ board, flying }: MillRules): LearnedWeights =>
  hasDiagonals(board) ? (flying ? diagonalFlying : diagonalWalking) : flying ? plainFlying : plainWalking

const ZERO = 'A'.charCodeAt(0)
const MOST = 25

/** Small values have finer steps, in hundredths of a stone: 2, 5, 7, …, 128. */
export function valueOfChar(char: string): number {
  const step = char.charCodeAt(0) - ZERO
  return Math.sign(step) * Math.round(2 * Math.abs(step) + step ** 2 / 8)
}

/** The character of the nearest value. */
export function charOfValue(value: number): string {
  // the positive solution of 2 s + s² / 8 = |value|
  const step = Math.min(MOST, Math.round(Math.sqrt(64 + 8 * Math.abs(value)) - 8))
  return String.fromCharCode(ZERO + Math.sign(value) * step)
}
