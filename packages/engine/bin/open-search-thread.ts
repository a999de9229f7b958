import { Worker } from 'node:worker_threads'
import type { Searcher } from '../src/uci/index.ts'
import type { FromThread, ThreadData, ToThread } from './search-thread.ts'

/**
 * Starts a thread that searches. Its failure ends the process.
 * @param tables folders with endgame tables
 */
export function openSearchThread(tables: readonly string[]): Searcher {
  /** 1 while the running search is to stop: the thread reads no messages meanwhile. */
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = new Worker(new URL('./start-thread.mjs', import.meta.url), {
    workerData: { stop, tables } satisfies ThreadData,
  })
  thread.setMaxListeners(0)
  const send = (message: ToThread) => thread.postMessage(message)
  /** Resolves when `take` has taken a message. */
  const receive = <T>(take: (message: FromThread) => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      thread.on('message', function onMessage(message: FromThread) {
        const taken = take(message)
        if (taken === undefined) return
        thread.off('message', onMessage)
        resolve(taken)
      })
    })
  let calls = 0
  return {
    async prepare({ rules, tables }) {
      const call = ++calls
      send({ kind: 'prepare', call, rules, tables })
      await receive((message) => (message.kind === 'ready' && message.call === call) || undefined)
    },
    async search(task, onDepth, signal) {
      const raiseStop = () => Atomics.store(stop, 0, 1)
      Atomics.store(stop, 0, signal.aborted ? 1 : 0)
      signal.addEventListener('abort', raiseStop)
      send({ kind: 'search', task })
      const report = await receive((message) => {
        if (message.kind === 'depth') onDepth(message.report)
        return message.kind === 'found' ? message.report : undefined
      })
      signal.removeEventListener('abort', raiseStop)
      return report
    },
  }
}
