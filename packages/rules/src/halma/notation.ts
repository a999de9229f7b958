import { type Move, trustedMove } from '../notation.ts'
import { quoted, type RuleRefusal } from '../refusal.ts'
import type { DecodedMove } from '../rule-engine.ts'
import type { HalmaTables } from './tables.ts'
import { fromOf, toOf } from './turns.ts'

const MOVE = /^([a-z]\d{1,2})-([a-z]\d{1,2})$/

/** The points of a move: every one begins on a point. */
type HalmaMove = DecodedMove & { from: string }

/** A turn in the notation of docs/rules.md. */
export const notation = ({ nameOf }: HalmaTables, turn: number): Move =>
  trustedMove(`${nameOf.get(fromOf(turn))}-${nameOf.get(toOf(turn))}`)

/** The points of a move; null if the text is not a move on this board. */
export function parseNotation({ squareOf }: HalmaTables, text: string): HalmaMove | null {
  const [, from, to] = MOVE.exec(text) ?? []
  if (!from || !to || !squareOf.has(from) || !squareOf.has(to)) return null
  return { from, to, captured: null }
}

/** @throws SyntaxError if the text is not a move on this board */
export function decodeNotation(tables: HalmaTables, move: Move): HalmaMove {
  const decoded = parseNotation(tables, move)
  if (!decoded) throw new SyntaxError(`${quoted(move)} is not a move`)
  return decoded
}

export const malformedMove = ({ names }: HalmaTables, text: string): RuleRefusal => ({
  code: 'malformed-move',
  message: `${quoted(text)} is not a move: expected two squares, such as "${names.at(-1)}-${names[0]}"`,
  params: {},
})

export function illegalMove(
  tables: HalmaTables,
  legal: readonly number[],
  move: Move,
  from: string | null,
): RuleRefusal {
  const moves = legal.map((turn) => notation(tables, turn)).sort()
  const similar = moves.filter((other) => other.startsWith(`${from}-`))
  const expected = similar.length
    ? `expected one of ${similar.join(' ')}`
    : `no legal move starts on ${from}: expected one of the ${moves.length} legal moves, such as ${moves[0]}`
  return { code: 'illegal-move', message: `${move} is not legal here: ${expected}`, params: { move } }
}
