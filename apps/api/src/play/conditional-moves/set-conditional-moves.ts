import { isDeepStrictEqual } from 'node:util'
import { ok, type Result } from '@tegenzet/common'
import type { Branch, BranchInput, ConditionalMoves } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type Position, ruleSet, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, runSql, type Tx } from '../../store/transaction.ts'
import { gameFrozen, goesOn } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { readPositions } from '../game/game-positions.ts'
import type { OwnGame } from '../game/on-game.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import {
  appendConditionalMoves,
  conditionalMovesView,
  readConditionalMoves,
} from './conditional-moves-store.ts'
import { illegalMoves } from './illegal-moves.ts'

interface SetConditionalMoves {
  game: number
  playerId: number
  /** Plies played so far, as the player knows it. */
  ply: number
  branches: readonly BranchInput[]
  /** The JSON pointer to the branches in the request. */
  path: string
  arrivedAt: Date
}

/**
 * Sets the replies to the opponent's moves. The game is locked against concurrent moves: either the conditional moves
 * are stored first and reply, or they are refused.
 */
export function setConditionalMoves(
  db: Db,
  command: SetConditionalMoves,
): Promise<Result<ConditionalMoves, Refusal>> {
  const { game: id, playerId, ply, arrivedAt } = command
  return inTransaction(db, async (tx) => {
    await lockGame(tx, id)
    const own = await readOwnGame(tx, id, playerId)
    if (!own.ok) return own
    const { game, side } = own.value
    const current = await readConditionalMoves(tx, game.id, side)
    const decided = decideConditionalMoves(own.value, current, await positionsSoFar(tx, game), command)
    if (!decided.ok) return decided
    if (!decided.value) return ok(existing(current))
    const row = await upsert(tx, game.id, side, { ply, branches: decided.value, updatedAt: arrivedAt })
    const moves = conditionalMovesView(row)
    await appendConditionalMoves(tx, moves, { ownerId: playerId, by: playerId, at: arrivedAt })
    return ok(moves)
  })
}

/**
 * @param positions those of the game so far that decide whether a move is legal
 * @returns the branches to store; null if they are the current ones
 */
export function decideConditionalMoves(
  { game, side }: OwnGame,
  current: ConditionalMoves | undefined,
  positions: readonly Position[],
  { ply, path, arrivedAt, ...command }: Pick<SetConditionalMoves, 'ply' | 'path' | 'arrivedAt' | 'branches'>,
): Result<Branch[] | null, Refusal> {
  const running = goesOn(game, arrivedAt)
  if (!running.ok) return running
  if (game.status === 'claimed') return gameFrozen
  if (game.ply !== ply)
    return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: get the game again.`)
  if (game.turn === side)
    return refuse('conflict', 'It is your turn: conditional moves begin with a move of your opponent.')
  const branches = command.branches.map(complete)
  if (current?.ply === ply && !current.ended && isDeepStrictEqual(current.branches, branches)) return ok(null)
  const errors = illegalMoves(ruleSet(game.rules, game.rulesRevision), positions, branches, path)
  return errors.length === 0
    ? ok(branches)
    : refuse('illegal-move', '`errors` lists the illegal moves.', { errors })
}

/** The positions that decide whether a move is legal: all of them only where repetition ends the game by itself. */
async function positionsSoFar(db: Db, game: GameRow): Promise<Position[]> {
  const rules = ruleSet(game.rules, game.rulesRevision)
  if (rules.draws.repetition === 'claimed') return [game.position]
  return readPositions(db, game.id, game.ply)
}

const upsert = (
  tx: Tx,
  gameId: number,
  by: Side,
  values: { ply: number; branches: Prisma.InputJsonValue; updatedAt: Date },
) =>
  tx.conditionalMoves.upsert({
    where: { gameId_by: { gameId, by } },
    create: { gameId, by, version: 1, ...values },
    update: { ...values, version: { increment: 1 }, endedPly: null, endedReason: null, dueAt: null },
  })

/** Locks the game against concurrent moves. */
const lockGame = (tx: Tx, id: number) => runSql(tx, Prisma.sql`SELECT FROM games WHERE id = ${id} FOR SHARE`)

/** Fills in the default of `then`. */
const complete = ({ then = [], ...moves }: BranchInput): Branch => ({ ...moves, then: then.map(complete) })
