import type { LiveEvent } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { moves } from '../../metrics.ts'
import type { Db } from '../../store/transaction.ts'
import { playConditionalMove } from './play-conditional-move.ts'

const BATCH = 50
/** Delay before failed conditional moves are tried again. */
const RETRY_MS = 60_000

/** Marks the conditional moves of changed games as due. Runs in the transaction that reads the events. */
export async function markConditionalMovesDue(
  db: Db,
  events: readonly (LiveEvent | null)[],
  now: Date,
): Promise<void> {
  const games = new Set(events.flatMap((event) => (event?.type === 'game' ? event.game.id : [])))
  if (games.size === 0) return
  // raw, because Prisma makes another statement for each number of games
  await db.$executeRaw`
    UPDATE conditional_moves SET due_at = ${now}::timestamptz
    WHERE game_id = ANY(${[...games]}::int[]) AND branches <> '[]'`
}

/** Plays the conditional moves that are due. A failure does not stop the others. */
export async function playDueConditionalMoves(deps: Deps, db: Db): Promise<void> {
  const { log, now } = deps
  for (;;) {
    const due = await db.conditionalMoves.findMany({
      where: { dueAt: { lte: now() } },
      orderBy: { dueAt: 'asc' },
      take: BATCH,
      select: { gameId: true, by: true },
    })
    for (const { gameId, by } of due)
      try {
        if (await playConditionalMove(deps, db, { game: gameId, by })) moves.inc({ by: 'conditional-moves' })
      } catch (error) {
        log.error({ err: error, game: gameId, by }, 'conditional moves failed and will be tried again')
        await db.conditionalMoves.updateMany({
          where: { gameId, by, dueAt: { not: null } },
          data: { dueAt: new Date(now().getTime() + RETRY_MS) },
        })
      }
    if (due.length < BATCH) return
  }
}
