import type { Page } from 'playwright-core'
import { accessibilityViolations } from './browser.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 900 }

/** What is wrong with a page on a phone and a desk. With `PICTURES` set to a folder it keeps pictures there, to look at. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${viewport.width}.png`, fullPage: true })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) faults.push(`${name}: ${beyond} px too wide at ${viewport.width}`)
    faults.push(...(await accessibilityViolations(page)).map((violation) => `${name}: ${violation}`))
  }
  return faults
}
