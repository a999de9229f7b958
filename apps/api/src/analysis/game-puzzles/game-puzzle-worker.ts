import type { Deps } from '../../deps.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Tx } from '../../store/transaction.ts'
import type { GamePuzzlesJob } from './game-puzzles-queue.ts'
import { makeGamePuzzles } from './make-game-puzzles.ts'

interface GamePuzzleDeps extends Deps {
  queue: Queue<GamePuzzlesJob>
}

const MAX_RETRIES = 2

/** Looks for puzzles in finished games, one game at a time. */
export function createGamePuzzleWorker(deps: GamePuzzleDeps, tx: Tx): Worker {
  const stopping = new AbortController()
  const worker = createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (tx, job) => lookAtGame(deps, tx, job, stopping.signal),
    tx,
    log: deps.log,
  })
  return {
    task: worker.task,
    stop() {
      stopping.abort()
      return worker.stop()
    },
  }
}

/** If the process dies, another one starts again: a puzzle that was found before is not added twice. */
async function lookAtGame(
  { queue, now, log, config }: GamePuzzleDeps,
  tx: Tx,
  job: TakenJob<GamePuzzlesJob>,
  signal: AbortSignal,
): Promise<void> {
  const { game } = job.data
  try {
    await makeGamePuzzles(tx, { game, now, signal, dataDir: config.dataDir })
  } catch (error) {
    if (signal.aborted) return queue.retry(tx, job, {})
    if (job.retryCount < MAX_RETRIES) throw error
    log.error({ err: error, game }, 'no puzzles could be made from a game')
  }
  await queue.complete(tx, job)
}
