import type { Deps } from '../deps.ts'
import { jobDuration, jobInterval, jobRowsRead } from '../metrics.ts'
import { countReads } from '../store/counted-reads.ts'
import type { Db } from '../store/transaction.ts'
import { type Coalesced, coalesce } from './coalesce.ts'
import { takeLease } from './lease.ts'

/** Work that runs at intervals. */
export interface PeriodicTask {
  /** Names it in logs and metrics, and its lease. */
  name: string
  everyMs: number
  /** `one-process`: in each interval only one process runs it, by a lease. */
  runsOn: 'one-process' | 'every-process'
  /** Keeps the disk busy: it does not run while the server starts, nor beside another such task. */
  isHeavy?: boolean
  /**
   * @param stop is aborted when the ticker stops: long work then ends at the next point from which it can go on
   * @returns a count for the log, or anything else for none
   */
  run(db: Db, stop?: AbortSignal): Promise<unknown>
}

export interface Ticker {
  /** Runs every task that is due now. @returns once they are done */
  tick(): Promise<void>
  /** Ticks regularly from now on. */
  start(): void
  /** Runs a task soon, even if it is not due. */
  wake(name: string): void
  /** Stops ticking. @returns once no task is running */
  stop(): Promise<void>
}

interface TickerOptions {
  tasks: readonly PeriodicTask[]
  db: Db
  /** Tests move this clock and call `tick`. */
  now: Deps['now']
  log: Deps['log']
  tickMs?: number
}

interface Scheduled {
  dueAt: number
  /** When its reads are counted again. */
  countAt: number
  waking: boolean
  work: Coalesced
}

const TICK_MS = 500
/** Lets one run handle several wake-ups. */
const WAKE_DELAY_MS = 100
/** How long a start takes, with what its clients ask for at first. Heavy tasks wait for its end. */
const START_MS = 30_000
/** How often per interval a process tries to get a lease of another process, which may have died. */
const LEASE_ATTEMPTS = 4
/** How often the rows that a task reads are counted, which makes each of its statements a few milliseconds longer. */
const COUNT_EVERY_MS = 10 * 60_000

/** Runs periodic tasks independently: a slow task delays no other. A failed task runs again after its interval. */
export function createTicker({ tasks, db, now, log, tickMs = TICK_MS }: TickerOptions): Ticker {
  const begun = now().getTime()
  const schedule = new Map(tasks.map((task, n) => [task.name, scheduled(task, (n + 1) / tasks.length)]))
  const timers = new Set<NodeJS.Timeout>()
  const stop = new AbortController()
  /** Ends when no heavy task runs. */
  let heavy: Promise<unknown> = Promise.resolve()
  for (const { name, everyMs } of tasks) jobInterval.set({ job: name }, everyMs / 1000)

  /** @param turn from 0 to 1: tasks are not counted all at once */
  function scheduled(task: PeriodicTask, turn: number): Scheduled {
    const work = async () => {
      if (!stop.signal.aborted) state.dueAt = await runTask(task, state)
    }
    const workInTurn = async () => {
      const turn = heavy.then(work)
      heavy = turn
      await turn
    }
    const state: Scheduled = {
      dueAt: task.isHeavy ? begun + START_MS : Number.NEGATIVE_INFINITY,
      countAt: begun + turn * COUNT_EVERY_MS,
      waking: false,
      work: coalesce(task.isHeavy ? workInTurn : work),
    }
    return state
  }

  /** @returns when it is due again */
  async function runTask({ name, everyMs, runsOn, run }: PeriodicTask, state: Scheduled): Promise<number> {
    const at = now()
    const end = jobDuration.startTimer({ job: name })
    try {
      if (runsOn === 'one-process' && !(await takeLease(db, name, everyMs, at)))
        return at.getTime() + everyMs / LEASE_ATTEMPTS
      const counting = at.getTime() >= state.countAt ? countReads(db) : null
      const count = await run(counting?.db ?? db, stop.signal)
      if (counting) {
        jobRowsRead.set({ job: name }, counting.read)
        state.countAt = at.getTime() + COUNT_EVERY_MS
      }
      end({ outcome: 'success' })
      if (typeof count === 'number' && count > 0) log.info({ task: name, count }, 'periodic task done')
    } catch (error) {
      end({ outcome: 'failure' })
      const isEnded = stop.signal.aborted && (error as Error).name === 'AbortError'
      if (!isEnded) log.error({ err: error, task: name }, 'a periodic task failed')
    }
    return at.getTime() + everyMs
  }

  function after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }

  async function tick(): Promise<void> {
    const at = now().getTime()
    const due = [...schedule.values()].filter(({ dueAt, work }) => dueAt <= at && !work.running)
    await Promise.all(due.map(({ work }) => work.run()))
  }

  function start(): void {
    if (stop.signal.aborted) return
    void tick()
    after(tickMs, start)
  }

  return {
    tick,
    start,
    wake(name) {
      const task = schedule.get(name)
      if (!task || task.waking || stop.signal.aborted) return
      task.waking = true
      after(WAKE_DELAY_MS, () => {
        task.waking = false
        void task.work.run()
      })
    },
    async stop() {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(Array.from(schedule.values(), ({ work }) => work.running))
    },
  }
}
