import type { BrowserContext } from 'playwright-core'

/** What opening a page took. */
export interface Visit {
  /** Until something of the page is painted, and until its largest part is. */
  paintMs: number
  largestMs: number
  /** Until the board takes taps and is on the screen. */
  boardMs: number
  /** Until the page's scripts have replaced the board that the server has put into the page, and play what was tapped. */
  scriptsMs: number
  /** The bytes of all responses, headers included. */
  bytes: number
  requests: string[]
  /** The cumulative layout shift. */
  shift: number
}

const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Opens a page in a tab of its own and waits until nothing more is loaded. @param slow like on a slow phone */
export async function measureVisit(
  context: BrowserContext,
  path: string,
  { slow = false } = {},
): Promise<Visit> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  if (slow) {
    await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  let bytes = 0
  const requests: string[] = []
  devTools.on('Network.requestWillBeSent', ({ request }) => requests.push(new URL(request.url).pathname))
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    const measured = { paintMs: 0, largestMs: 0, boardMs: 0, scriptsMs: 0, shift: 0 }
    Object.assign(globalThis, { measured })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') measured.paintMs = startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) measured.largestMs = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    // No functions with names: tsx would wrap them in a helper that the page does not have.
    const times = { boardMs: '[data-point]', scriptsMs: '#app [data-point]' }
    const open = new Map(Object.entries(times))
    new MutationObserver(() => {
      for (const [time, selector] of open) {
        if (!document.querySelector(selector)) continue
        open.delete(time)
        requestAnimationFrame(() => setTimeout(() => Object.assign(measured, { [time]: performance.now() })))
      }
    }).observe(document, { subtree: true, childList: true })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  // the network may be idle while the scripts still run
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.waitForFunction(() => document.querySelector('#app h1, #app [data-point]') !== null)
  const measured = await page.evaluate(
    () => (globalThis as unknown as { measured: Omit<Visit, 'bytes' | 'requests'> }).measured,
  )
  await page.close()
  return { ...measured, bytes, requests }
}
