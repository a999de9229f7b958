import { CAPTURES, CLOSES_MILL, MIN_STONES, type MillTables, NO_POINT } from './tables.ts'

/**
 * A turn is one integer: `to | from << 5 | captured << 10`, with NO_POINT for a missing point, and the flags
 * CLOSES_MILL and CAPTURES.
 */
export const toOf = (turn: number): number => turn & 31
export const fromOf = (turn: number): number => (turn >> 5) & 31
export const capturedOf = (turn: number): number => (turn >> 10) & 31

/** The set of points whose occupation by the mover's stones changes. */
export const movedBits = (tables: MillTables, turn: number): number =>
  ((1 << toOf(turn)) | (1 << fromOf(turn))) & tables.all

/** The captured point as a set; empty if nothing is captured. */
export const capturedBit = (tables: MillTables, turn: number): number => (1 << capturedOf(turn)) & tables.all

/** The stones left in the mover's hand. */
export const handAfter = (hand: number, turn: number): number => (fromOf(turn) === NO_POINT ? hand - 1 : hand)

/** The number of points in a set. */
export function count(set: number): number {
  set -= (set >>> 1) & 0x55555555
  set = (set & 0x33333333) + ((set >>> 2) & 0x33333333)
  return Math.imul((set + (set >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The points on which one more stone completes a mill of `own`. */
export function completions(tables: MillTables, own: number): number {
  const { mills } = tables
  let points = 0
  for (let i = 0; i < mills.length; i++) {
    const missing = mills[i]! & ~own
    if ((missing & (missing - 1)) === 0) points |= missing
  }
  return points
}

/** The stones of `enemy` that may be captured (docs/rules.md, mill 3). */
function capturable(tables: MillTables, enemy: number): number {
  const { mills } = tables
  let safe = 0
  for (let i = 0; i < mills.length; i++) {
    const mill = mills[i]!
    if ((enemy & mill) === mill) safe |= mill
  }
  return enemy & ~safe || enemy
}

/** Whether a stone on `to` closes a mill with `others`, the mover's other stones. */
export function closesMill(tables: MillTables, others: number, to: number): boolean {
  const { partners, millsPerPoint } = tables
  const end = (to + 1) * millsPerPoint
  for (let i = to * millsPerPoint; i < end; i++) {
    const pair = partners[i]!
    if ((others & pair) === pair) return true
  }
  return false
}

/** The points next to a point, as a set. */
export const neighboursOf = ({ neighbours }: MillTables, point: number): number => neighbours[point]!

/** The turn of a legal move by the side with `own`. */
export function turnOf(
  tables: MillTables,
  own: number,
  { from, to, captured }: { from: number | null; to: number; captured: number | null },
): number {
  const others = from === null ? own : own & ~(1 << from)
  return (
    to |
    ((from ?? NO_POINT) << 5) |
    ((captured ?? NO_POINT) << 10) |
    (closesMill(tables, others, to) ? CLOSES_MILL : 0) |
    (captured === null ? 0 : CAPTURES)
  )
}

/**
 * Writes the legal turns of the side with `own` and `hand` into `out` from index `at` on and returns the index after
 * the last; none if a side has too few stones. Play, search and perft all use this one generator.
 */
export function generateTurns(
  tables: MillTables,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  out: Int32Array,
  at: number,
): number {
  if (hand < MIN_STONES && count(own) + hand < MIN_STONES) return at
  if (enemyHand < MIN_STONES && count(enemy) + enemyHand < MIN_STONES) return at
  if (hand === 0) return generateMoves(tables, own, enemy, mayFly(tables, own), out, at)
  const end = generatePlacements(tables, own, enemy, out, at)
  return tables.movesWhilePlacing ? generateMoves(tables, own, enemy, false, out, end) : end
}

/** Whether a side with an empty hand flies. */
export const mayFly = ({ flying }: MillTables, own: number): boolean => flying && count(own) === MIN_STONES

function generatePlacements(
  tables: MillTables,
  own: number,
  enemy: number,
  out: Int32Array,
  at: number,
): number {
  const empty = tables.all & ~(own | enemy)
  let closing = completions(tables, own) & empty
  let rest = empty ^ closing
  const nothingElse = (NO_POINT << 5) | (NO_POINT << 10)
  while (rest !== 0) {
    const bit = rest & -rest
    rest ^= bit
    out[at++] = nothingElse | (31 - Math.clz32(bit))
  }
  if (closing === 0) return at
  const captures = capturable(tables, enemy)
  while (closing !== 0) {
    const bit = closing & -closing
    closing ^= bit
    at = pushCaptures(tables, captures, (31 - Math.clz32(bit)) | (NO_POINT << 5), out, at)
  }
  return at
}

function generateMoves(
  tables: MillTables,
  own: number,
  enemy: number,
  flies: boolean,
  out: Int32Array,
  at: number,
): number {
  const empty = tables.all & ~(own | enemy)
  // computed by the first turn that closes a mill
  let captures = -1
  let stones = own
  while (stones !== 0) {
    const stone = stones & -stones
    stones ^= stone
    const from = 31 - Math.clz32(stone)
    const others = own ^ stone
    let targets = flies ? empty : neighboursOf(tables, from) & empty
    while (targets !== 0) {
      const bit = targets & -targets
      targets ^= bit
      const to = 31 - Math.clz32(bit)
      const move = to | (from << 5)
      if (closesMill(tables, others, to)) {
        if (captures < 0) captures = capturable(tables, enemy)
        at = pushCaptures(tables, captures, move, out, at)
      } else out[at++] = move | (NO_POINT << 10)
    }
  }
  return at
}

/** Writes the turns of a move that closes a mill: one per stone to capture, and one without a capture if allowed. */
function pushCaptures(
  tables: MillTables,
  captures: number,
  move: number,
  out: Int32Array,
  at: number,
): number {
  if (captures === 0 || tables.capturingIsOptional) out[at++] = move | (NO_POINT << 10) | CLOSES_MILL
  while (captures !== 0) {
    const bit = captures & -captures
    captures ^= bit
    out[at++] = move | ((31 - Math.clz32(bit)) << 10) | CLOSES_MILL | CAPTURES
  }
  return at
}
