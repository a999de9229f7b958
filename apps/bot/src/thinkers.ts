import { Worker } from 'node:worker_threads'
import type { BotLevel, Game } from '@tegenzet/contract'
import type { Position } from '@tegenzet/rules'
import type { Task, Thought } from './think-worker.ts'

/** Searches for the best move. @param positions all of the game so far @returns the score for the player to move */
export type Think = (game: Pick<Game, 'rules' | 'rulesRevision'>, positions: Position[]) => Promise<Thought>

export interface Thinkers {
  /** @param maxMillis for one move at most */
  at(level: BotLevel, maxMillis: number): Think
  close(): Promise<void>
}

interface Job {
  task: Task
  resolve: (thought: Thought) => void
  reject: (error: unknown) => void
}

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './start-thinking.mjs' : './think-worker.js',
  import.meta.url,
)

/**
 * Worker threads that search, so that this thread stays responsive. First come, first served; every game waits for one
 * move at a time.
 */
export function openThinkers(count: number): Thinkers {
  const waiting: Job[] = []
  const idle: Worker[] = []
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(WORKER)
    // an idle worker must not keep the process alive
    worker.unref()
    idle.push(worker)
    return worker
  })

  function next(): void {
    const worker = waiting.length > 0 ? idle.pop() : undefined
    if (!worker) return
    const { task, resolve, reject } = waiting.shift()!
    worker.once('error', reject)
    worker.once('message', (thought: Thought) => {
      worker.off('error', reject)
      idle.push(worker)
      resolve(thought)
      next()
    })
    worker.postMessage(task)
  }

  return {
    at:
      (level, maxMillis) =>
      ({ rules, rulesRevision }, positions) =>
        new Promise((resolve, reject) => {
          waiting.push({ task: { rules, rulesRevision, positions, level, maxMillis }, resolve, reject })
          next()
        }),
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
