import type { MillRules, Position } from '@tegenzet/rules'
import { LRUCache } from 'lru-cache'
import { MillPositions } from './mill-positions.ts'

/** How far ahead of a running game help is refused. */
const PLIES = 2

const MB = 2 ** 20
/** All players together; those who asked longest ago go first. */
const MAX_BYTES = 48 * MB
/** A player's games with the same moves: over a thousand that have just begun, or 170 endings of three flying stones each. */
export const MAX_OWN_BYTES = 4 * MB
/** What an entry takes besides its numbers. */
const ENTRY_BYTES = 500

type Kept = ReadonlyMap<string, MillPositions>

/** What can arise from players' running games, until they change. */
export class KeptReaches {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: (own) => bytesOf(own) + ENTRY_BYTES,
  })

  /** @param owner a player and the moves of the rule sets that are asked about */
  of(owner: string): Reaches {
    return new Reaches(
      () => this.#kept.get(owner),
      (own) => this.#kept.set(owner, own),
    )
  }
}

/** What can arise from the running games of one player, as one check looks at them all. */
export class Reaches {
  readonly #before: () => Kept | undefined
  readonly #keep: (own: Kept) => void
  readonly #own = new Map<string, MillPositions>()
  #bytes = 0

  constructor(before: () => Kept | undefined, keep: (own: Kept) => void) {
    this.#before = before
    this.#keep = keep
  }

  /** What can arise from the position of a game, in steps. */
  *from(rules: MillRules, position: Position): Generator<number, MillPositions> {
    const key = `${rules.id} ${rules.revision} ${position.split(' ', 4).join(' ')}`
    const known = this.#own.get(key)
    if (known) return known
    const reach = this.#before()?.get(key) ?? (yield* MillPositions.within(PLIES, rules, [position]))
    const bytes = reach.bytes + ENTRY_BYTES
    // what is found anew each time costs its owner more
    if (this.#bytes + bytes <= MAX_OWN_BYTES) {
      this.#own.set(key, reach)
      this.#bytes += bytes
    }
    return reach
  }

  /** Keeps what was found. All else of this owner is of games that have changed. */
  keep(): void {
    if (this.#own.size > 0) this.#keep(this.#own)
  }
}

const bytesOf = (own: Kept): number =>
  [...own.values()].reduce((sum, { bytes }) => sum + bytes + ENTRY_BYTES, 0)
