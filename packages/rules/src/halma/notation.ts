import { quoted, type Refusal } from '../refusal.ts'
import type { MoveView } from '../rule-engine.ts'
import { fromOf, type HalmaGame, toOf } from './engine.ts'

const MOVE = /^([a-z]\d{1,2})-([a-z]\d{1,2})$/

/** A turn in the notation of docs/rules.md. */
export const notation = ({ nameOf }: HalmaGame, turn: number): string =>
  `${nameOf.get(fromOf(turn))}-${nameOf.get(toOf(turn))}`

/** The points of a move; null for a text that is not a move on this board. */
export function readNotation({ squareOf }: HalmaGame, text: string): MoveView | null {
  const [, from, to] = MOVE.exec(text) ?? []
  if (!from || !to || !squareOf.has(from) || !squareOf.has(to)) return null
  return { from, to, captured: null }
}

export const malformedMove = ({ names }: HalmaGame, text: string): Refusal => ({
  code: 'malformed-move',
  message: `${quoted(text)} is no move: expected two squares, the like of "${names.at(-1)}-${names[0]}"`,
  params: {},
})

export function illegalMove(
  game: HalmaGame,
  legal: readonly number[],
  move: string,
  from: string | null,
): Refusal {
  const moves = legal.map((turn) => notation(game, turn)).sort()
  const similar = moves.filter((other) => other.startsWith(`${from}-`))
  const expected = similar.length
    ? `expected one of ${similar.join(' ')}`
    : `no move begins at ${from}: expected one of the ${moves.length} legal moves, as ${moves[0]}`
  return { code: 'illegal-move', message: `${move} is not legal here: ${expected}`, params: { move } }
}
