import { Worker } from 'node:worker_threads'
import type { BotLevel, Game } from '@tegenzet/contract'
import type { Position } from '@tegenzet/rules'
import { FairQueue } from './fair-queue.ts'
import type { Task, Thought } from './think-worker.ts'

/**
 * Searches for the best move.
 * @param positions all of the game so far
 * @param options.tables whether it may read endgame tables, if its level has them; default: yes
 * @returns the score for the player to move
 */
export type Think = (
  game: Pick<Game, 'id' | 'rules' | 'rulesRevision' | 'deadline'>,
  positions: Position[],
  opponent: Game['white'],
  options?: { tables: boolean },
) => Promise<Thought>

/** @returns a key that opponents have in common if they share one turn in the search */
type ShareOf = (opponent: Game['white']) => string | Promise<string>

interface Thinkers {
  /** @param maxMillis for one move at most. Under load it is less. */
  at(level: BotLevel, maxMillis: number): Think
  close(): Promise<void>
}

interface Job {
  task: Task
  resolve: (thought: Thought) => void
  reject: (error: unknown) => void
}

/** The least time for one move. */
const MIN_MILLIS = 50
/** Delay before a thread that has failed is started again, doubled while it keeps failing. */
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 60_000
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './start-thinking.mjs' : './think-worker.js',
  import.meta.url,
)

/**
 * Worker threads that search, so that this thread stays responsive. Opponents take turns, each with the nearest deadline
 * first, and the more they wait for, the less time each search gets.
 */
export function openThinkers(
  count: number,
  shareOf: ShareOf = ({ id }) => `${id}`,
  file: URL = WORKER,
): Thinkers {
  const waiting = new FairQueue<Job>()
  const workers = new Set<Worker>()
  const idle: Worker[] = []
  let closed = false

  /** @param failures of this thread in a row */
  function startWorker(failures = 0): void {
    if (closed) return
    const worker = new Worker(file)
    // an idle worker must not keep the process alive
    worker.unref()
    worker.on('message', () => {
      failures = 0
    })
    // an error ends the thread
    worker.on('error', () => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      const delayMs = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures)
      setTimeout(() => startWorker(failures + 1), delayMs).unref()
    })
    workers.add(worker)
    idle.push(worker)
    next()
  }

  function next(): void {
    const worker = waiting.owners > 0 ? idle.pop() : undefined
    const taken = worker && waiting.take()
    if (!taken) return
    const { owner, item } = taken
    const { task, resolve, reject } = item
    worker.once('error', reject)
    worker.once('message', (thought: Thought) => {
      worker.off('error', reject)
      idle.push(worker)
      resolve(thought)
      next()
    })
    // its owner's other searches shorten only its own; the other owners share the threads with it
    const load = 1 + waiting.waitingOf(owner) + waiting.owners / count
    worker.postMessage({
      ...task,
      maxMillis: Math.max(Math.min(MIN_MILLIS, task.maxMillis), task.maxMillis / load),
    })
  }

  for (let n = 0; n < count; n++) startWorker()
  return {
    at:
      (level, maxMillis) =>
      async ({ rules, rulesRevision, deadline }, positions, opponent, { tables } = { tables: true }) => {
        const owner = await shareOf(opponent)
        return new Promise((resolve, reject) => {
          waiting.push(owner, deadline, {
            task: { rules, rulesRevision, positions, level, tables, maxMillis },
            resolve,
            reject,
          })
          next()
        })
      },
    async close() {
      closed = true
      await Promise.all(Array.from(workers, (worker) => worker.terminate()))
    },
  }
}
