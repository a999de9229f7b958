import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SetIndex } from '../src/index.ts'
import type { PairSetup, Part, PartDone } from './table-thread.ts'

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './start-thread.mjs' : './table-thread.js',
  import.meta.url,
)
/** Positions in a part: enough that messages cost nothing, few enough that progress shows. */
export const PART_SIZE = 50_000

interface RunOptions {
  /** The first part. */
  from?: number
  /** Asked after each part: whether to do no more for now. */
  pauses?: () => boolean
  /** Gets the share that is done. */
  onProgress?: (share: number) => void
}

interface Done {
  /** The part to go on with; null when all are done. */
  next: number | null
  /** A wrong position, if `check` has found one. */
  wrong: { set: SetIndex; index: number } | null
}

/** Threads that work on one pair of sets. */
export class TableThreads {
  readonly count = availableParallelism()
  readonly #workers = Array.from({ length: this.count }, () => new Worker(THREAD))
  #setup: PairSetup | null = null
  /** See `Solver.highest`. */
  highest = 0

  async prepare(setup: PairSetup): Promise<void> {
    this.#setup = setup
    this.highest = 0
    await Promise.all(this.#workers.map((worker) => this.#ask(worker, setup)))
  }

  /** Does one kind of work on all positions of the pair, or on those from a part on, until it has to pause. */
  async run(
    kind: Part['kind'],
    level: number,
    { from = 0, pauses = () => false, onProgress = () => {} }: RunOptions = {},
  ): Promise<Done> {
    const parts = this.#parts(kind, level)
    let next = from
    let wrong: Done['wrong'] = null
    const work = async (worker: Worker) => {
      for (let part = parts[next]; part; part = pauses() ? undefined : parts[next]) {
        next++
        const answer = await this.#ask(worker, part)
        this.highest = Math.max(this.highest, answer.highest)
        if (answer.wrong !== null) wrong ??= { set: part.set, index: answer.wrong }
        onProgress(next / parts.length)
      }
    }
    await Promise.all(this.#workers.map(work))
    return { next: next < parts.length ? next : null, wrong }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  #parts(kind: Part['kind'], level: number): Part[] {
    const { pair, values } = this.#setup!
    const sets: SetIndex[] = pair[0] === pair[1] ? [0] : [0, 1]
    return sets.flatMap((set) => {
      const { length } = values[set]
      return Array.from({ length: Math.ceil(length / PART_SIZE) }, (_, part) => ({
        kind,
        set,
        level,
        from: part * PART_SIZE,
        to: Math.min(length, (part + 1) * PART_SIZE),
      }))
    })
  }

  async #ask(worker: Worker, message: PairSetup | Part): Promise<PartDone> {
    worker.postMessage(message)
    const [answer] = await once(worker, 'message')
    return answer
  }
}
