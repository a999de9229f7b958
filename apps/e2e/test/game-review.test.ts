import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Announced } from '../src/announced.ts'
import { accessibilityViolations, collectErrors, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const en = textsOf('en')
const MOVES = RECORDED_GAMES.molenspel.split(' ')

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram', PHONE)
  game = await beginGame(bram, anna, 'molenspel')
  for (const [ply, move] of MOVES.entries())
    await callApi(ply % 2 === 0 ? bram : anna, 'POST', `/games/${game}/moves`, { move, ply })
})

const tab = (page: Page) => page.getByRole('tab', { name: en('review_tab') })
const panel = (page: Page) => page.getByRole('tabpanel', { name: en('review_tab') })
const done = (page: Page) => panel(page).getByText(en('review_done')).waitFor({ timeout: 120_000 })

/** The calls of a page that are not reads, and the workers it starts. */
function watch(page: Page): { sent: string[]; workers: string[] } {
  const seen = { sent: [] as string[], workers: [] as string[] }
  page.on('request', (request) => {
    if (request.method() !== 'GET') seen.sent.push(new URL(request.url()).pathname)
  })
  page.on('worker', (worker) => seen.workers.push(worker.url()))
  return seen
}

test('one’s own finished game is reviewed as soon as the tab opens, and kept on the device', async () => {
  await openGame(anna, game)
  const { page } = anna
  const seen = watch(page)
  await tab(page).click()
  await done(page)
  expect(seen.workers).toHaveLength(1)
  // nothing but positions for the tables
  expect(seen.sent.filter((path) => !path.startsWith('/api/v1/tables/'))).toEqual([])
  // the loser of this game has made a mistake
  const learn = page.getByRole('button', { name: en('review_learn') })
  await learn.waitFor()
  await page.getByText(en('review_table')).click()
  expect(await panel(page).locator('tbody tr', { hasText: '1w' }).first().textContent()).toContain('%')
  await panel(page).getByText(en('analysis_record'), { exact: true }).click()
  const record = panel(page).getByRole('textbox', { name: en('analysis_record') })
  await expect.poll(() => record.inputValue()).toMatch(/\$[246]\s.*\(/s)
  expect(await record.inputValue()).toContain('[White "bram"]')
  const download = page.waitForEvent('download')
  await panel(page)
    .getByRole('button', { name: en('analysis_record_download') })
    .click()
  expect((await download).suggestedFilename()).toBe('bram-against-anna-Review.pgn')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await tab(page).click()
  await done(page)
  expect(seen.workers).toHaveLength(1)
  // on the analysis board it is still on this device, and can be shared
  await panel(page).getByText(en('analysis_record'), { exact: true }).click()
  await page.getByRole('button', { name: en('review_open') }).click()
  await page.locator('[data-node]', { hasText: /[?]/ }).first().waitFor()
  await page.getByRole('tab', { name: en('analysis_save_tab') }).click()
  await page.getByText(en('analysis_save_hint')).waitFor()
  expect(seen.sent.filter((path) => !path.startsWith('/api/v1/tables/'))).toEqual([])
  await page.getByRole('button', { name: en('analysis_share_make') }).click()
  await page.locator('.copyable code').first().waitFor()
  await page.goto(`/games/${game}?tab=review`)
  await done(page)
  expect(anna.errors).toEqual([])
})

test('mistakes are exercises: a worse move is refused, and the better one accepted', async () => {
  const { page } = anna
  await page.getByRole('button', { name: en('review_learn') }).click()
  await page.getByText(/Find a better move/).waitFor()
  await page.getByRole('button', { name: en('review_show') }).click()
  const better = (await page
    .locator('.bar')
    .getByText(/Better was/)
    .textContent())!
  expect(better).toMatch(/Better was [a-g][1-7]/)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('review_end') }).click()
  await page.getByRole('button', { name: en('review_learn') }).click()
  const played = (await page.getByText(/Find a better move/).textContent())!
  // the same move again, with the keyboard; Enter ends a move that could go on with a capture
  const bar = page.getByRole('region', { name: en('game_bar_label') })
  const type = async (move: string) => {
    await page.keyboard.type(move)
    if (await bar.getByText(en('analysis_typed_enter')).isVisible()) await page.keyboard.press('Enter')
  }
  await type(/: (\S+) was played/.exec(played)![1]!)
  await page.getByText(en('review_wrong')).waitFor()
  await type(/Better was (\S+)\./.exec(better)![1]!)
  await page.getByText(en('review_solved')).waitFor()
  // the move has been played: nothing is being tried out, nothing waits to be sent, and the other side is to move
  await bar.getByText(/^\d+[wb] \S+$/).waitFor()
  expect(await page.getByText(en('conditional_moves_trying')).count()).toBe(0)
  await page
    .locator('.strip')
    .getByText(/^Exercise 1 of/)
    .waitFor()
  const points = await page
    .locator('[data-point]')
    .evaluateAll((all) => all.map((point) => point.getAttribute('aria-label')).join('\n'))
  expect(points).not.toContain(en('boards_point_draft_taken'))
  expect(points).not.toContain(en('boards_point_draft'))
  expect(points).not.toContain(en('boards_point_target'))
  await page.getByRole('button', { name: en('review_end') }).click()
  expect(anna.errors).toEqual([])
})

