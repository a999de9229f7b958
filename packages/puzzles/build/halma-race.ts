import {
  countInCamp,
  fromOf,
  generateTurns,
  type HalmaState,
  type HalmaTables,
  moveStone,
  otherStone,
  type Stone,
  toOf,
} from '@tegenzet/rules/halma'

/** A race between two sides whose last stones are on their way home. Every search leaves the board as it was. */
export class HalmaRace {
  readonly #tables: HalmaTables
  readonly #state: HalmaState

  constructor(tables: HalmaTables, state: HalmaState) {
    this.#tables = tables
    this.#state = state
  }

  /** The stones of a side that are not home yet. */
  out(stone: Stone): number {
    return this.#tables.stones - countInCamp(this.#tables, this.#state.stones[stone], otherStone(stone))
  }

  turns(stone: Stone): Int32Array {
    const { cells, stones } = this.#state
    const turns = new Int32Array(this.#tables.maxTurns)
    return turns.subarray(0, generateTurns(this.#tables, cells, stones[stone], turns, 0))
  }

  /** Plays a turn, and takes it back after `then`. */
  after<T>(stone: Stone, turn: number, then: () => T): T {
    moveStone(this.#state, stone, fromOf(turn), toOf(turn))
    const result = then()
    moveStone(this.#state, stone, toOf(turn), fromOf(turn))
    return result
  }

  /** Plays a turn for good. */
  play(stone: Stone, turn: number): void {
    moveStone(this.#state, stone, fromOf(turn), toOf(turn))
  }

  /**
   * The first turns with which a side is home within `left` own moves, while the other plays `replies`.
   * @param limit stops after so many
   */
  winners(
    stone: Stone,
    left: number,
    replies: readonly number[],
    limit = Number.POSITIVE_INFINITY,
  ): number[] {
    const found: number[] = []
    for (const turn of this.turns(stone)) {
      if (this.after(stone, turn, () => this.#isHomeIn(stone, left - 1, replies))) found.push(turn)
      if (found.length >= limit) break
    }
    return found
  }

  /** Whether a side that has just moved is home, or will be after `left` more own moves. */
  #isHomeIn(stone: Stone, left: number, replies: readonly number[]): boolean {
    const out = this.out(stone)
    if (out === 0 || out > left) return out === 0
    const [reply, ...rest] = replies
    const goOn = () => this.winners(stone, left, rest, 1).length > 0
    if (reply === undefined) return goOn()
    return this.isLegal(otherStone(stone), reply) && this.after(otherStone(stone), reply, goOn)
  }

  /** The turns with which a side is home the soonest, within `left` moves, while the other does not move; null without any. */
  line(stone: Stone, left: number): number[] | null {
    if (this.out(stone) === 0) return []
    for (let moves = this.out(stone); moves <= left; moves++) {
      const [first] = this.winners(stone, moves, [], 1)
      if (first === undefined) continue
      const rest = this.after(stone, first, () => this.line(stone, moves - 1))
      return rest && [first, ...rest]
    }
    return null
  }

  isLegal(stone: Stone, turn: number): boolean {
    const { cells } = this.#state
    if (cells[fromOf(turn)] !== stone) return false
    const turns = new Int32Array(this.#tables.squares.length)
    const end = generateTurns(this.#tables, cells, Uint8Array.of(fromOf(turn)), turns, 0)
    return turns.subarray(0, end).includes(turn)
  }

  /**
   * Whether a side, which is to move, can play its line whatever the other does, and is home with its last turn before the other
   * is. Tries all turns of the other.
   */
  winsBy(stone: Stone, line: readonly number[]): boolean {
    return this.#staysLegal(stone, line, () => false)
  }

  /** The same for the side that is not to move, unless the other is home before. */
  followsThrough(stone: Stone, line: readonly number[]): boolean {
    return this.#afterAll(otherStone(stone), () => this.#staysLegal(stone, line, () => true))
  }

  #staysLegal(stone: Stone, [turn, ...rest]: readonly number[], whenBeaten: () => boolean): boolean {
    if (!this.isLegal(stone, turn!)) return false
    const other = otherStone(stone)
    return this.after(stone, turn!, () => {
      if (rest.length === 0) return this.out(stone) === 0
      return this.#afterAll(other, () =>
        this.out(other) === 0 ? whenBeaten() : this.#staysLegal(stone, rest, whenBeaten),
      )
    })
  }

  /** Whether something holds after each turn of a side. */
  #afterAll(stone: Stone, holds: () => boolean): boolean {
    return this.turns(stone).every((turn) => this.after(stone, turn, holds))
  }
}
