import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { consumeEvents } from '../outbox/consume.ts'
import { RATINGS, ratingsConsumer } from './ratings/rate-games.ts'

export function competitionTasks(deps: Deps): PeriodicTask[] {
  const consumer = ratingsConsumer(deps)
  return [
    {
      name: RATINGS,
      everyMs: 1000,
      runsOn: 'every-process',
      async run(tx) {
        await consumeEvents(tx, consumer)
      },
    },
  ]
}