test('on a phone the review of the other player’s moves is there too', async () => {
  await openGame(bram, game)
  const { page } = bram
  await page.getByRole('button', { name: en('review_tab') }).click()
  await done(page)
  await panel(page).getByRole('button', { name: 'anna' }).click()
  await page.getByRole('button', { name: en('review_learn_from', { name: 'anna' }) }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(bram.errors).toEqual([])
})

test('a spectator begins a review with a button, stops it, and goes on with it on the next visit', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto(`/games/${game}`)
  await tab(page).click()
  const button = (key: string) => panel(page).getByRole('button', { name: en(key) })
  await button('review_start').waitFor()
  expect(page.workers()).toHaveLength(0)
  await button('review_start').click()
  const progress = async () => {
    const text = await panel(page)
      .getByText(/^Reviewing: \d+%$/)
      .textContent()
    return Number(/\d+/.exec(text ?? '')?.[0])
  }
  // some positions have been looked at
  await expect.poll(progress).toBeGreaterThanOrEqual(5)
  await button('review_stop').click()
  await button('review_continue').waitFor()
  await expect.poll(() => page.workers().length).toBe(0)
  await page.reload()
  await tab(page).click()
  await button('review_continue').click()
  expect(await progress()).toBeGreaterThanOrEqual(5)
  await done(page)
  expect(errors).toEqual([])
  await context.close()
})

test('no engine is loaded on the page of a running game, and its positions are left out of a review', async () => {
  const running = await beginGame(anna, bram, 'molenspel')
  await openGame(anna, running)
  const { page } = anna
  expect(await tab(page).count()).toBe(0)
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)!),
  )
  expect(scripts.filter((name) => /worker|review/i.test(name))).toEqual([])

  const context = await site.browser.newContext({
    baseURL: site.url,
    storageState: await anna.context.storageState(),
  })
  const fresh = await context.newPage()
  fresh.setDefaultTimeout(60_000)
  await openGame({ ...anna, page: fresh }, game)
  await fresh.evaluate(() => localStorage.clear())
  const errors = collectErrors(fresh)
  const refused: string[] = []
  fresh.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await fresh.reload()
  const announced = await Announced.on(fresh)
  await tab(fresh).click()
  // the first three positions of every game
  await fresh.getByText('3 positions are left out').waitFor()
  await done(fresh)
  await announced.waitFor(en('review_done'))
  expect(announced.said).toHaveLength(1)
  // only what may be asked was asked
  expect(refused).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('Halma has reasons too, and exercises from the mistakes of both sides', async () => {
  const id = await beginGame(anna, bram, 'halma')
  for (const [ply, move] of RECORDED_GAMES.halma.split(' ').entries())
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move, ply })
  // a game that both are still playing would bar its first positions
  for (const { id: running } of (await callApi(anna, 'GET', '/games?player=anna&status=active')).items)
    await callApi(anna, 'POST', `/games/${running}/cancel`)
  await openGame(anna, id)
  const { page } = anna
  await tab(page).click()
  await done(page)
  const sides = [
    [en('ui_you'), en('review_learn')],
    ['bram', en('review_learn_from', { name: 'bram' })],
  ] as const
  for (const [name, learn] of sides) {
    await panel(page).getByRole('button', { name, exact: true }).click()
    await panel(page)
      .getByText(/in the camp\.|in one move\.|backwards\./)
      .first()
      .waitFor()
    await panel(page).getByRole('button', { name: learn }).click()
    await page
      .locator('.strip')
      .getByText(/^Exercise 1 of/)
      .waitFor()
    await page.getByRole('button', { name: en('review_show') }).click()
    const shown = (await page
      .locator('.bar')
      .getByText(/Better was/)
      .textContent())!
    const better = /Better was ([a-j]\d+-[a-j]\d+)/.exec(shown)![1]!
    await page.getByRole('button', { name: en('review_end') }).click()
    await panel(page).getByRole('button', { name: learn }).click()
    const task = (await page.getByText(/Find a better move/).textContent())!
    const played = / (\S+) was played/.exec(task)![1]!
    // on the board: the same mistake, and then the better move
    for (const point of played.split('-')) await page.locator(`[data-point="${point}"]`).click()
    await page.getByText(en('review_wrong')).waitFor()
    for (const point of better.split('-')) await page.locator(`[data-point="${point}"]`).click()
    await page.getByText(en('review_solved')).waitFor()
    await page.getByRole('button', { name: en('review_end') }).click()
  }
  expect(anna.errors).toEqual([])
})
