import type { Branch, ConditionalMoves } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, opponent, type Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../store/legacy-transaction.ts'
import { type GameRow, readGame } from '../game/game-store.ts'
import { playMove } from '../moves/play-move.ts'
import { writePlan } from './conditional-moves-store.ts'
import { followPlan } from './follow-conditional-moves.ts'

export interface DuePlan {
  game: number
  by: Side
}

interface Found {
  ply: number
  branches: Branch[]
  /** Played since the plan's ply. */
  moves: string[]
}

/** What a plan becomes. */
interface Next {
  ply: number
  branches: Branch[]
  /** The ply that was played. */
  played?: number
  ended?: ConditionalMoves['ended']
}

/**
 * Plays what a plan answers to the opponent's move, if anything, and keeps of the plan what may still come true. The
 * move and the plan are one transaction, in which both the game and the plan are held: what is planned is answered
 * once, whoever else looks at it, and never after it was taken back.
 */
export async function answerPlan(deps: Deps, due: DuePlan): Promise<void> {
  const done = await inTransaction(deps, async (deps) => {
    const found = await hold(deps, due)
    const game = found && (await readGame(deps.database, due.game))
    if (!game) return ok(false)
    const next = await nextOf(deps, game, due.by, found)
    if (next.ended || next.played || next.ply !== found.ply) await write(deps, game, due.by, next)
    else
      await deps.database.prisma.$executeRaw`
        UPDATE conditional_moves SET due_at = NULL WHERE game_id = ${due.game} AND by = ${due.by}::side`
    return ok(next.played !== undefined)
  })
  if (!done.ok) throw new Error(done.error.detail)
  if (done.value) deps.answered.moves++
}

/** Holds the game and then the plan, in the order in which a plan is set. */
async function hold({ database: { prisma } }: Deps, { game, by }: DuePlan): Promise<Found | undefined> {
  // no stronger than a change of the game: rows that name it may be written meanwhile
  await prisma.$queryRaw`SELECT id FROM games WHERE id = ${game} FOR NO KEY UPDATE`
  const [found] = await prisma.$queryRaw<Found[]>`
    SELECT p.ply, p.branches, ARRAY(
      SELECT move FROM moves WHERE game_id = p.game_id AND ply > p.ply ORDER BY moves.ply
    ) AS moves
    FROM conditional_moves p WHERE p.game_id = ${game} AND p.by = ${by}::side AND p.due_at IS NOT NULL FOR UPDATE OF p`
  return found
}

async function nextOf(deps: Deps, game: GameRow, by: Side, found: Found): Promise<Next> {
  const course = followPlan(found, found.moves)
  if (course.at === 'end') return ended(game.ply, course.reason)
  if (!game.turn) return ended(game.ply, 'game-over')
  const standing = { ply: course.ply, branches: course.branches }
  if (course.at === 'opponent' || isOwnersToDecide(game, by)) return standing

  const { reply, then } = course.branch
  const ply = course.ply + 1
  // another process, whose clock is ahead, may have taken the move that is answered
  const arrivedAt = new Date(Math.max(deps.now().getTime(), game.updatedAt.getTime()))
  const played = await playMove(deps, {
    ...{ game: game.id, playerId: game[by].id, move: reply, ply, arrivedAt },
  })
  if (played.ok) {
    const end = then.length === 0 ? ended(ply + 1, 'played-out') : { ply: ply + 1, branches: then }
    return { ...end, played: ply + 1 }
  }
  // its time has run out, and the game is about to end by that
  return played.error.code === 'game-over' ? standing : ended(game.ply, 'refused')
}

/** To play on would decline the offer. */
const isOwnersToDecide = (game: GameRow, by: Side): boolean =>
  game.openClaim !== null || game.drawOffer?.by === opponent(by)

const ended = (ply: number, reason: NonNullable<ConditionalMoves['ended']>['reason']): Next => ({
  ply,
  branches: [],
  ended: { ply, reason },
})

async function write(deps: Deps, game: GameRow, by: Side, next: Next): Promise<void> {
  const { ply, branches, played, ended } = next
  const now = deps.now()
  const rows = Prisma.sql`p AS (
      UPDATE conditional_moves SET
        version = version + 1, ply = ${ply}, branches = ${JSON.stringify(branches)}::jsonb,
        played = played || ${played === undefined ? [] : [played]}::int[], ended_ply = ${ended?.ply ?? null}::int,
        ended_reason = ${ended?.reason ?? null}, due_at = NULL, updated_at = ${now}::timestamptz
      WHERE game_id = ${game.id} AND by = ${by}::side RETURNING *
    )`
  await writePlan(deps, rows, { playerId: game[by].id, actorId: null, now })
}
