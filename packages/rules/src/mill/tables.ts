import { valueAt } from '@tegenzet/common'
import { QUIET_LIMIT } from '../draws.ts'
import { perRuleSet } from '../per-rule-set.ts'
import type { MillRules } from '../rule-set.ts'

/** A side with fewer stones, hand and board counted together, has lost (docs/rules.md, mill 6). */
export const MIN_STONES = 3

/** Marks a missing point in an encoded turn. */
export const NO_POINT = 31

/** The flags of an encoded turn. */
export const CLOSES_MILL = 1 << 15
export const CAPTURES = 1 << 16

/**
 * A mill rule set compiled for speed. A point is its index on the board; a set of points is an integer in which bit n
 * is point n.
 */
export interface MillTables {
  readonly names: readonly string[]
  readonly indexes: ReadonlyMap<string, number>
  /** All points of the board. */
  readonly all: number
  readonly mills: Int32Array
  /** By point: the adjacent points. */
  readonly neighbours: Int32Array
  /**
   * The two other points of each mill through a point, `millsPerPoint` entries per point. A point with fewer mills is
   * padded with a set that no side can have.
   */
  readonly partners: Int32Array
  readonly millsPerPoint: number
  readonly stones: number
  readonly flying: boolean
  readonly movesWhilePlacing: boolean
  readonly capturingIsOptional: boolean
  /** The flags of a turn that reset the counter of quiet moves. */
  readonly resetFlags: number
  /**
   * An upper bound of the turns in any position: every placement and every move, or every flight of three stones, times the
   * captures.
   */
  readonly maxTurns: number
  /** The number of quiet plies that draws the game automatically; infinite if none does. */
  readonly quietLimit: number
}

export const millTables = perRuleSet(compile)

function compile(rules: MillRules): MillTables {
  const { board } = rules
  const names = board.points.map((point) => point.name)
  if (names.length >= NO_POINT)
    throw new RangeError(`${rules.id} has more points than an integer has bits for`)
  const indexes = new Map(names.map((name, index) => [name, index]))
  const bit = (name: string) => 1 << valueAt(indexes, name)
  const mills = board.mills.map((mill) => mill.reduce((set, name) => set | bit(name), 0))
  const neighboursOf = (name: string) =>
    board.lines.reduce((set, [a, b]) => set | (a === name ? bit(b) : b === name ? bit(a) : 0), 0)
  const partnersByPoint = names.map((name) =>
    mills.filter((mill) => mill & bit(name)).map((mill) => mill ^ bit(name)),
  )
  const millsPerPoint = Math.max(...partnersByPoint.map((pairs) => pairs.length))
  const partners = new Int32Array(names.length * millsPerPoint).fill(1 << NO_POINT)
  partnersByPoint.forEach((pairs, point) => {
    partners.set(pairs, point * millsPerPoint)
  })
  return {
    names,
    indexes,
    all: 2 ** names.length - 1,
    mills: Int32Array.from(mills),
    neighbours: Int32Array.from(names, neighboursOf),
    partners,
    millsPerPoint,
    stones: rules.stones,
    flying: rules.flying,
    movesWhilePlacing: rules.movesWhilePlacing,
    capturingIsOptional: rules.taking === 'optional',
    resetFlags: rules.quietReset === 'capture' ? CAPTURES : CLOSES_MILL,
    maxTurns: Math.max(names.length + 2 * board.lines.length, MIN_STONES * names.length) * (rules.stones + 1),
    quietLimit: rules.draws.quiet === 'automatic' ? QUIET_LIMIT : Number.POSITIVE_INFINITY,
  }
}
