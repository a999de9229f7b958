import type { Position, RuleSetId } from '@tegenzet/rules'
import type { Evaluation } from '$lib/analysis/review/evaluation.ts'
import { workerError } from '$lib/missing-parts.svelte.ts'
import type { ReviewAnswer, ReviewRequest } from './review-worker.ts'

/** Evaluates the last of some positions in a worker. `result` is null if it was stopped, and fails if the worker does. */
export function evaluateOnce(
  rules: RuleSetId,
  revision: number,
  positions: Position[],
): { result: Promise<Evaluation | null>; stop: () => void } {
  const worker = startWorker()
  const last = positions.length - 1
  let stop = () => {}
  const result = new Promise<Evaluation | null>((resolve, reject) => {
    const end = (evaluation: Evaluation | null) => {
      worker.terminate()
      resolve(evaluation)
    }
    stop = () => end(null)
    worker.onerror = (event) => reject(workerError(event))
    worker.onmessage = ({ data }: MessageEvent<ReviewAnswer[] | 'done'>) =>
      end(data === 'done' ? null : (data[0]?.evaluation ?? null))
  })
  const request = { rules, revision, positions, todo: [last], glanced: [last] }
  worker.postMessage(request satisfies ReviewRequest)
  return { result, stop }
}

/** The engine, in a thread of its own. */
export const startWorker = (): Worker =>
  new Worker(new URL('./review-worker.ts', import.meta.url), { type: 'module' })
