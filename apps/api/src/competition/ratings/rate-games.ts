import { type LiveEvent, MIN_RATED_PLIES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Consumer } from '../../outbox/consume.ts'
import { rateFinishedGame } from './rate-game.ts'

/** Its row in `consumer_offsets` and its periodic task. */
export const RATINGS = 'ratings'

/**
 * Rates finished games in the order of the outbox. The consumer's offset is locked meanwhile, so one process at a time
 * does it.
 */
export const ratingsConsumer = ({ now }: Pick<Deps, 'now'>): Consumer => ({
  name: RATINGS,
  only: Prisma.sql`e.type = 'game' AND e.payload->>'status' = 'finished' AND e.payload->>'rated' = 'true'`,
  async handle(tx, events) {
    for (const { event } of events)
      if (event && endsRatedGame(event)) await rateFinishedGame(tx, event.game.id, now())
  },
})

/** Whether an event is the end of a game that may have to be rated. */
export const endsRatedGame = (event: LiveEvent): event is Extract<LiveEvent, { type: 'game' }> =>
  event.type === 'game' &&
  event.game.rated &&
  event.game.status === 'finished' &&
  event.game.ply >= MIN_RATED_PLIES &&
  !event.game.ratings
