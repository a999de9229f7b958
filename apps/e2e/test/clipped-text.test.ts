import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
const PAGES = [
  ...[
    '/',
    '/lobby',
    '/lobby/new',
    '/watch',
    '/games',
    '/games/GAME',
    '/players',
    '/players?query=an',
    '/players/bram',
    '/rules',
    '/rules/halma',
  ],
  ...[
    '/analysis',
    '/analysis/set-up',
    '/analysis/saved',
    '/leaderboards',
    '/ladders/halma',
    '/leagues',
    '/leagues/muehle',
    '/tournaments',
    '/tournaments?search=an',
    '/clubs',
    '/notices',
  ],
  ...['/account', '/account/vacation', '/account/reminders', '/account/security'],
]
const HOUR_MS = 3_600_000

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number
/** Lost on the board, resigned with a rematch wanted, and drawn. */
const finished: number[] = []

beforeAll(async () => {
  anna = await site.register('anna', PHONE)
  bram = await site.register('bram')
  game = await beginGame(anna, bram, 'halma')
  // after which h1 may jump to f1 and from there to d1
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'f1-e1', ply: 0 })
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'a6-a5', ply: 1 })
  await finishGames()
  const until = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 50 * HOUR_MS).toISOString()
  await callApi(bram, 'POST', '/account/vacations', { until })
  await callApi(bram, 'POST', '/challenges', { rules: 'muehle', clock: { kind: 'per-move', days: 3 } })
})

async function finishGames(): Promise<void> {
  const lost = await beginGame(bram, anna, 'molenspel')
  for (const [ply, move] of RECORDED_GAMES.molenspel.split(' ').entries())
    await callApi(ply % 2 === 0 ? bram : anna, 'POST', `/games/${lost}/moves`, { move, ply })
  const resigned = await beginGame(anna, bram, 'muehle')
  const drawn = await beginGame(anna, bram, 'muehle')
  for (const id of [resigned, drawn]) {
    await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
    await callApi(bram, 'POST', `/games/${id}/moves`, { move: 'f4', ply: 1 })
  }
  await callApi(anna, 'POST', `/games/${resigned}/resign`)
  await callApi(bram, 'POST', `/games/${resigned}/rematch`)
  const { offer } = await callApi(anna, 'POST', `/games/${drawn}/draw-offers`)
  await callApi(bram, 'POST', `/draw-offers/${offer.id}/accept`)
  finished.push(lost, resigned, drawn)
  // one that waits, so that the bar offers it
  await beginGame(anna, bram, 'merels')
}

/** The visible elements whose text is cut off, unless the whole text is in a tooltip or a label. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true }))
        continue
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      if (clipPath !== 'none' || element.clientWidth < 2 || !element.textContent.trim()) continue
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const wide = cuts(overflowX) && element.scrollWidth > element.clientWidth + 1
      const high = cuts(overflowY) && element.scrollHeight > element.clientHeight + 1
      if (!wide && !high) continue
      const labelled = element.closest('[title], [aria-label]')
      const whole = labelled?.getAttribute('title') ?? labelled?.getAttribute('aria-label') ?? ''
      if (!whole.includes(element.textContent!.trim()) && !element.title)
        found.push(`${element.tagName}.${element.className}: ${element.textContent.slice(0, 60)}`)
    }
    return found
  })

describe.each(LANGUAGES)('at 360 pixels, in %s', (language) => {
  beforeAll(() => callApi(anna, 'PATCH', '/account', { language }))

  test('no page cuts a text off', async () => {
    const found: string[] = []
    // each page in one language, in a soak in all four
    const own = LANGUAGES.indexOf(language)
    const queue = PAGES.filter((_, n) => process.env.SOAK || n % LANGUAGES.length === own)
    const take = async () => {
      const page = await anna.context.newPage()
      page.setDefaultTimeout(90_000)
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        await page.goto(path.replace('GAME', String(game)))
        await page.locator(`html[lang="${language}"] #app h1`).first().waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle')
        found.push(...(await clipped(page)).map((text) => `${path}: ${text}`))
      }
      await page.close()
    }
    await Promise.all([take(), take(), take()])
    expect(found).toEqual([])
  })

  test('a game cuts no text off while a jump may go on', async () => {
    const { page } = anna
    const text = textsOf(language)
    await openGame(anna, game)
    // the page keeps what the last test has picked
    if ((await page.getByRole('button', { name: text('game_bar_send') }).count()) === 0) {
      await page.locator('#app [data-point="h1"]').click()
      await page.locator('#app [data-point="f1"]').click()
    }
    await page.getByRole('button', { name: text('game_bar_send') }).waitFor()
    const status = page.locator('.bar .status')
    expect(await status.textContent()).toContain(text('game_bar_ready_hop'))
    expect(await clipped(page)).toEqual([])
  })

  test('a finished game cuts no text off, at its end and at an earlier position', async () => {
    const { page } = anna
    const text = textsOf(language)
    for (const id of finished) {
      await openGame(anna, id)
      await page.getByRole('region', { name: text('game_bar_label') }).waitFor()
      expect(await clipped(page), `game ${id}`).toEqual([])
      await page.getByRole('button', { name: text('game_moves_back') }).click()
      expect(await clipped(page), `game ${id}, looking back`).toEqual([])
    }
  })

  test('one’s own analysis, the review, explorer and record cut no text off', async () => {
    const { page } = anna
    const text = textsOf(language)
    const [lost] = finished
    await openGame(anna, lost!)
    await page.getByRole('tab', { name: text('game_analysis_tab') }).click()
    await page.getByRole('button', { name: text('game_analysis_try') }).click()
    await page.getByRole('button', { name: text('game_analysis_back') }).waitFor()
    expect(await clipped(page), 'own analysis').toEqual([])
    await page.getByRole('button', { name: text('game_analysis_back') }).click()
    await page.getByRole('tab', { name: text('review_tab') }).click()
    await page.getByRole('table').first().waitFor()
    expect(await clipped(page), 'review').toEqual([])
    await page.goto(`/analysis/molenspel?game=${lost}`)
    for (const key of ['analysis_explorer', 'analysis_record', 'analysis_save_tab']) {
      await page.getByRole('tab', { name: text(key), exact: true }).click()
      await page.waitForLoadState('networkidle')
      expect(await clipped(page), key).toEqual([])
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })

  test('without a connection the header cuts nothing off', async () => {
    const page = await anna.context.newPage()
    page.setDefaultTimeout(90_000)
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.goto('/lobby')
    await page.locator('#app header .offline').waitFor()
    const cut = await page
      .locator('#app :is(header, header .brand b, header .offline)')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length)
    expect(cut).toBe(0)
    await page.close()
  })
})
