import { beforeAll, describe, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { clipped } from '../src/clipped.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
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

describe.each(LANGUAGES)('at 360 pixels, in %s', (language) => {
  beforeAll(() => callApi(anna, 'PATCH', '/account', { language }))

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
