import { CAPTURES, CLOSES_MILL, count, MIN_STONES, NO_POINT } from '@tegenzet/rules/mill'
import { type MillShape, neighboursOf, nextTo, rowEnds } from './mill-shape.ts'

/** A turn is encoded as in `packages/rules`, with our numbering of the points. */
const NO_CAPTURE = NO_POINT << 10
const PLACED = NO_POINT << 5

const CAPTURE_PRIORITY = 5_000
const MILL_PRIORITY = 4_000
/** Capturing a stone that threatens a mill. */
const THREAT_PRIORITY = 200
const BLOCK_PRIORITY = 600
const CROSSING_PRIORITY = 40

/** What turns depend on besides the stones. */
export interface MillOptions {
  shape: MillShape
  flying: boolean
  movesWhilePlacing: boolean
  capturingIsOptional: boolean
}

/**
 * Writes the legal turns of the side with `own`, and their priorities, from index `at` on and returns the index after the
 * last. Both sides have enough stones.
 */
export function writeMillTurns(
  options: MillOptions,
  own: number,
  enemy: number,
  isPlacing: boolean,
  out: Int32Array,
  priorities: Int32Array,
  at: number,
): number {
  const { shape, movesWhilePlacing } = options
  const empty = shape.all & ~(own | enemy)
  const blocks = rowEnds(shape, enemy) & empty
  // computed by the first turn that closes a mill
  let captures = -1
  if (isPlacing) {
    const closing = rowEnds(shape, own) & empty
    for (let rest = empty & ~closing; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest
      priorities[at] = quietPriority(shape, blocks, bit)
      out[at++] = NO_CAPTURE | PLACED | (31 - Math.clz32(bit))
    }
    for (let rest = closing; rest !== 0; rest &= rest - 1) {
      if (captures < 0) captures = capturable(shape, enemy)
      const to = 31 - Math.clz32(rest & -rest)
      at = writeCaptures(options, captures, enemy, empty, PLACED | to, out, priorities, at)
    }
    if (!movesWhilePlacing) return at
  }
  const flies = !isPlacing && options.flying && count(own) === MIN_STONES
  for (let stones = flies ? own : own & nextTo(shape, empty); stones !== 0; stones &= stones - 1) {
    const stone = stones & -stones
    const from = 31 - Math.clz32(stone)
    const targets = flies ? empty : neighboursOf(shape, from) & empty
    const closing = targets & rowEnds(shape, own ^ stone)
    for (let rest = targets & ~closing; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest
      priorities[at] = quietPriority(shape, blocks, bit)
      out[at++] = NO_CAPTURE | (from << 5) | (31 - Math.clz32(bit))
    }
    for (let rest = closing; rest !== 0; rest &= rest - 1) {
      if (captures < 0) captures = capturable(shape, enemy)
      const to = 31 - Math.clz32(rest & -rest)
      at = writeCaptures(options, captures, enemy, empty, (from << 5) | to, out, priorities, at)
    }
  }
  return at
}

const quietPriority = ({ crossings }: MillShape, blocks: number, to: number): number =>
  (blocks & to ? BLOCK_PRIORITY : 0) + (crossings & to ? CROSSING_PRIORITY : 0)

/** The stones of `enemy` that may be captured: those in mills only if there are no others (docs/rules.md, mill 3). */
const capturable = (shape: MillShape, enemy: number): number => enemy & ~rowEnds(shape, enemy) || enemy

/** Writes the turns of a move that closes a mill: one per stone to capture, and one without a capture if allowed. */
function writeCaptures(
  { shape, capturingIsOptional }: MillOptions,
  captures: number,
  enemy: number,
  empty: number,
  move: number,
  out: Int32Array,
  priorities: Int32Array,
  at: number,
): number {
  if (captures === 0 || capturingIsOptional) {
    priorities[at] = MILL_PRIORITY
    out[at++] = move | NO_CAPTURE | CLOSES_MILL
  }
  const threats = rowEnds(shape, enemy) & empty
  for (let rest = captures; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest
    const threatens = threats !== 0 && (rowEnds(shape, enemy ^ bit) & empty) !== threats
    priorities[at] = CAPTURE_PRIORITY + (threatens ? THREAT_PRIORITY : 0)
    out[at++] = move | ((31 - Math.clz32(bit)) << 10) | CLOSES_MILL | CAPTURES
  }
  return at
}
