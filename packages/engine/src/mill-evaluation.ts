import { type MillRules, perRuleSet } from '@tegenzet/rules'
import { type MillRegions, millRegions } from './mill-regions.ts'
import { VALUE_BITS, weightsOf } from './mill-weights.ts'

const BYTE_VALUES = 256
const BYTES = 3

interface PhaseValues {
  states: Int16Array
  stone: number
  turn: number
}

/** By phase. Computed at once, so that no search has to wait for one. */
const valuesOf = perRuleSet((rules: MillRules): PhaseValues[] => {
  const { features, classOf, classes } = millRegions(rules)
  return weightsOf(rules).map(({ stone, turn, features: weights, corrections }) => {
    const sums = new Float64Array(classes + 1)
    // on another board than they were learned on, corrections say nothing
    if (corrections.length === classes) sums.set(corrections)
    for (const [n, counts] of features.entries()) {
      const weight = weights[n]!
      for (let each = 0; each < counts.length; each++) sums[each]! += weight * counts[each]!
    }
    const states = new Int16Array(classOf.length)
    for (let state = 0; state < states.length; state++) states[state] = Math.round(sums[classOf[state]!]!)
    return { states, stone, turn }
  })
})

/** Evaluates positions of a mill game by looking up the states of the board's regions. */
export class MillEvaluation {
  readonly #regions: MillRegions
  readonly #values: readonly PhaseValues[]
  /** What `setPosition` found: the states of two regions in each. */
  readonly #pairs: Int32Array

  constructor(rules: MillRules) {
    this.#regions = millRegions(rules)
    this.#values = valuesOf(rules)
    this.#pairs = new Int32Array(this.#regions.pairs)
  }

  /** Chooses the position that `value` and `valueAfter` speak of, by the points of the side to move and of the other. */
  setPosition(own: number, enemy: number): void {
    const { digits } = this.#regions
    const pairs = this.#pairs
    const own0 = own & 255
    const own1 = BYTE_VALUES + ((own >> 8) & 255)
    const own2 = 2 * BYTE_VALUES + ((own >> 16) & 255)
    const enemy0 = enemy & 255
    const enemy1 = BYTE_VALUES + ((enemy >> 8) & 255)
    const enemy2 = 2 * BYTE_VALUES + ((enemy >> 16) & 255)
    for (let pair = 0, at = 0; pair < pairs.length; pair++, at += BYTES * BYTE_VALUES)
      pairs[pair] =
        digits[at + own0]! +
        digits[at + own1]! +
        digits[at + own2]! +
        2 * (digits[at + enemy0]! + digits[at + enemy1]! + digits[at + enemy2]!)
  }

  /**
   * The value for the side to move.
   * @param stones more than the other side has, hands counted
   */
  value(phase: number, stones: number): number {
    const { states, stone, turn } = this.#values[phase]!
    const { starts } = this.#regions
    const pairs = this.#pairs
    let sum = stones * stone + turn
    for (let pair = 0; pair < pairs.length; pair++) {
      const both = pairs[pair]!
      sum += states[starts[2 * pair]! + (both & 0xffff)]! + states[starts[2 * pair + 1]! + (both >>> 16)]!
    }
    return sum >> VALUE_BITS
  }

  /**
   * The same after the other side has played.
   * @param from the point it has left, if not negative
   * @param captured the point of the stone it has captured, if not negative
   */
  valueAfter(phase: number, stones: number, from: number, to: number, captured: number): number {
    const { states, stone, turn } = this.#values[phase]!
    const { starts, pointDigits } = this.#regions
    const pairs = this.#pairs
    const count = pairs.length
    let sum = stones * stone + turn
    for (let pair = 0; pair < count; pair++) {
      let both = pairs[pair]! + 2 * pointDigits[to * count + pair]!
      if (from >= 0) both -= 2 * pointDigits[from * count + pair]!
      if (captured >= 0) both -= pointDigits[captured * count + pair]!
      sum += states[starts[2 * pair]! + (both & 0xffff)]! + states[starts[2 * pair + 1]! + (both >>> 16)]!
    }
    return sum >> VALUE_BITS
  }
}
