import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, PHONE, sharedBrowser } from '../src/browser.ts'
import { shiftsInParts, shiftsOf } from '../src/layout-shifts.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

// A host's colour, logo and welcome, on a phone and on a desk, light and dark.

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="#fc0"/></svg>'

const WELCOME =
  'Every Thursday at the library.\n\nBring a friend, and a thermos of coffee: the machine there is out of order.\n'

const en = textsOf('en')
let server: TestServer
let closed: TestServer
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  writeFileSync(join(folder, 'logo.svg'), LOGO)
  writeFileSync(join(folder, 'welcome.en.md'), WELCOME)
  const env = { ACCENT: '#ffd500', PAGES_DIR: folder }
  server = await startTestServer({ env })
  closed = await startTestServer({ env: { ...env, READERS: 'members', REGISTRATION: 'invite' } })
})
afterAll(async () => {
  await server?.close()
  await closed?.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`a bright colour can be read on ${colorScheme} pages, and the logo is shown`, async () => {
    const browser = await sharedBrowser()
    const context = await browser.newContext({
      ...(colorScheme === 'dark' && PHONE),
      colorScheme,
      locale: 'en-GB',
    })
    const page = await context.newPage()
    for (const path of ['/', '/lobby', '/about']) {
      await page.goto(server.url + path)
      const logo = page.locator('a.brand img').first()
      await logo.waitFor()
      expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(60)
      const root = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent'),
      )
      expect(root).not.toContain('#1b6653')
      expect(await accessibilityViolations(page), path).toEqual([])
    }
    await context.close()
  })

test('visitors read what the host has written, in place of our words', async () => {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ ...PHONE })
  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByText('Every Thursday at the library.').waitFor()
  expect(await page.getByText(en('home_text')).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})

test.each([PHONE.viewport, { width: 1280, height: 800 }])(
  'with the host’s words and logo nothing moves while the home page loads: %j',
  async (viewport) => {
    const browser = await sharedBrowser()
    for (const url of [server.url, closed.url]) {
      const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
      expect(await shiftsOf(context, url, viewport)).toEqual([])
      expect(await shiftsInParts(context, url, viewport)).toEqual([])
      await context.close()
    }
  },
)
