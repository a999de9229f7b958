import { QUIET_LIMIT } from '../draws.ts'
import type { MillRules } from '../rule-set.ts'

/** A side with fewer stones, hand and board counted together, has lost (docs/rules.md, mill 6). */
export const FEWEST_STONES = 3

/**
 * A turn in one integer: `to | from << 5 | captured << 10` and the two flags. A point is its index on the board,
 * its bit in a set of points is `1 << index`.
 */
export const NOWHERE = 31
export const CLOSES_MILL = 1 << 15
export const CAPTURES = 1 << 16
export const toOf = (turn: number): number => turn & 31
export const fromOf = (turn: number): number => (turn >> 5) & 31
export const capturedOf = (turn: number): number => (turn >> 10) & 31

/** A mill rule set made ready for play. */
export interface MillGame {
  readonly names: readonly string[]
  readonly indexes: ReadonlyMap<string, number>
  readonly all: number
  readonly mills: Int32Array
  readonly neighbours: Int32Array
  /** The two other points of each mill through a point, `millsAPoint` a point, filled up with a set nobody has. */
  readonly partners: Int32Array
  readonly millsAPoint: number
  readonly stones: number
  readonly flying: boolean
  readonly optional: boolean
  /** The flags of a turn that set the quiet counter to 0. */
  readonly resets: number
  /** No position has more turns: each way of moving, or of flying with three stones, times the stones to take or none. */
  readonly mostTurns: number
  /** Where quiet moves draw by themselves: infinite where they do not. */
  readonly quietLimit: number
}

const games = new WeakMap<MillRules, MillGame>()

export function millGame(rules: MillRules): MillGame {
  const known = games.get(rules)
  if (known) return known
  const game = compile(rules)
  games.set(rules, game)
  return game
}

function compile(rules: MillRules): MillGame {
  const { board } = rules
  const names = board.points.map((point) => point.name)
  if (names.length >= NOWHERE)
    throw new RangeError(`${rules.id} has more points than an integer has bits for`)
  const indexes = new Map(names.map((name, index) => [name, index]))
  const bit = (name: string) => 1 << indexes.get(name)!
  const mills = board.mills.map((mill) => mill.reduce((set, name) => set | bit(name), 0))
  const neighbours = new Int32Array(names.length)
  for (const [a, b] of board.lines) {
    neighbours[indexes.get(a)!]! |= bit(b)
    neighbours[indexes.get(b)!]! |= bit(a)
  }
  const through = names.map((name) =>
    mills.filter((mill) => mill & bit(name)).map((mill) => mill ^ bit(name)),
  )
  const millsAPoint = Math.max(...through.map((pairs) => pairs.length))
  const partners = new Int32Array(names.length * millsAPoint).fill(1 << NOWHERE)
  through.forEach((pairs, point) => {
    partners.set(pairs, point * millsAPoint)
  })
  return {
    names,
    indexes,
    all: 2 ** names.length - 1,
    mills: Int32Array.from(mills),
    neighbours,
    partners,
    millsAPoint,
    stones: rules.stones,
    flying: rules.flying,
    optional: rules.taking === 'optional',
    resets: rules.quietReset === 'capture' ? CAPTURES : CLOSES_MILL,
    mostTurns: Math.max(2 * board.lines.length, FEWEST_STONES * names.length) * (rules.stones + 1),
    quietLimit: rules.draws.quiet === 'automatic' ? QUIET_LIMIT : Number.POSITIVE_INFINITY,
  }
}

