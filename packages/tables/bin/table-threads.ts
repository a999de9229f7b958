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
const PART_SIZE = 50_000

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

  /**
   * Does one kind of work on all positions of the pair.
   * @param onProgress gets the share that is done
   * @returns a wrong position, if `check` finds one
   */
  async run(
    kind: Part['kind'],
    level: number,
    onProgress: (share: number) => void = () => {},
  ): Promise<{ set: SetIndex; wrong: number } | null> {
    const parts = this.#parts(kind, level)
    let done = 0
    let found: { set: SetIndex; wrong: number } | null = null
    const work = async (worker: Worker) => {
      for (let part = parts[done]; part; part = parts[done]) {
        done++
        const { highest, wrong } = await this.#ask(worker, part)
        this.highest = Math.max(this.highest, highest)
        if (wrong !== null) found ??= { set: part.set, wrong }
        onProgress(done / parts.length)
      }
    }
    await Promise.all(this.#workers.map(work))
    return found
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
