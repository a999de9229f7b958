import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Position, RuleSetId } from '@tegenzet/rules'
import type { Verdict } from './compare-moves.ts'

export interface GameRecord {
  rules: RuleSetId
  rulesRevision: number
  /** From the start position on. */
  positions: Position[]
  moves: string[]
}

/** Compares the moves of a game with the engine's. */
export type CompareGame = (record: GameRecord) => Promise<Verdict[]>

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './start-comparing.mjs' : './compare-moves-thread.js',
  import.meta.url,
)

/** Runs the engine in a thread of its own, so that this one keeps answering requests. `signal` ends it at once. */
export async function withEngineThread<T>(
  signal: AbortSignal,
  use: (compare: CompareGame) => Promise<T>,
): Promise<T> {
  const thread = new Worker(THREAD)
  const failed = once(thread, 'error').then(([error]): never => {
    throw error
  })
  // it may fail while nothing waits for it; the next game then finds out
  failed.catch(() => {})
  try {
    return await use(async (record) => {
      thread.postMessage(record)
      const [verdicts] = await Promise.race([once(thread, 'message', { signal }), failed])
      return verdicts
    })
  } finally {
    await thread.terminate()
  }
}
