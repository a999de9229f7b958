import type { Deps } from '../../deps.ts'
import { createLongJobWorker } from '../../jobs/long-job-worker.ts'
import type { Queue } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import type { Tx } from '../../store/transaction.ts'
import type { GamePuzzlesJob } from './game-puzzles-queue.ts'
import { makeGamePuzzles } from './make-game-puzzles.ts'

interface GamePuzzleDeps extends Deps {
  queue: Queue<GamePuzzlesJob>
}

/** Looks for puzzles in finished games. A puzzle that was found before is not added twice. */
export const createGamePuzzleWorker = (
  { queue, now, log, config: { dataDir } }: GamePuzzleDeps,
  tx: Tx,
): Worker =>
  createLongJobWorker({
    queue,
    async run(tx, job, signal) {
      await makeGamePuzzles(tx, { game: job.data.game, now, signal, dataDir })
      await queue.complete(tx, job)
    },
    async giveUp(tx, job, error) {
      log.error({ err: error, game: job.data.game }, 'no puzzles could be made from a game')
      await queue.complete(tx, job)
    },
    tx,
    log,
  })
