import { isDeepStrictEqual } from 'node:util'
import type { Branch, BranchInput, ConditionalMoves } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { ok, type Position, type Result, type RuleSet, ruleSet, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type OpenTransaction, type Tx } from '../../store/transaction.ts'
import { gameFrozen, tooLate } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { readPositions } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import {
  appendConditionalMoves,
  conditionalMovesView,
  readConditionalMoves,
} from './conditional-moves-store.ts'
import { illegalMoves } from './illegal-moves.ts'

export interface SetConditionalMoves {
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
export async function setConditionalMoves(
  tx: Tx,
  command: SetConditionalMoves,
): Promise<Result<ConditionalMoves, Refusal>> {
  const { playerId, ply, path, arrivedAt } = command
  const branches = command.branches.map(complete)
  for (;;) {
    const found = await readOwnGame(tx, command.game, playerId)
    if (!found.ok) return found
    const { game, side } = found.value
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.ply !== ply)
      return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: get the game again.`)
    if (game.turn === side)
      return refuse('conflict', 'It is your turn: conditional moves begin with a move of your opponent.')
    const current = await readConditionalMoves(tx, game.id, side)
    if (current?.ply === ply && !current.ended && isDeepStrictEqual(current.branches, branches))
      return ok(current)

    const rules = ruleSet(game.rules, game.rulesRevision)
    const errors = illegalMoves(rules, await positionsSoFar(tx, rules, game), branches, path)
    if (errors.length > 0)
      return {
        ok: false,
        error: { code: 'illegal-move', detail: '`errors` lists the illegal moves.', errors },
      }
    const moves = await inTransaction(tx, (tx) => write(tx, game, side, branches, command))
    if (moves) return ok(moves)
  }
}

/** The positions that decide whether a move is legal: all of them only where repetition ends the game by itself. */
async function positionsSoFar(tx: Tx, rules: RuleSet, game: GameRow): Promise<Position[]> {
  if (rules.draws.repetition === 'claimed') return [game.position]
  const positions = await readPositions(tx, game.id, { limit: game.ply + 1 })
  return positions.map(({ position }) => position)
}

/** @returns null if the game is at a later ply */
async function write(
  tx: OpenTransaction,
  game: GameRow,
  by: Side,
  branches: Branch[],
  { playerId, ply, arrivedAt }: SetConditionalMoves,
): Promise<ConditionalMoves | null> {
  if (!(await lockGameAt(tx, game.id, ply))) return null
  const values = { ply, branches: json(branches), updatedAt: arrivedAt }
  const row = await tx.conditionalMoves.upsert({
    where: { gameId_by: { gameId: game.id, by } },
    create: { gameId: game.id, by, version: 1, ...values },
    update: { ...values, version: { increment: 1 }, endedPly: null, endedReason: null, dueAt: null },
  })
  const moves = conditionalMovesView(row)
  await appendConditionalMoves(tx, moves, { ownerId: playerId, by: playerId, at: arrivedAt })
  return moves
}

/** Locks the game against concurrent moves, if it is still at that ply. */
async function lockGameAt(tx: Tx, id: number, ply: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM games WHERE id = ${id} AND ply = ${ply} AND status = 'active' FOR SHARE`
  return rows.length > 0
}

/** Branches for a JSON column. */
const json = (branches: Branch[]) => branches as unknown as Prisma.InputJsonValue

/** Fills in the default of `then`. */
const complete = ({ then = [], ...moves }: BranchInput): Branch => ({ ...moves, then: then.map(complete) })
