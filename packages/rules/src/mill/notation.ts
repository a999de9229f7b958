import { type Move, trustedMove } from '../notation.ts'
import { quoted, type RuleRefusal } from '../refusal.ts'
import type { DecodedMove } from '../rule-engine.ts'
import type { MillTables } from './tables.ts'
import { capturedOf, fromOf, toOf } from './turns.ts'

const MOVE = /^(?:([a-z]\d)-)?([a-z]\d)(?:x([a-z]\d))?$/

/** A turn in the notation of docs/rules.md. */
export function notation({ names }: MillTables, turn: number): Move {
  const from = names[fromOf(turn)]
  const captured = names[capturedOf(turn)]
  return trustedMove(`${from ? `${from}-` : ''}${names[toOf(turn)]}${captured ? `x${captured}` : ''}`)
}

/** The points of a move; null if the text is not a move on this board. */
export function parseNotation({ indexes }: MillTables, text: string): DecodedMove | null {
  const [, from = null, to, captured = null] = MOVE.exec(text) ?? []
  if (!to) return null
  const known = [from, to, captured].every((name) => name === null || indexes.has(name))
  return known ? { from, to, captured } : null
}

/** @throws SyntaxError if the text is not a move on this board */
export function decodeNotation(tables: MillTables, move: Move): DecodedMove {
  const decoded = parseNotation(tables, move)
  if (!decoded) throw new SyntaxError(`${quoted(move)} is not a move`)
  return decoded
}

export const malformedMove = (text: string): RuleRefusal => ({
  code: 'malformed-move',
  message: `${quoted(text)} is not a move: expected something like "d6", "d6-d5", "d6xa1" or "d6-d5xa1"`,
  params: {},
})

/** @param hand the stones in the mover's hand */
export function illegalMove(
  tables: MillTables,
  legal: readonly number[],
  move: Move,
  from: string | null,
  hand: number,
): RuleRefusal {
  const moves = legal.map((turn) => notation(tables, turn)).sort()
  const withoutCapture = move.replace(/x.*/, '')
  const similar = moves.filter((other) => other === withoutCapture || other.startsWith(`${withoutCapture}x`))
  const expected = similar.length
    ? `expected ${similar.join(' or ')}`
    : hand > 0 && from && !tables.movesWhilePlacing
      ? `expected a placement while there are stones in hand, such as ${moves[0]}`
      : hand === 0 && !from
        ? `expected a move of a stone, such as ${moves[0]}, because the hand is empty`
        : `expected one of the ${moves.length} legal moves, such as ${moves[0]}`
  return { code: 'illegal-move', message: `${move} is not legal here: ${expected}`, params: { move } }
}
