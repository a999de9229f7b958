import { Prisma } from '@tegenzet/db'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Consumer } from '../../outbox/consume.ts'
import { GAME_PUZZLES } from './game-puzzles-queue.ts'

/** Its row in `consumer_offsets` and its periodic task. */
export const FINISHED_GAMES = 'queue-finished-games'

/** Queues games that have ended, so that puzzles are looked for in them. */
export const finishedGamesConsumer: Consumer = {
  name: FINISHED_GAMES,
  only: Prisma.sql`e.type = 'game' AND e.payload->>'status' = 'finished'`,
  async handle(tx, events) {
    const ids = events.flatMap(({ event }) => (event?.type === 'game' ? event.game.id : []))
    await enqueue(
      tx,
      GAME_PUZZLES,
      // one group: all processes together look at one game at a time
      [...new Set(ids)].map((game) => ({ data: { game }, order: game, group: 'all', once: true })),
    )
  },
}
