import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations, collectErrors } from '../src/browser.ts'
import { type BrowserPlayer, callApi, playMove, startGame, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  game = await startGame(anna, bram, 'muehle')
})

const PAGES = [
  '/',
  '/lobby',
  '/lobby/new',
  '/watch',
  '/leaderboards',
  '/ladders/halma',
  '/leagues',
  '/tournaments',
  '/tournaments?search=an',
  '/clubs',
  '/clubs?search=an',
  '/players',
  '/players?query=an',
  '/analysis',
  '/news',
  '/games',
  '/games/GAME',
  '/rules',
  '/rules/halma',
  '/players/bram',
  '/account',
  '/account/time',
  '/account/vacation',
  '/account/programs',
  '/account/tokens',
  '/account/connected',
  '/account/apps',
  '/account/webhooks',
  '/account/data',
  '/notices',
  '/terms',
  '/privacy',
]
const SCREENS = [
  { width: 360, height: 740, colorScheme: 'light', locale: 'de-DE' },
  { width: 360, height: 740, colorScheme: 'dark', locale: 'fr-FR' },
  { width: 1280, height: 900, colorScheme: 'dark', locale: 'en-GB' },
  { width: 1280, height: 900, colorScheme: 'light', locale: 'nl-NL' },
] as const
/** The soak test opens each page on every screen; otherwise each page has one, in turns. */
const pagesOn = (screen: (typeof SCREENS)[number]) =>
  PAGES.filter((_, n) => process.env.SOAK || n % SCREENS.length === SCREENS.indexOf(screen))

describe.each(SCREENS)('at $width pixels, $colorScheme, $locale', (screen) => {
  const { width, height, colorScheme, locale } = screen
  let context: BrowserContext
  const free: Tab[] = []
  beforeAll(async () => {
    context = await site.browser.newContext({
      viewport: { width, height },
      colorScheme,
      locale,
      reducedMotion: 'reduce',
      baseURL: site.url,
      storageState: await anna.context.storageState(),
    })
    // The account's language overrides the browser's.
    await callApi({ context }, 'PATCH', '/account', { language: locale.slice(0, 2) })
  })
  afterAll(() => context?.close())

  // Each page waits until the network is idle, so several are tested at the same time.
  test.concurrent.each(pagesOn(screen))(
    '%s has no accessibility violations, no horizontal overflow and no console errors',
    async (path) => {
      const tab = free.pop() ?? (await openTab(context))
      const { page, errors } = tab
      await page.goto(site.url + path.replace('GAME', String(game)), { waitUntil: 'networkidle' })
      // On a slow machine the network is idle before the page is rendered.
      await page
        .locator(`html[lang="${locale.slice(0, 2)}"] h1`)
        .first()
        .waitFor()
      expect(await page.locator('h1').count()).toBe(1)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
      expect(await accessibilityViolations(page)).toEqual([])
      expect(errors).toEqual([])
      free.push(tab)
    },
  )
})

interface Tab {
  page: Page
  errors: string[]
}

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, errors: collectErrors(page) }
}

test('the pages for visitors have no accessibility violations', async () => {
  const page = await site.browser.newPage()
  for (const path of [
    '/',
    '/login',
    '/register',
    '/lobby',
    '/games/1',
    '/account/programs',
    '/authorize?error=invalid_client',
    '/nowhere',
  ]) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    expect(await accessibilityViolations(page), path).toEqual([])
    // a browser's own style sheet has a margin
    expect(await page.evaluate(() => getComputedStyle(document.body).margin), path).toBe('0px')
  }
  await page.close()
})

test('a move can be made with the keyboard only', async () => {
  await callApi(anna, 'PATCH', '/account', { language: 'en' })
  await anna.page.goto(`${site.url}/games/${game}`)
  const { page } = anna
  await page.locator('[data-point="d6"]').waitFor()
  await page.locator('[data-point][tabindex="0"]').focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-point'))
  // Go along the outer square to the middle file, then along that file.
  for (let steps = 0; steps < 8 && (await focused()) !== 'd6'; steps++) {
    const at = (await focused()) ?? ''
    await page.keyboard.press(!at.startsWith('d') ? 'ArrowRight' : at > 'd6' ? 'ArrowDown' : 'ArrowUp')
  }
  expect(await focused()).toBe('d6')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send move' }).focus()
  await page.keyboard.press('Enter')
  await waitForMove(anna, 1, 'd6')
  await playMove(bram, 'muehle', 'f4')
  await waitForMove(anna, 2, 'f4')
})
