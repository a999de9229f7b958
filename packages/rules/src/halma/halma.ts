import type { Family, MoveView } from '../family.ts'
import type { Outcome } from '../outcome.ts'
import { withinBounds } from '../position-text.ts'
import { quoted, type Refusal } from '../refusal.ts'
import { ok, refuse } from '../result.ts'
import type { RuleSet } from '../rule-set.ts'
import { opponent, SIDES, type Side } from '../side.ts'
import {
  countIn,
  fromOf,
  type HalmaGame,
  halmaGame,
  isOver,
  move as moveStone,
  perft,
  toOf,
  turns,
} from './engine.ts'
import {
  type HalmaPosition,
  parseHalmaPosition,
  startHalmaPosition,
  stoneOf,
  writeHalmaPosition,
} from './position.ts'

const MOVE = /^([a-z]\d{1,2})-([a-z]\d{1,2})$/

/** The engine of Halma behind its notation. */
export const halma: Family = {
  keyFields: 2,

  startPosition: (rules) => writeHalmaPosition(rules, startHalmaPosition(rules)),

  checkPosition(rules, text) {
    const parsed = parseHalmaPosition(rules, text)
    return parsed.ok ? withinBounds(text, parsed.value.moveNumber) : parsed
  },

  outcome: (rules, text) => outcome(halmaGame(rules), readHalmaPosition(rules, text)),

  legalMoves(rules, text) {
    const game = halmaGame(rules)
    return legalTurns(game, readHalmaPosition(rules, text)).map((turn) => notation(game, turn))
  },

  turn(rules, text, move): ReturnType<Family['turn']> {
    const game = halmaGame(rules)
    const position = readHalmaPosition(rules, text)
    const view = halma.readMove(rules, move)
    if (!view) return refuse(malformed(game, move))
    const legal = legalTurns(game, position)
    const turn = legal.find((candidate) => notation(game, candidate) === move)
    if (turn === undefined) return refuse(illegal(game, legal, move, view))
    const { state, side, moveNumber } = position
    moveStone(state, stoneOf(side), fromOf(turn), toOf(turn))
    const next: HalmaPosition = {
      state,
      side: opponent(side),
      moveNumber: side === 'black' ? moveNumber + 1 : moveNumber,
    }
    return ok({
      position: writeHalmaPosition(rules, next),
      quiet: null,
      closesMill: false,
      captured: null,
      outcome: outcome(game, next),
    })
  },

  readPosition(rules, text) {
    const game = halmaGame(rules)
    const { state, side, moveNumber } = readHalmaPosition(rules, text)
    const onBoard = SIDES.flatMap((owner) =>
      Array.from(state.lists[stoneOf(owner)], (square): [string, Side] => [game.nameOf.get(square)!, owner]),
    )
    const inCamp = (owner: Side) => countIn(game, state.lists[stoneOf(owner)], stoneOf(opponent(owner)))
    return {
      stones: Object.fromEntries(onBoard),
      side,
      hands: null,
      taken: { white: 0, black: 0 },
      quiet: null,
      moveNumber,
      inCamp: { white: inCamp('white'), black: inCamp('black') },
    }
  },

  readMove(rules, move): MoveView | null {
    const { squareOf } = halmaGame(rules)
    const [, from, to] = MOVE.exec(move) ?? []
    if (!from || !to || !squareOf.has(from) || !squareOf.has(to)) return null
    return { from, to, captured: null }
  },

  perft(rules, text, depth) {
    const position = readHalmaPosition(rules, text)
    return perft(halmaGame(rules), position.state, stoneOf(position.side), pliesBefore(position), depth)
  },
}

/** The position of a text that is known to be one. */
export function readHalmaPosition(rules: RuleSet, text: string): HalmaPosition {
  const parsed = parseHalmaPosition(rules, text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

/** The move number and the side tell how many plies were played. */
export const pliesBefore = ({ side, moveNumber }: HalmaPosition): number =>
  2 * (moveNumber - 1) + (side === 'black' ? 1 : 0)

function legalTurns(game: HalmaGame, position: HalmaPosition): number[] {
  const { state, side } = position
  if (isOver(game, state, pliesBefore(position))) return []
  const out = new Int32Array(game.mostTurns)
  return Array.from(out.subarray(0, turns(game, state.cells, state.lists[stoneOf(side)], out, 0)))
}

/** A filled camp before the camps that must be clear, these before no legal move (docs/rules.md, halma 3 to 5). */
function outcome(game: HalmaGame, position: HalmaPosition): Outcome | null {
  const { state, side } = position
  const ply = pliesBefore(position)
  const mover = opponent(side)
  const inCampOf = (owner: Side, camp: Side) => countIn(game, state.lists[stoneOf(owner)], stoneOf(camp))
  for (const winner of [mover, side]) {
    if (inCampOf(winner, opponent(winner)) === game.stones) return { winner, reason: 'camp-filled' }
  }
  if (ply >= game.clearCampAfterPly) {
    const late = SIDES.filter((owner) => inCampOf(owner, owner) > 0)
    if (late.length === 2) return { winner: null, reason: 'camps-not-cleared' }
    const reason = ply === game.clearCampAfterPly ? 'camp-not-cleared' : 'camp-re-entered'
    if (late.length === 1) return { winner: opponent(late[0]!), reason }
  }
  return legalTurns(game, position).length === 0 ? { winner: mover, reason: 'blocked' } : null
}

/** A turn as it is written. */
export const notation = ({ nameOf }: HalmaGame, turn: number): string =>
  `${nameOf.get(fromOf(turn))}-${nameOf.get(toOf(turn))}`

const malformed = ({ names }: HalmaGame, move: string): Refusal => ({
  code: 'malformed-move',
  message: `${quoted(move)} is no move: expected two squares, the like of "${names.at(-1)}-${names[0]}"`,
  params: {},
})

function illegal(game: HalmaGame, legal: readonly number[], move: string, { from }: MoveView): Refusal {
  const moves = legal.map((turn) => notation(game, turn)).sort()
  const same = moves.filter((other) => other.startsWith(`${from}-`))
  const expected = same.length
    ? `expected one of ${same.join(' ')}`
    : `no move begins at ${from}: expected one of the ${moves.length} legal moves, as ${moves[0]}`
  return { code: 'illegal-move', message: `${move} is not legal here: ${expected}`, params: { move } }
}
