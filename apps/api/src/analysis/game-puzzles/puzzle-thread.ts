import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FoundPuzzle, PlayedGame } from '@tegenzet/puzzles/find-in-game'
import type { RuleSetId } from '@tegenzet/rules'

export interface PuzzleTask extends PlayedGame {
  rules: RuleSetId
  /** Has the endgame tables that the host has built. */
  dataDir: string
}

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './start-finding-puzzles.mjs' : './find-puzzles-thread.js',
  import.meta.url,
)

/** Looks for puzzles in a thread of its own, so that this one keeps answering requests. `signal` ends it at once. */
export async function findPuzzlesInThread(signal: AbortSignal, task: PuzzleTask): Promise<FoundPuzzle[]> {
  const thread = new Worker(THREAD, { workerData: task })
  try {
    const [found] = await once(thread, 'message', { signal })
    return found
  } finally {
    await thread.terminate()
  }
}
