import type { BestMove } from '@tegenzet/engine'
import type { Position, RuleSetId } from '@tegenzet/rules'
import { workerError } from '$lib/missing-parts.svelte.ts'
import type { EngineMessage, EngineTask } from './engine.worker.ts'

/** How long one position is searched: then the phone rests. */
const MAX_MILLIS = 30_000

/** Searches the position shown in a worker, as long as it is shown and the page is visible. */
export class EngineSearch {
  /** The best moves found so far, the best first. */
  lines = $state.raw<readonly BestMove[]>([])
  /** The position they are of. */
  position = $state.raw<Position | null>(null)
  searching = $state(false)
  /** Why the engine does not run. */
  error = $state.raw<Error | null>(null)

  /** Searches; call it in an effect. @returns the clean-up, which ends the search */
  search(rules: RuleSetId, positions: readonly Position[], lines: number): () => void {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
    this.lines = []
    this.position = positions.at(-1) ?? null
    this.searching = true
    this.error = null
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
      if (data) this.lines = data
      else this.searching = false
    }
    worker.onerror = (event) => {
      this.searching = false
      this.error = workerError(event)
    }
    const task: EngineTask = { rules, positions, lines, maxMillis: MAX_MILLIS }
    worker.postMessage(task)
    return () => {
      worker.terminate()
      this.searching = false
    }
  }
}
