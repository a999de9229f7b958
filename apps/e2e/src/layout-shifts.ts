import type { Page } from 'playwright-core'

interface Shift extends PerformanceEntry {
  value: number
  sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Layout shifts of a page, also those that follow a tap. */
export interface LayoutShifts {
  /** All shifts of the page together, as Chromium scores them. */
  score: number
  /** What moved, the largest shift first. */
  moved: string[]
}

/** Records the layout shifts of a page from its start. Call it before the page is opened. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = []
    Object.assign(globalThis, { shifts })
    const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]) => {
      const element = node instanceof Element ? node : (node as Node | undefined)?.parentElement
      const name = `${element?.tagName} ${element?.className} “${element?.textContent?.trim().slice(0, 40)}”`
      return `${name} from ${Math.round(previousRect.top)} to ${Math.round(currentRect.top)}`
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: `${value.toFixed(3)}: ${sources.map(describe).join('; ')}` })
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const readShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts: { value: number; moved: string }[] }
    const moved = shifts.toSorted((a, b) => b.value - a.value).map(({ moved }) => moved)
    return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved }
  })
