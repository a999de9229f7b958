import type { Family, MoveView } from '../family.ts'
import type { Outcome } from '../outcome.ts'
import { withinBounds } from '../position-text.ts'
import { quoted, type Refusal } from '../refusal.ts'
import { ok, refuse } from '../result.ts'
import type { RuleSet } from '../rule-set.ts'
import { opponent, SIDES, type Side } from '../side.ts'
import {
  CLOSES_MILL,
  capturedBit,
  capturedOf,
  count,
  FEWEST_STONES,
  fromOf,
  type MillGame,
  millGame,
  movedBits,
  perft,
  toOf,
  turns,
} from './engine.ts'
import { type MillPosition, parseMillPosition, startMillPosition, writeMillPosition } from './position.ts'

const MOVE = /^(?:([a-z]\d)-)?([a-z]\d)(?:x([a-z]\d))?$/

/** The engine of the mill games behind their notation. */
export const mill: Family = {
  keyFields: 4,

  startPosition: (rules) => writeMillPosition(rules, startMillPosition(rules)),

  checkPosition(rules, text) {
    const parsed = parseMillPosition(rules, text)
    return parsed.ok ? withinBounds(text, parsed.value.quiet, parsed.value.moveNumber) : parsed
  },

  outcome: (rules, text) => outcome(millGame(rules), readMillPosition(rules, text)),

  legalMoves(rules, text) {
    const game = millGame(rules)
    return legalTurns(game, readMillPosition(rules, text)).map((turn) => notation(game, turn))
  },

  turn(rules, text, move): ReturnType<Family['turn']> {
    const game = millGame(rules)
    const position = readMillPosition(rules, text)
    const view = mill.readMove(rules, move)
    if (!view) return refuse(malformed(move))
    const legal = legalTurns(game, position)
    const turn = legal.find((candidate) => notation(game, candidate) === move)
    if (turn === undefined) return refuse(illegal(game, position, legal, move, view))
    const next = after(game, position, turn)
    return ok({
      position: writeMillPosition(rules, next),
      quiet: next.quiet,
      closesMill: (turn & CLOSES_MILL) !== 0,
      captured: view.captured,
      outcome: outcome(game, next),
    })
  },

  readPosition(rules, text) {
    const { names } = millGame(rules)
    const { stones, hands, side, quiet, moveNumber } = readMillPosition(rules, text)
    const onBoard: [string, Side][] = SIDES.flatMap((owner) =>
      names.filter((_, index) => stones[owner] & (1 << index)).map((name): [string, Side] => [name, owner]),
    )
    const taken = (owner: Side) => rules.stones - hands[owner] - count(stones[owner])
    return {
      stones: Object.fromEntries(onBoard),
      side,
      hands,
      taken: { white: taken('white'), black: taken('black') },
      quiet,
      moveNumber,
    }
  },

  readMove(rules, move): MoveView | null {
    const { indexes } = millGame(rules)
    const parts = MOVE.exec(move)
    if (!parts) return null
    const [, from = null, to, captured = null] = parts
    const known = [from, to!, captured].every((name) => name === null || indexes.has(name))
    return known ? { from, to: to!, captured } : null
  },

  perft(rules, text, depth) {
    const { stones, hands, side, quiet } = readMillPosition(rules, text)
    const other = opponent(side)
    return perft(millGame(rules), stones[side], stones[other], hands[side], hands[other], quiet, depth)
  },
}

/** The rows of three own stones that stand in a position. */
export function millsOf(rules: RuleSet, position: string): string[][] {
  if (rules.board.kind !== 'mill') return []
  const { stones } = mill.readPosition(rules, position)
  return rules.board.mills
    .filter(([a, b, c]) => stones[a] !== undefined && stones[a] === stones[b] && stones[b] === stones[c])
    .map((row) => [...row])
}

/** The position of a text that is known to be one. */
export function readMillPosition(rules: RuleSet, text: string): MillPosition {
  const parsed = parseMillPosition(rules, text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

/** Legal turns, none once quiet moves have drawn the game. */
function legalTurns(game: MillGame, { stones, hands, side, quiet }: MillPosition): number[] {
  if (quiet >= game.quietLimit) return []
  const other = opponent(side)
  const out = new Int32Array(game.mostTurns)
  const end = turns(game, stones[side], stones[other], hands[side], hands[other], out, 0)
  return Array.from(out.subarray(0, end))
}

function after(game: MillGame, position: MillPosition, turn: number): MillPosition {
  const { stones, hands, side, quiet, moveNumber } = position
  const other = opponent(side)
  return {
    stones: {
      ...stones,
      [side]: stones[side] ^ movedBits(game, turn),
      [other]: stones[other] ^ capturedBit(game, turn),
    },
    hands: { ...hands, [side]: Math.max(0, hands[side] - 1) },
    side: other,
    quiet: turn & game.resets ? 0 : quiet + 1,
    moveNumber: side === 'black' ? moveNumber + 1 : moveNumber,
  }
}

/** Too few stones before no legal move, both before a draw (docs/rules.md, mill 6). */
function outcome(game: MillGame, position: MillPosition): Outcome | null {
  const { stones, hands, side, quiet } = position
  for (const loser of [side, opponent(side)]) {
    if (count(stones[loser]) + hands[loser] < FEWEST_STONES)
      return { winner: opponent(loser), reason: 'few-stones' }
  }
  if (legalTurns(game, { ...position, quiet: 0 }).length === 0)
    return { winner: opponent(side), reason: 'blocked' }
  return quiet >= game.quietLimit ? { winner: null, reason: 'quiet-moves' } : null
}

/** A turn as it is written. */
export function notation({ names }: MillGame, turn: number): string {
  const from = names[fromOf(turn)]
  const captured = names[capturedOf(turn)]
  return `${from ? `${from}-` : ''}${names[toOf(turn)]}${captured ? `x${captured}` : ''}`
}

const malformed = (move: string): Refusal => ({
  code: 'malformed-move',
  message: `${quoted(move)} is no move: expected the like of "d6", "d6-d5", "d6xa1" or "d6-d5xa1"`,
  params: {},
})

function illegal(
  game: MillGame,
  { hands, side }: MillPosition,
  legal: readonly number[],
  move: string,
  { from }: MoveView,
): Refusal {
  const moves = legal.map((turn) => notation(game, turn)).sort()
  const step = move.replace(/x.*/, '')
  const same = moves.filter((other) => other === step || other.startsWith(`${step}x`))
  const expected = same.length
    ? `expected ${same.join(' or ')}`
    : hands[side] > 0 && from
      ? `expected a placement while there are stones in hand, as ${moves[0]}`
      : hands[side] === 0 && !from
        ? `expected a move of a stone, as ${moves[0]}: the hand is empty`
        : `expected one of the ${moves.length} legal moves, as ${moves[0]}`
  return { code: 'illegal-move', message: `${move} is not legal here: ${expected}`, params: { move } }
}
