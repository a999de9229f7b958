import { type MillRules, type Position, sideToMove } from '@tegenzet/rules'
import {
  capturedBit,
  decodeMillPosition,
  generateTurns,
  type MillTables,
  millSymmetries,
  millTables,
  movedBits,
} from '@tegenzet/rules/mill'

/** How far ahead of a running game help is refused. */
const PLIES = 2

/** A position from the side that is to move, whichever its colour. */
interface Seen {
  own: number
  enemy: number
  hand: number
  enemyHand: number
}

/** Positions to look for, with all their mirror images and with colours exchanged. Counters do not matter. */
export class SoughtPositions {
  /** Sets of stones, by the stones in hand. */
  readonly #stones = new Map<string, Set<number>>()

  constructor(rules: MillRules, positions: readonly Position[]) {
    const symmetries = millSymmetries(rules)
    for (const position of positions) {
      const { own, enemy, ...hands } = seen(rules, position)
      const key = keyOf(hands)
      const stones = this.#stones.get(key) ?? new Set()
      this.#stones.set(key, stones)
      for (let symmetry = 0; symmetry < symmetries.count; symmetry++)
        stones.add(pack(symmetries.apply(symmetry, own), symmetries.apply(symmetry, enemy)))
    }
  }

  /** Whether one of them stands in this position, or can arise from it within two plies. */
  ariseFrom(rules: MillRules, position: Position): boolean {
    const tables = millTables(rules)
    return this.#arise(tables, seen(rules, position), PLIES, new Int32Array(tables.maxTurns * PLIES), 0)
  }

  #arise(tables: MillTables, at: Seen, plies: number, out: Int32Array, begin: number): boolean {
    const { own, enemy, hand, enemyHand } = at
    if (this.#stones.get(keyOf(at))?.has(pack(own, enemy))) return true
    if (plies === 0) return false
    const end = generateTurns(tables, own, enemy, hand, enemyHand, out, begin)
    for (let i = begin; i < end; i++) {
      // biome-ignore lint/style/noNonNullAssertion: generateTurns has filled the array up to here, and this is the search's inner loop
      const turn = out[i]!
      const after: Seen = {
        own: enemy ^ capturedBit(tables, turn),
        enemy: own ^ movedBits(tables, turn),
        hand: enemyHand,
        enemyHand: Math.max(0, hand - 1),
      }
      if (this.#arise(tables, after, plies - 1, out, end)) return true
    }
    return false
  }
}

const keyOf = ({ hand, enemyHand }: Pick<Seen, 'hand' | 'enemyHand'>): string => `${hand} ${enemyHand}`

/** Two sets of at most 24 points as one number. */
const pack = (own: number, enemy: number): number => own * 2 ** 24 + enemy

function seen(rules: MillRules, position: Position): Seen {
  const { stones, hands } = decodeMillPosition(rules, position)
  const [side, other] =
    sideToMove(position) === 'white' ? (['white', 'black'] as const) : (['black', 'white'] as const)
  return { own: stones[side], enemy: stones[other], hand: hands[side], enemyHand: hands[other] }
}
