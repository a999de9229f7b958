import type { Branch, ConditionalMoves } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { opponent, type Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction, runSql, type Tx } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import { readGame } from '../game/read-games.ts'
import { playMove } from '../moves/play-move.ts'
import { appendConditionalMoves, conditionalMovesView, decodeBranches } from './conditional-moves-store.ts'
import { followConditionalMoves } from './follow-conditional-moves.ts'

/** Conditional moves that may have to be played. */
interface DueConditionalMoves {
  game: number
  by: Side
}

/** The conditional moves after this. */
interface Next {
  ply: number
  branches: Branch[]
  /** The ply that was played. */
  played?: number
  ended?: NonNullable<ConditionalMoves['ended']>
}

/**
 * Plays the reply to the opponent's move, if there is one, and keeps the branches that are still possible. One
 * transaction locks the game and the conditional moves: a move gets one reply, and none after the conditional moves
 * were removed.
 * @returns whether a move was played
 */
export async function playConditionalMove(deps: Deps, db: Db, due: DueConditionalMoves): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const locked = await lock(tx, due)
    const game = locked && (await readGame(tx, due.game))
    if (!game) return false
    const next = await nextOf(deps, tx, game, due.by, locked)
    if (next.ended || next.played || next.ply !== locked.ply) await write(tx, game, due.by, next, deps.now())
    else await tx.conditionalMoves.update({ where: keyOf(due), data: { dueAt: null } })
    return next.played !== undefined
  })
}

const keyOf = ({ game, by }: DueConditionalMoves) => ({ gameId_by: { gameId: game, by } })

interface Locked {
  ply: number
  branches: Branch[]
  /** The moves played since that ply. */
  moves: string[]
}

/** Locks the game and then the conditional moves, in the order in which they are set. */
async function lock(db: Db, due: DueConditionalMoves): Promise<Locked | null> {
  const { game, by } = due
  // no stronger than an update of the game, so that rows that refer to it can be written meanwhile
  await runSql(db, Prisma.sql`SELECT id FROM games WHERE id = ${game} FOR NO KEY UPDATE`)
  await runSql(
    db,
    Prisma.sql`SELECT ply FROM conditional_moves WHERE game_id = ${game} AND by = ${by}::side FOR UPDATE`,
  )
  const row = await db.conditionalMoves.findUnique({ where: keyOf(due) })
  if (!row?.dueAt) return null
  const moves = await db.move.findMany({
    where: { gameId: game, ply: { gt: row.ply } },
    orderBy: { ply: 'asc' },
    select: { move: true },
  })
  return { ply: row.ply, branches: decodeBranches(row.branches), moves: moves.map(({ move }) => move) }
}

async function nextOf(deps: Deps, db: Db, game: GameRow, by: Side, locked: Locked): Promise<Next> {
  const { reply, unplayed } = decideReply(game, by, locked)
  if (!reply) return unplayed
  const ply = unplayed.ply + 1
  // the opponent's move may come from a process whose clock is ahead
  const arrivedAt = new Date(Math.max(deps.now().getTime(), game.updatedAt.getTime()))
  const command = { game: game.id, playerId: game[by].id, move: reply.reply, ply, arrivedAt }
  const played = await playMove(deps, db, command)
  if (played.ok) {
    const next =
      reply.then.length === 0 ? ended(ply + 1, 'played-out') : { ply: ply + 1, branches: reply.then }
    return { ...next, played: ply + 1 }
  }
  // the player is out of time, and the sweep will end the game
  return played.error.code === 'game-over' ? unplayed : ended(game.ply, 'refused')
}

interface Reply {
  /** The branch whose reply is to be played. null: none is. */
  reply: Branch | null
  /** The conditional moves if no reply is played. */
  unplayed: Next
}

/** What the conditional moves of a side do now. */
export function decideReply(
  game: Pick<GameRow, 'turn' | 'ply' | 'openClaim' | 'drawOffer'>,
  by: Side,
  { ply, branches, moves }: Locked,
): Reply {
  const followed = followConditionalMoves({ ply, branches }, moves)
  if (followed.at === 'end') return { reply: null, unplayed: ended(game.ply, followed.reason) }
  if (!game.turn) return { reply: null, unplayed: ended(game.ply, 'game-over') }
  const unplayed = { ply: followed.ply, branches: followed.branches }
  const plays = followed.at === 'reply' && !isForOwnerToDecide(game, by)
  return { reply: plays ? followed.branch : null, unplayed }
}

/** Playing on would decline the opponent's offer, and no move is allowed while a claim is open. */
const isForOwnerToDecide = (game: Pick<GameRow, 'openClaim' | 'drawOffer'>, by: Side): boolean =>
  game.openClaim !== null || game.drawOffer?.by === opponent(by)

const ended = (ply: number, reason: NonNullable<ConditionalMoves['ended']>['reason']): Next => ({
  ply,
  branches: [],
  ended: { ply, reason },
})

async function write(tx: Tx, game: GameRow, by: Side, next: Next, at: Date): Promise<void> {
  const row = await tx.conditionalMoves.update({
    where: keyOf({ game: game.id, by }),
    data: {
      version: { increment: 1 },
      ply: next.ply,
      branches: next.branches,
      ...(next.played !== undefined && { played: { push: next.played } }),
      endedPly: next.ended?.ply ?? null,
      endedReason: next.ended?.reason ?? null,
      dueAt: null,
      updatedAt: at,
    },
  })
  await appendConditionalMoves(tx, conditionalMovesView(row), { ownerId: game[by].id, by: null, at })
}
