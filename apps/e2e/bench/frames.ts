import type { Page } from 'playwright-core'
import { PHONE, sharedBrowser } from '../src/browser.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

// Part of `pnpm bench open`: how evenly frames come on the analysis board while the engine searches in its worker, with the
// page's own thread slowed down to a quarter.

const FRAMES_FOR_MS = 10_000

const server = await startTestServer()
const browser = await sharedBrowser()
const en = textsOf('en')
for (const rules of ['muehle', 'halma']) {
  const page = await (await browser.newContext({ ...PHONE, baseURL: server.url, locale: 'en' })).newPage()
  await page.goto(`/analysis/${rules}`, { waitUntil: 'networkidle' })
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const idle = await frames(page)
  await page.getByRole('button', { name: en('analysis_engine'), exact: true }).click()
  await page.getByRole('list', { name: en('analysis_engine_best') }).waitFor()
  const searching = await frames(page)
  await page.context().close()
  console.log(`frames on the board of ${rules}: ${idle}; while the engine searches ${searching}`)
}
await browser.close()
await server.close()

async function frames(page: Page): Promise<string> {
  const gaps = await page.evaluate(async (millis) => {
    const all: number[] = []
    const begun = performance.now()
    let last = begun
    while (last - begun < millis) {
      const now = await new Promise<number>(requestAnimationFrame)
      all.push(now - last)
      last = now
    }
    return all.slice(1)
  }, FRAMES_FOR_MS)
  const rate = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0)
  return `${rate.toFixed(0)} a second, longest gap ${Math.max(...gaps).toFixed(0)} ms`
}
