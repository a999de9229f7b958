import type { MillRules } from '@tegenzet/rules'
import {
  CAPTURES,
  capturedBit,
  generateTurns,
  MIN_STONES,
  type MillTables,
  millTables,
  movedBits,
  movesBack,
  placementsOf,
} from '@tegenzet/rules/mill'
import type { SolvedSet } from './solved-set.ts'
import { DRAW, MAX_PLIES } from './value.ts'

/** Which of a solver's two sets: that in which the side with `a` stones is to move, or the other. */
export type SetIndex = 0 | 1

/**
 * Solves the positions with empty hands in which one side has `a` stones and the other `b`, by retrograde analysis: level by
 * level, a position is lost in n plies if every move leads to a position won in at most n - 1, and won in n if a move leads to
 * one lost in n - 1.
 *
 * Threads can share a level: each works on ranges of its own and writes only values above the level, the same as any other
 * thread would.
 */
export class Solver {
  /** One set twice if both sides have as many stones. */
  readonly sets: readonly [SolvedSet, SolvedSet]
  readonly #tables: MillTables
  /** The sets that a capture leads to, by the set of the side that captures; null if it ends the game. */
  readonly #captured: readonly [SolvedSet | null, SolvedSet | null]
  readonly #turns: Int32Array
  readonly #back: Int32Array
  #highest = 0

  /**
   * @param values of the two sets; one array twice if both sides have as many stones
   * @param captured the solved set with `own` stones of the side to move and `enemy` of the other
   */
  constructor(
    rules: MillRules,
    [a, b]: readonly [number, number],
    values: readonly [Uint8Array, Uint8Array],
    captured: (own: number, enemy: number) => SolvedSet,
  ) {
    this.#tables = millTables(rules)
    this.sets = [
      { placements: placementsOf(rules, a, b), values: values[0] },
      { placements: placementsOf(rules, b, a), values: values[1] },
    ]
    const after = (own: number, enemy: number) => (enemy > MIN_STONES ? captured(enemy - 1, own) : null)
    this.#captured = [after(a, b), after(b, a)]
    this.#turns = new Int32Array(this.#tables.maxTurns)
    this.#back = new Int32Array(this.#tables.maxTurns)
  }

  /** The greatest number of plies that this solver has written: the analysis ends with that level. */
  get highest(): number {
    return this.#highest
  }

  /** Gives the positions `from` to `to` of a set the values that follow from captures and blocked stones alone. */
  begin(set: SetIndex, from: number, to: number): void {
    const { placements, values } = this.sets[set]
    for (let index = from; index < to; index++) {
      placements.find(index)
      values[index] = this.#valueByCaptures(set, placements.foundOwn, placements.foundEnemy)
    }
  }

  #valueByCaptures(set: SetIndex, own: number, enemy: number): number {
    const end = generateTurns(this.#tables, own, enemy, 0, 0, this.#turns, 0)
    let win = DRAW
    let loss = 0
    for (let i = 0; i < end; i++) {
      const turn = this.#turns[i]!
      const reply = turn & CAPTURES ? this.#afterCapture(set, own, enemy, turn) : DRAW
      if (reply === DRAW) loss = DRAW
      else if (reply & 1) loss = Math.max(loss, reply + 1)
      else win = Math.min(win, reply + 1)
    }
    return win !== DRAW ? this.#plies(win) : loss >= DRAW ? DRAW : this.#plies(loss)
  }

  #afterCapture(set: SetIndex, own: number, enemy: number, turn: number): number {
    const solved = this.#captured[set]
    if (solved === null) return 0
    const left = enemy ^ capturedBit(this.#tables, turn)
    return solved.values[solved.placements.indexOf(left, own ^ movedBits(this.#tables, turn))]!
  }

  /**
   * Continues from the positions `from` to `to` of a set that have the value `level`, which no earlier level can change any
   * more, to those that lead there.
   */
  step(set: SetIndex, level: number, from: number, to: number): void {
    const { placements, values } = this.sets[set]
    const before = set === 0 ? 1 : 0
    const earlier = this.sets[before]
    for (let index = from; index < to; index++) {
      if (values[index] !== level) continue
      placements.find(index)
      const { foundOwn: waiting, foundEnemy: moved } = placements
      const end = movesBack(this.#tables, moved, waiting, this.#back)
      for (let i = 0; i < end; i++) {
        const own = this.#back[i]!
        const number = earlier.placements.indexOf(own, waiting)
        const known = earlier.values[number]!
        if (level & 1) {
          if (known === DRAW) earlier.values[number] = this.#lossBy(before, own, waiting, level)
        } else if (known > level + 1 && known & 1) earlier.values[number] = this.#plies(level + 1)
      }
    }
  }

  /** The value of a position as far as the moves up to `level` tell: lost if each move leads to a won position, else DRAW. */
  #lossBy(set: SetIndex, own: number, enemy: number, level: number): number {
    const next = this.sets[set === 0 ? 1 : 0]
    const end = generateTurns(this.#tables, own, enemy, 0, 0, this.#turns, 0)
    let longest = 0
    for (let i = 0; i < end; i++) {
      const turn = this.#turns[i]!
      let reply: number
      if (turn & CAPTURES) reply = this.#afterCapture(set, own, enemy, turn)
      else {
        reply = next.values[next.placements.indexOf(enemy, own ^ movedBits(this.#tables, turn))]!
        if (reply > level) return DRAW
      }
      if (reply === DRAW || (reply & 1) === 0) return DRAW
      longest = Math.max(longest, reply)
    }
    return this.#plies(longest + 1)
  }

  #plies(plies: number): number {
    if (plies > MAX_PLIES) throw new RangeError(`a win or loss of more than ${MAX_PLIES} plies`)
    if (plies > this.#highest) this.#highest = plies
    return plies
  }
}

/** The pairs of stone counts up to `stones` together, in an order in which every capture leads to an earlier pair. */
export function pairsUpTo(rules: MillRules, stones: number): [number, number][] {
  const pairs: [number, number][] = []
  for (let sum = 2 * MIN_STONES; sum <= stones; sum++)
    for (let a = Math.floor(sum / 2); a >= MIN_STONES; a--)
      if (sum - a <= rules.stones) pairs.push([a, sum - a])
  return pairs
}

/** Solves a pair in this thread. */
export function solvePair(
  rules: MillRules,
  pair: readonly [number, number],
  captured: (own: number, enemy: number) => SolvedSet,
): readonly [SolvedSet, SolvedSet] {
  const [a, b] = pair
  const values = new Uint8Array(placementsOf(rules, a, b).size)
  const others = a === b ? values : new Uint8Array(placementsOf(rules, b, a).size)
  const solver = new Solver(rules, pair, [values, others], captured)
  const sets: SetIndex[] = a === b ? [0] : [0, 1]
  for (const set of sets) solver.begin(set, 0, solver.sets[set].values.length)
  for (let level = 0; level <= solver.highest; level++)
    for (const set of sets) solver.step(set, level, 0, solver.sets[set].values.length)
  return solver.sets
}
