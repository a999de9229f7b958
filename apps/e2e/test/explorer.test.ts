import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

// The explorer of openings, and the search by position.

const site = useSite()
const en = textsOf('en')
const MOVES = RECORDED_GAMES.molenspel.split(' ')
let anna: BrowserPlayer
let bram: BrowserPlayer
let cato: BrowserPlayer
/** Of anna and bram to its end, and of bram and cato after three plies. */
let long: number
let short: number

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  cato = await site.register('cato')
  long = await beginGame(anna, bram, 'molenspel')
  await play(long, anna, bram, MOVES)
  short = await beginGame(bram, cato, 'molenspel')
  await play(short, bram, cato, MOVES.slice(0, 3))
  await callApi(cato, 'POST', `/games/${short}/resign`)
  // by a task, soon after the end
  const counted = async () => expect((await callApi(anna, 'GET', '/explorer/molenspel')).games).toBe(2)
  await vi.waitFor(counted, { timeout: 60_000, interval: 300 })
})

async function play(id: number, white: BrowserPlayer, black: BrowserPlayer, moves: string[]) {
  for (const [ply, move] of moves.entries())
    await callApi(ply % 2 === 0 ? white : black, 'POST', `/games/${id}/moves`, { move, ply })
}

const link = (page: Page, id: number) => page.locator(`#app details[open] a[href="/games/${id}"]`)
const sum = (page: Page) => page.getByRole('row', { name: new RegExp(`^${en('analysis_explorer_sum')}`) })
const open = (page: Page, key: string) => page.locator('summary', { hasText: en(key) }).click()

test('a profile’s openings lead into the explorer of that player', async () => {
  const { page } = cato
  await page.goto('/players/anna')
  await page.getByRole('link', { name: en('analysis_explorer_link') }).click()
  expect(await page.getByLabel(en('ui_player')).inputValue()).toBe('anna')
  await expect.poll(() => sum(page).textContent()).toContain('1')
  await open(page, 'analysis_explorer_recent')
  await link(page, long).waitFor()
  // everybody’s
  await page.getByLabel(en('ui_player')).fill('')
  await expect.poll(() => sum(page).textContent()).toContain('2')
  await page.getByLabel(en('ui_player')).fill('nobody-at-all')
  await page.getByText(en('api_error_not_found')).waitFor()
  await page.getByLabel(en('ui_player')).fill('cato')
  await expect.poll(() => sum(page).textContent()).toContain('1')
  await page.getByLabel(en('analysis_explorer_since')).fill('2999-01')
  await page.getByText(en('analysis_explorer_none_early')).waitFor()
  // Chromium logs that there is no such player
  expect(cato.errors.splice(0).filter((error) => !error.includes('404'))).toEqual([])
})

test('on a phone a position of the ending finds the game that it stood in', async () => {
  const { context, page, errors } = await site.visitor({ ...PHONE, hasTouch: true })
  await page.goto('/analysis/molenspel?explorer=')
  await expect.poll(() => sum(page).textContent()).toContain('2')
  await open(page, 'analysis_explorer_found')
  for (const id of [long, short]) await link(page, id).waitFor()
  // a move of the table is played
  await page.getByRole('table').getByRole('button').first().tap()
  await expect.poll(() => sum(page).textContent()).toContain('2')
  await page.getByRole('tab', { name: en('ui_moves') }).tap()
  await page.locator('[data-node="0"]').waitFor()

  const { position } = await site.game(long)
  await page.goto(`/analysis/molenspel?explorer=&position=${encodeURIComponent(position)}`)
  await page.getByText(en('analysis_explorer_none_early')).waitFor()
  await open(page, 'analysis_explorer_found')
  await link(page, long).waitFor()
  expect(await link(page, short).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