/** How many points a set has. */
export function count(set: number): number {
  set -= (set >>> 1) & 0x55555555
  set = (set & 0x33333333) + ((set >>> 2) & 0x33333333)
  return Math.imul((set + (set >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The empty or other points on which one more stone completes a mill of `own`. */
export function completions(game: MillGame, own: number): number {
  const { mills } = game
  let points = 0
  for (let i = 0; i < mills.length; i++) {
    const missing = mills[i]! & ~own
    if ((missing & (missing - 1)) === 0) points |= missing
  }
  return points
}

/** The stones of `enemy` that may be taken (docs/rules.md, mill 3). */
export function takeable(game: MillGame, enemy: number): number {
  const { mills } = game
  let safe = 0
  for (let i = 0; i < mills.length; i++) {
    const mill = mills[i]!
    if ((enemy & mill) === mill) safe |= mill
  }
  return enemy & ~safe || enemy
}

function closesMill(game: MillGame, others: number, to: number): boolean {
  const { partners, millsAPoint } = game
  const end = (to + 1) * millsAPoint
  for (let i = to * millsAPoint; i < end; i++) {
    const pair = partners[i]!
    if ((others & pair) === pair) return true
  }
  return false
}

/**
 * Writes every legal turn of the side that has `own` and `hand` into `out` from index `at`, and returns the index after
 * the last. None where a side has too few stones. The one generator of the mill games: for play, search and counting.
 */
export function turns(
  game: MillGame,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  out: Int32Array,
  at: number,
): number {
  if (hand < FEWEST_STONES && count(own) + hand < FEWEST_STONES) return at
  if (enemyHand < FEWEST_STONES && count(enemy) + enemyHand < FEWEST_STONES) return at
  const empty = game.all & ~(own | enemy)
  let prey = -1
  if (hand > 0) {
    let closing = completions(game, own) & empty
    let rest = empty ^ closing
    const placing = (NOWHERE << 5) | (NOWHERE << 10)
    while (rest !== 0) {
      const bit = rest & -rest
      rest ^= bit
      out[at++] = placing | (31 - Math.clz32(bit))
    }
    while (closing !== 0) {
      const bit = closing & -closing
      closing ^= bit
      if (prey < 0) prey = takeable(game, enemy)
      at = closed(game, prey, (31 - Math.clz32(bit)) | (NOWHERE << 5), out, at)
    }
    return at
  }
  const flies = game.flying && count(own) === FEWEST_STONES
  let stones = own
  while (stones !== 0) {
    const stone = stones & -stones
    stones ^= stone
    const from = 31 - Math.clz32(stone)
    const others = own ^ stone
    let targets = flies ? empty : game.neighbours[from]! & empty
    while (targets !== 0) {
      const bit = targets & -targets
      targets ^= bit
      const to = 31 - Math.clz32(bit)
      const move = to | (from << 5)
      if (closesMill(game, others, to)) {
        if (prey < 0) prey = takeable(game, enemy)
        at = closed(game, prey, move, out, at)
      } else out[at++] = move | (NOWHERE << 10)
    }
  }
  return at
}

/** The turns of a move that closes a mill: one a stone that may be taken, and one without where that is allowed. */
function closed(game: MillGame, prey: number, move: number, out: Int32Array, at: number): number {
  if (prey === 0 || game.optional) out[at++] = move | (NOWHERE << 10) | CLOSES_MILL
  while (prey !== 0) {
    const bit = prey & -prey
    prey ^= bit
    out[at++] = move | ((31 - Math.clz32(bit)) << 10) | CLOSES_MILL | CAPTURES
  }
  return at
}

/** The points of a turn as a set: what changes of the mover's stones, and of the enemy's. */
export const movedBits = (game: MillGame, turn: number): number =>
  ((1 << toOf(turn)) | (1 << fromOf(turn))) & game.all
export const capturedBit = (game: MillGame, turn: number): number => (1 << capturedOf(turn)) & game.all

/** How many lines of `depth` turns there are; `quiet` is the counter, which ends lines where quiet moves draw by themselves. */
export function perft(
  game: MillGame,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  quiet: number,
  depth: number,
): number {
  if (depth === 0) return 1
  const out = new Int32Array(game.mostTurns * depth)
  return lines(game, own, enemy, hand, enemyHand, quiet, depth, out, 0)
}

function lines(
  game: MillGame,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  quiet: number,
  depth: number,
  out: Int32Array,
  at: number,
): number {
  if (quiet >= game.quietLimit) return 0
  const end = turns(game, own, enemy, hand, enemyHand, out, at)
  if (depth === 1) return end - at
  const handAfter = hand > 0 ? hand - 1 : 0
  let total = 0
  for (let i = at; i < end; i++) {
    const turn = out[i]!
    total += lines(
      game,
      enemy ^ capturedBit(game, turn),
      own ^ movedBits(game, turn),
      enemyHand,
      handAfter,
      turn & game.resets ? 0 : quiet + 1,
      depth - 1,
      out,
      end,
    )
  }
  return total
}
