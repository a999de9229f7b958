import { PAGES } from '@tegenzet/pages'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations, collectErrors, holdRequests, PHONE } from '../src/browser.ts'
import { clipped } from '../src/clipped.ts'
import { delayAnswers, recordShifts, shiftedOn } from '../src/layout-shifts.ts'
import { measureVisit } from '../src/measure-visit.ts'
import type { PageToShow, Reader } from '../src/pages.ts'
import { smallTargets } from '../src/small-targets.ts'
import { openWalkedSite, type WalkedSite } from '../src/walked-site.ts'

// Opens every page of the client, as those who see it, on a phone and then on a desk.

const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
const THEMES = ['light', 'dark'] as const
const DESK = { width: 1280, height: 800 }
const TABS = 3
const MAX_REQUESTS = 20
const IS_SOAK = process.env.SOAK !== undefined
/** A third of the pages is opened, each in one language, on another day others. A soak opens all of them in all languages. */
const SEED = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 86_400_000))
const isWalked = (page: number, language: number): boolean =>
  IS_SOAK || ((page + SEED) % 3 === 0 && (page + Math.floor(SEED / 3)) % LANGUAGES.length === language)

let site: WalkedSite
beforeAll(async () => {
  site = await openWalkedSite()
})
afterAll(() => site?.close())

test('the site has an example of every route', () => {
  const opened = new Set(site.pages.map(({ route }) => route))
  expect(Object.keys(PAGES).filter((route) => !opened.has(route))).toEqual([])
})

describe.each(LANGUAGES)('in %s', (language) => {
  const n = LANGUAGES.indexOf(language)
  let contexts: Record<Reader, BrowserContext>
  beforeAll(async () => {
    contexts = await site.contexts(language, { ...PHONE, isMobile: true, hasTouch: true })
  })
  afterAll(async () => {
    for (const context of Object.values(contexts ?? {})) await context.close()
  })

  test(
    `pages come complete, stay still, fit, and can be read and tapped (TEST_SEED=${SEED})`,
    async () => {
      const queue = site.pages.filter((_, page) => isWalked(page, n)).map((page, at) => ({ page, at }))
      const faults: string[] = []
      const take = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { page, at } = next
          const found = await faultsOf(contexts[page.reader], page, at)
          faults.push(...found.map((fault) => `${page.reader} ${page.path}: ${fault}`))
        }
      }
      await Promise.all(Array.from({ length: TABS }, take))
      expect(faults).toEqual([])
    },
    IS_SOAK ? 1_200_000 : 240_000,
  )
})

/** @param at the place in the walk, which decides where the page is light and where dark */
async function faultsOf(context: BrowserContext, { path }: PageToShow, at: number): Promise<string[]> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.emulateMedia({ colorScheme: THEMES[at % 2] ?? null, reducedMotion: 'reduce' })
  const errors = collectErrors(page)
  const faults = await opening(page, path)
  faults.push(...(await smallTargets(page)).map((target) => `small: ${target}`))
  faults.push(...(await clipped(page)).map((text) => `cut off: ${text}`))
  faults.push(...(await toRead(page)))
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: THEMES[(at + 1) % 2] ?? null })
  faults.push(...(await toRead(page)).map((fault) => `on a desk, ${fault}`))
  // pages that are not there, and refused calls, are in the console too
  faults.push(...errors.filter((error) => !/^Failed to load resource|Not found: /.test(error)))
  await page.close()
  return faults
}

/** What is wrong while a page opens: first as its HTML shows it, then as its scripts do. */
async function opening(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url().replace(/^https?:\/\/[^/]*/, '')))
  await recordShifts(page)
  await delayAnswers(page)
  const release = await holdRequests(page, '**/_app/immutable/**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('.first-view + *').waitFor({ state: 'attached' })
  const first = await headingOf(page, '.first-view')
  const hasBoard = (await page.locator('.first-view [data-point]').count()) > 0
  release()
  await page.locator('#app h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  if ((await page.locator('#app h1').count()) !== 1) faults.push('not one heading')
  const own = await headingOf(page, '#app')
  if (first && own) {
    // a badge may follow
    if (!own.text.startsWith(first.text)) faults.push(`“${first.text}” became “${own.text}”`)
    const [x, y] = [own.left - first.left, own.top - first.top]
    if (!hasBoard && (Math.abs(x) >= 2 || Math.abs(y) >= 10))
      faults.push(`the heading moves by ${x} and ${y}`)
  }
  const late = requests.filter(
    (url) => url.startsWith('/api/') && !LATER.test(url) && !(path === '/watch' && CHOSEN.test(url)),
  )
  if (late.length > 0) faults.push(`does not come with ${late.join(' ')}`)
  if (requests.length > MAX_REQUESTS) faults.push(`makes ${requests.length} requests`)
  faults.push(...(await shiftedOn(page)))
  return faults
}

const LATER = new RegExp(
  [
    // what has been seen, and what the live connection may have missed
    ...['/notices/read$', '^/api/v1/admin/'],
    // the bots that visitors see elsewhere in the lobby
    '^/api/v1/bots\\b',
    // only the browser knows the key to a shared analysis
    '^/api/v1/analyses/\\d+$',
  ].join('|'),
)
/** The game that is watched is chosen from the list. */
const CHOSEN = /^\/api\/v1\/games\/\d+(\/moves)?$/

const headingOf = (page: Page, root: string) =>
  page.evaluate((within) => {
    const heading = document.querySelector(`${within} h1`)
    if (!heading) return null
    const { left, top } = heading.getBoundingClientRect()
    return { text: heading.textContent?.trim() ?? '', left, top }
  }, root)

async function toRead(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  const beyond = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  return [...(beyond > 0 ? [`${beyond} px too wide`] : []), ...(await accessibilityViolations(page))]
}

/** Each page is opened on a slow phone, and home beside it. */
const PAINTS_MS = IS_SOAK ? 3_600_000 : 240_000

test(
  `on a slow phone a page paints its heading as early as the home page (TEST_SEED=${SEED})`,
  async () => {
    const contexts = await site.contexts('en', PHONE)
    const paintOf = async (reader: Reader, path: string) => {
      const storageState = await contexts[reader].storageState()
      const browser = contexts[reader].browser()
      const context = await browser!.newContext({ ...PHONE, baseURL: site.server.url, storageState })
      const { paintMs } = await measureVisit(context, path, { slow: true })
      await context.close()
      return paintMs
    }
    const late: unknown[] = []
    for (const { reader, path } of site.pages.filter((_, n) => IS_SOAK || (n + SEED) % 30 === 0)) {
      // in turns, because other tests keep the machine busy at times
      const best = { page: await paintOf(reader, path), home: await paintOf('visitor', '/') }
      for (let n = 0; n < 3 && best.page > 1.5 * best.home; n++) {
        best.page = Math.min(best.page, await paintOf(reader, path))
        best.home = Math.min(best.home, await paintOf('visitor', '/'))
      }
      if (best.page > 1.5 * best.home) late.push([path, best])
    }
    for (const context of Object.values(contexts)) await context.close()
    expect(late).toEqual([])
  },
  PAINTS_MS,
)
