import type { PeriodicTask } from '../jobs/ticker.ts'
import { consumeEvents } from '../outbox/consume.ts'
import { EXPLORER, explorerConsumer } from './explorer/count-games.ts'
import { FINISHED_GAMES, finishedGamesConsumer } from './game-puzzles/queue-finished-games.ts'

export const analysisTasks = (): PeriodicTask[] => [
  {
    name: EXPLORER,
    everyMs: 5000,
    runsOn: 'every-process',
    async run(db) {
      await consumeEvents(db, explorerConsumer)
    },
  },
  {
    name: FINISHED_GAMES,
    everyMs: 60_000,
    runsOn: 'every-process',
    async run(db) {
      await consumeEvents(db, finishedGamesConsumer)
    },
  },
]
