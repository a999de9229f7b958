import type { HalmaTables } from '@tegenzet/rules/halma'

/** The squares from which a stone still has to try to jump on. */
const stack = new Uint8Array(64)

/**
 * Writes the turns of the stones on `squares` that gain at least `least`, and their gains, into `out` and `gains` from index `at`
 * on and returns the index after the last. See `generateTurns` of `packages/rules`, which knows no gains.
 * @param values by square: a turn gains the difference between its ends
 */
export function writeGainingTurns(
  { directions, jumpBits }: HalmaTables,
  cells: Uint8Array,
  squares: Uint8Array,
  values: Int32Array,
  least: number,
  out: Int32Array,
  gains: Int32Array,
  at: number,
): number {
  for (let s = 0; s < squares.length; s++) {
    const from = squares[s]!
    const start = from << 8
    const before = values[from]!
    const enough = before + least
    let reached = 0
    let depth = 0
    for (let d = 0; d < 8; d++) {
      const step = directions[d]!
      const next = from + step
      if (cells[next] === 0) {
        if (values[next]! < enough) continue
        gains[at] = values[next]! - before
        out[at++] = start | next
      } else if (cells[next + step] === 0) {
        const landing = next + step
        reached |= jumpBits[landing]!
        stack[depth++] = landing
        if (values[landing]! < enough) continue
        gains[at] = values[landing]! - before
        out[at++] = start | landing
      }
    }
    while (depth > 0) {
      const square = stack[--depth]!
      for (let d = 0; d < 8; d++) {
        const step = directions[d]!
        if (cells[square + step] === 0) continue
        const landing = square + step + step
        if (cells[landing] !== 0 || reached & jumpBits[landing]!) continue
        reached |= jumpBits[landing]!
        stack[depth++] = landing
        if (values[landing]! < enough) continue
        gains[at] = values[landing]! - before
        out[at++] = start | landing
      }
    }
  }
  return at
}
