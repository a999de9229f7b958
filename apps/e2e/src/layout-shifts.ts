import type { BrowserContext, Page } from 'playwright-core'
import { PHONE } from './browser.ts'

/** Long enough that the page without its answers is painted first. */
const ANSWER_AFTER_MS = 300
/** What remains may move by a line of text at the lower edge. */
const ALLOWED = 0.01

interface Shift extends PerformanceEntry {
  value: number
  sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Layout shifts of a page, also those that follow a tap. */
interface LayoutShifts {
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

const readShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts: { value: number; moved: string }[] }
    const moved = shifts.toSorted((a, b) => b.value - a.value).map(({ moved }) => moved)
    return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved }
  })

/** What has moved on a page by now, if it is much. */
export async function shiftedOn(page: Page): Promise<string[]> {
  const { score, moved } = await readShifts(page)
  return score > ALLOWED ? moved : []
}

/** Delays what the API answers to a page. */
export const delayAnswers = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
    await route.continue().catch(() => {})
  })

/** What moves while a page loads whose answers come late. */
export async function shiftsOf(
  context: BrowserContext,
  url: string,
  viewport: { width: number; height: number } = PHONE.viewport,
): Promise<string[]> {
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await recordShifts(page)
  await delayAnswers(page)
  await page.goto(url)
  await page.locator('#app h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const moved = await shiftedOn(page)
  await page.close()
  return moved
}

/** Cuts a page's HTML after each tag of its first view and lets the rest arrive later. @returns what moved; scripts are left out */
export async function shiftsInParts(
  context: BrowserContext,
  url: string,
  viewport: { width: number; height: number },
): Promise<string[]> {
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await recordShifts(page)
  const answer = await context.request.get(url, { headers: { accept: 'text/html' } })
  const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '')
  const start = html.indexOf('<main', html.indexOf('class="first-view"'))
  const tags = html.slice(start).matchAll(/<main[^>]*>|<div[^>]*>|<\/(div|b|svg|fieldset|h1|p)>/g)
  const found: string[] = []
  for (const { 0: tag, index } of tags) {
    const end = start + index + tag.length
    await page.goto(new URL('/robots.txt', url).href)
    await page.evaluate(
      (part) => {
        document.open()
        document.write(part)
      },
      html.slice(0, end),
    )
    await paint(page)
    await page.evaluate((part) => {
      document.write(part)
      document.close()
    }, html.slice(end))
    await paint(page)
    const { score, moved } = await readShifts(page)
    if (score > ALLOWED) found.push(`after ${html.slice(end - 40, end)}`, ...moved)
  }
  await page.close()
  return found
}

/** Waits until a page shows what it contains, in its own type. */
const paint = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
