import { EMPTY, type HalmaTables } from './tables.ts'

/** A turn is one integer: `to | from << 8`. */
export const toOf = (turn: number): number => turn & 255
export const fromOf = (turn: number): number => (turn >> 8) & 255

/** The squares from which a stone still has to try to jump on. */
const stack = new Uint8Array(64)

/**
 * Writes the legal turns of the stones on `squares` into `out` from index `at` on and returns the index after the last.
 * Two jump paths between the same squares are one turn. Play, search and perft all use this one generator.
 *
 * The stone stays on its square meanwhile: no turn can end there, by parity no jump can go over it, and jumping through
 * it opens nothing that the first jumps did not.
 */
export function generateTurns(
  tables: HalmaTables,
  cells: Uint8Array,
  squares: Uint8Array,
  out: Int32Array,
  at: number,
): number {
  const { directions, jumpBits } = tables
  for (let s = 0; s < squares.length; s++) {
    const from = squares[s]!
    const start = from << 8
    let reached = 0
    let depth = 0
    for (let d = 0; d < 8; d++) {
      const step = directions[d]!
      const next = from + step
      if (cells[next] === EMPTY) out[at++] = start | next
      else if (cells[next + step] === EMPTY) {
        const landing = next + step
        reached |= jumpBits[landing]!
        out[at++] = start | landing
        stack[depth++] = landing
      }
    }
    while (depth > 0) {
      const square = stack[--depth]!
      for (let d = 0; d < 8; d++) {
        const step = directions[d]!
        const landing = square + step + step
        if (cells[square + step] !== EMPTY && cells[landing] === EMPTY && !(reached & jumpBits[landing]!)) {
          reached |= jumpBits[landing]!
          out[at++] = start | landing
          stack[depth++] = landing
        }
      }
    }
  }
  return at
}
