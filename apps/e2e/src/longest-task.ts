import type { Page } from 'playwright-core'

/** Times in microseconds; `tdur` is the thread's processor time. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

const MARK = 'reference'
/** What the reference took in the headless browser on the idle desk to which the limits belong (2026-11-26). */
const REFERENCE_MS = 40
const REFERENCES = 5

/**
 * For how long a page is held at most while something happens: the longest task of its main thread, in milliseconds of an
 * idle desk. It is processor time, measured against a fixed piece of work in the same page: a busy machine is slower at both.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  for (let n = 0; n < REFERENCES; n++) await page.evaluate(reference, MARK)
  await act()
  for (let n = 0; n < REFERENCES; n++) await page.evaluate(reference, MARK)
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const marks = traceEvents.filter(({ name }) => name === MARK)
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === marks[0]?.pid && tid === marks[0].tid,
  )
  const isReference = ({ ts, dur = 0 }: TraceEvent) =>
    marks.some((mark) => mark.ts >= ts && mark.ts <= ts + dur)
  const references = tasks
    .filter(isReference)
    .map(({ tdur = 0 }) => tdur)
    .sort((a, b) => a - b)
  const others = tasks.filter((task) => !isReference(task)).map(({ tdur = 0 }) => tdur)
  if (references.length === 0 || others.length === 0) throw new Error('no task of the page was traced')
  return (REFERENCE_MS * Math.max(...others)) / references[Math.floor(references.length / 2)]!
}

/** Scripts, styles and layout in the proportions of a page that changes. */
function reference(mark: string): void {
  performance.mark(mark)
  const list = document.createElement('ul')
  for (let n = 0; n < 1500; n++) {
    const item = document.createElement('li')
    item.textContent = `${n} ${JSON.stringify({ n, text: 'reference' })}`
    list.append(item)
  }
  document.body.append(list)
  list.getBoundingClientRect()
  list.remove()
}
