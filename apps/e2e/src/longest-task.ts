import type { Page } from 'playwright-core'

/** Times in microseconds; `tdur` is the thread's processor time. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { chrome_mojo_event_info?: { mojo_interface_tag: string } }
}

interface LongestTask {
  ms: number
  /** What it did for more than a millisecond, for whoever looks for the cause. */
  parts: string
}

const MARK = 'reference'
/** What the reference took in the headless browser on the idle desk to which the limits belong (2026-11-26). */
const REFERENCE_MS = 40
const REFERENCES = 5

/**
 * For how long a page is held at most while something happens: the longest task of its main thread, in milliseconds of an
 * idle desk. It is processor time, measured against a fixed piece of work in the same page: a busy machine is slower at both.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] })
  let trace: Buffer
  try {
    for (let n = 0; n < REFERENCES; n++) await page.evaluate(reference, MARK)
    await act()
    for (let n = 0; n < REFERENCES; n++) await page.evaluate(reference, MARK)
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const marks = traceEvents.filter(({ name }) => name === MARK)
  const events = traceEvents.filter(({ pid, tid }) => pid === marks[0]?.pid && tid === marks[0].tid)
  const tasks = events.filter(({ name }) => name.endsWith('RunTask')).sort((a, b) => timeOf(a) - timeOf(b))
  const references = tasks.filter((task) => marks.some((mark) => isWithin(mark, task)))
  const longest = tasks.findLast((task) => !references.includes(task))
  if (references.length === 0 || !longest) throw new Error('no task of the page was traced')
  const millisOf = (event: TraceEvent) =>
    (REFERENCE_MS * timeOf(event)) / timeOf(references[Math.floor(references.length / 2)]!)
  const parts = events
    .filter((event) => event !== longest && isWithin(event, longest) && millisOf(event) > 1)
    .map(
      (event) =>
        `${event.args?.chrome_mojo_event_info?.mojo_interface_tag ?? event.name} ${millisOf(event).toFixed(1)} ms`,
    )
  return { ms: millisOf(longest), parts: parts.join(', ') }
}

const isWithin = ({ ts }: TraceEvent, { ts: start, dur = 0 }: TraceEvent) => ts >= start && ts <= start + dur
const timeOf = ({ tdur = 0 }: TraceEvent) => tdur

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
