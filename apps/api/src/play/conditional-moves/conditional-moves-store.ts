import { type ConditionalMoves, conditionalMovesSchema } from '@tegenzet/contract'
import type { ConditionalMovesModel } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'
import { append } from '../../outbox/append.ts'
import type { Db, Tx } from '../../store/transaction.ts'

type Ended = NonNullable<ConditionalMoves['ended']>

/** The conditional moves of a side, as the API shows them. */
export function conditionalMovesView(row: ConditionalMovesModel): ConditionalMoves {
  return {
    game: row.gameId,
    by: row.by,
    version: row.version,
    ply: row.ply,
    branches: decodeBranches(row.branches),
    played: row.played,
    // a CHECK constraint closes the list of reasons
    ended: row.endedPly === null ? null : { ply: row.endedPly, reason: row.endedReason as Ended['reason'] },
  }
}

const branchesOfColumn = conditionalMovesSchema.shape.branches

/** The branches as `setConditionalMoves` stored them. */
export const decodeBranches = (branches: unknown): ConditionalMoves['branches'] =>
  branchesOfColumn.parse(branches)

/** The conditional moves of a side; undefined if it never had any. */
export async function readConditionalMoves(
  db: Db,
  gameId: number,
  by: Side,
): Promise<ConditionalMoves | undefined> {
  const row = await db.conditionalMoves.findUnique({ where: { gameId_by: { gameId, by } } })
  return row ? conditionalMovesView(row) : undefined
}

/**
 * Appends the event that shows conditional moves after a change.
 * @param ownerId their player, the only recipient
 * @param by the owner, or null: the server
 */
export async function appendConditionalMoves(
  tx: Tx,
  moves: ConditionalMoves,
  { ownerId, by, at }: { ownerId: number; by: number | null; at: Date },
): Promise<void> {
  await append(tx, [{ event: { type: 'plan', plan: moves }, playerIds: [ownerId] }], { by, at })
}
