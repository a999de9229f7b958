import { type MillRules, type Position, sideToMove } from '@tegenzet/rules'
import {
  capturedBit,
  count,
  decodeMillPosition,
  generateTurns,
  type MillSymmetries,
  type MillTables,
  millSymmetries,
  millTables,
  movedBits,
} from '@tegenzet/rules/mill'

/** A position from the side that is to move, whichever its colour. */
interface Seen {
  own: number
  enemy: number
  hand: number
  enemyHand: number
}

/** Finding the image that stands for all others takes a twentieth of the time that playing a move does. */
const POSITIONS_PER_MOVE = 20
/** Looking for one among those of a game is faster still. */
const LOOKUPS_PER_MOVE = 100
const BYTES = 8

/**
 * Positions of a mill game as the same number for all mirror images, and with colours exchanged. Counters do not matter.
 * Sorted numbers take 8 bytes each, a `Set` five times as many.
 */
export class MillPositions {
  /** By the stones on the board and in hand: most games have others than the position that is asked about. */
  readonly #byStones: ReadonlyMap<number, Float64Array>
  readonly bytes: number

  private constructor(found: ReadonlyMap<number, readonly number[]>) {
    this.#byStones = new Map([...found].map(([stones, keys]) => [stones, distinct(keys)]))
    this.bytes = BYTES * [...this.#byStones.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** Everything that can arise from these positions within so many plies, themselves included, in steps. */
  static *within(
    plies: number,
    rules: MillRules,
    positions: readonly Position[],
  ): Generator<number, MillPositions> {
    const finder = new Finder(rules, plies)
    for (const position of positions) yield* finder.visit(seen(rules, position), plies, 0)
    return new MillPositions(finder.found)
  }

  /** Whether one of these is among others, in steps. */
  *meets(others: MillPositions): Generator<number, boolean> {
    for (const [stones, keys] of this.#byStones) {
      const among = others.#byStones.get(stones)
      if (!among) continue
      for (let n = 0; n < keys.length; n++) {
        if (n % LOOKUPS_PER_MOVE === 0) yield 1
        if (includes(among, keys[n] as number)) return true
      }
    }
    return false
  }
}

class Finder {
  readonly found = new Map<number, number[]>()
  readonly #tables: MillTables
  readonly #symmetries: MillSymmetries
  readonly #turns: Int32Array
  #uncounted = 0

  constructor(rules: MillRules, plies: number) {
    this.#tables = millTables(rules)
    this.#symmetries = millSymmetries(rules)
    this.#turns = new Int32Array(this.#tables.maxTurns * plies)
  }

  *visit(at: Seen, plies: number, begin: number): Generator<number, void> {
    this.#add(at)
    if (++this.#uncounted === POSITIONS_PER_MOVE) {
      yield 1
      this.#uncounted = 0
    }
    if (plies === 0) return
    const tables = this.#tables
    const { own, enemy, hand, enemyHand } = at
    const end = generateTurns(tables, own, enemy, hand, enemyHand, this.#turns, begin)
    for (let i = begin; i < end; i++) {
      // generateTurns has filled the array up to here
      const turn = this.#turns[i] as number
      const after: Seen = {
        own: enemy ^ capturedBit(tables, turn),
        enemy: own ^ movedBits(tables, turn),
        hand: enemyHand,
        enemyHand: Math.max(0, hand - 1),
      }
      yield* this.visit(after, plies - 1, end)
    }
  }

  #add(at: Seen): void {
    const stones = stonesOf(at)
    const keys = this.found.get(stones)
    const key = this.#key(at)
    if (keys) keys.push(key)
    else this.found.set(stones, [key])
  }

  /** Two sets of at most 24 points as one number, the smallest of all images. */
  #key({ own, enemy }: Seen): number {
    let smallest = Number.POSITIVE_INFINITY
    for (let symmetry = 0; symmetry < this.#symmetries.count; symmetry++) {
      const image = this.#symmetries.apply(symmetry, own) * 2 ** 24 + this.#symmetries.apply(symmetry, enemy)
      if (image < smallest) smallest = image
    }
    return smallest
  }
}

/** Four numbers below 32 as one. */
const stonesOf = ({ own, enemy, hand, enemyHand }: Seen): number =>
  ((count(own) * 32 + count(enemy)) * 32 + hand) * 32 + enemyHand

const distinct = (keys: readonly number[]): Float64Array => Float64Array.from(new Set(keys)).sort()

/** Binary search. */
function includes(sorted: Float64Array, key: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return sorted[low] === key
}

function seen(rules: MillRules, position: Position): Seen {
  const { stones, hands } = decodeMillPosition(rules, position)
  const [side, other] =
    sideToMove(position) === 'white' ? (['white', 'black'] as const) : (['black', 'white'] as const)
  return { own: stones[side], enemy: stones[other], hand: hands[side], enemyHand: hands[other] }
}
