import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the thread's processor time. */
  tdur?: number
}

const MARK = 'longest-task'

/**
 * For how long a page is held at most while something happens: the longest task of its main thread, in milliseconds of
 * processor time, so that a busy machine makes no difference.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate((mark) => performance.mark(mark), MARK)
  await act()
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const main = traceEvents.find(({ name }) => name === MARK)
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === main?.pid && tid === main.tid,
  )
  if (tasks.length === 0) throw new Error('no task of the page was traced')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
