import type { Deps } from '../../deps.ts'
import { createLongJobWorker } from '../../jobs/long-job-worker.ts'
import type { Queue } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import type { Db } from '../../store/transaction.ts'
import type { GamePuzzlesJob } from './game-puzzles-queue.ts'
import { makeGamePuzzles } from './make-game-puzzles.ts'

interface GamePuzzleDeps extends Deps {
  queue: Queue<GamePuzzlesJob>
}

/** Looks for puzzles in finished games. A puzzle that was found before is not added twice. */
export const createGamePuzzleWorker = (
  { queue, now, log, config: { dataDir } }: GamePuzzleDeps,
  db: Db,
): Worker =>
  createLongJobWorker({
    queue,
    async run(db, job, signal) {
      await makeGamePuzzles(db, { game: job.data.game, now, signal, dataDir })
      await queue.complete(db, job)
    },
    async giveUp(db, job, error) {
      log.error({ err: error, game: job.data.game }, 'no puzzles could be made from a game')
      await queue.complete(db, job)
    },
    db,
    log,
  })
