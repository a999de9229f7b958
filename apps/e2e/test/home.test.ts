import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  accessibilityViolations,
  failRequests,
  holdRequests,
  openLive,
  PHONE,
  withoutAnswers,
} from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let bram: BrowserPlayer
let chris: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  chris = await site.register('chris')
})

const point = (page: Page, name: string) => page.locator(`[data-point="${name}"]`)

/** Waits until the built-in bots accept challenges. @returns the name of the friendliest */
async function friendliestBot(): Promise<string> {
  const bots = async () => (await callApi(anna, 'GET', '/bots?house=true')).items
  await expect.poll(async () => (await bots()).length).toBe(5)
  return (await bots())[0].user.username
}

/** How far the elements of a page have moved by themselves. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // buffered entries arrive before the next frame but one
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

test.each([
  ['a phone', PHONE],
  ['a desk', { locale: 'en-GB', viewport: { width: 1280, height: 720 } }],
])(
  'on %s a visitor’s first stone begins a game against a bot, which registering keeps',
  async (on, screen) => {
    const bot = await friendliestBot()
    const { context, page, errors } = await site.visitor(screen)
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByText(bot).first().waitFor()
    await page.getByRole('heading', { level: 1, name: en('home_title') }).waitFor()
    const board = await page.locator('main svg').first().boundingBox()
    expect(board!.y + board!.height).toBeLessThan(screen.viewport.height)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])

    await point(page, 'd6').click()
    await page.waitForURL(/\/games\/\d+$/)
    // The bot answers.
    await page.locator('[data-ply="2"]').waitFor({ state: 'attached' })
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { white, ply } = await site.game(id)
    expect([white.kind, ply]).toEqual(['guest', 2])
    expect(errors).toEqual([])

    const username = on.replace('a ', 'visitor-')
    // On a phone the link is behind the menu, whose address it has too.
    const registration = await page.locator('nav a[href^="/register"]').getAttribute('href')
    await page.goto(registration!)
    await page.getByText(en('account_register_guest')).waitFor()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('E-mail address').fill(`${username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`**/games/${id}`)
    expect((await site.game(id)).white.username).toBe(username)
    await context.close()
  },
)

test('a board takes taps before its scripts run, which then play them', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  const { context, page, errors } = await site.visitor(PHONE)
  const scripts = '**/_app/immutable/**/*.js'
  const tapEarly = async (reader: Page, path: string, target: string) => {
    const release = await holdRequests(reader, scripts)
    await reader.goto(site.url + path, { waitUntil: 'commit' })
    await point(reader, 'a7').click()
    await point(reader, target).click()
    const tapped = reader.locator('.first-view .tapped')
    expect(await tapped.evaluateAll((all) => all.map((each) => each.dataset.point))).toEqual([target])
    expect(await reader.locator('#app [data-point]').count()).toBe(0)
    release()
  }
  await tapEarly(page, '/', 'b6')
  await page.waitForURL(/\/games\/\d+$/)
  await page.locator('[data-ply="1"]').getByText('b6').waitFor({ state: 'attached' })
  await context.close()

  // a game's page, then a player's home
  await tapEarly(anna.page, `/games/${game}`, 'b6')
  const send = anna.page.getByRole('button', { name: en('game_bar_send') })
  await send.click()
  await expect.poll(async () => (await site.game(game)).lastMove).toBe('b6')
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 1 })
  await tapEarly(anna.page, '/', 'g7')
  await send.click()
  await expect.poll(async () => (await site.game(game)).lastMove).toBe('g7')
  expect(await layoutShift(anna.page)).toBeLessThan(0.02)
  await anna.page.unroute(scripts)
  await callApi(anna, 'POST', `/games/${game}/resign`)
  expect([errors, anna.errors]).toEqual([[], []])
})

test('a guest is asked to register where guests cannot go on', async () => {
  const { context, page } = await site.visitor(PHONE)
  await context.request.post('/api/v1/guests', { data: {} })
  for (const path of ['/lobby', '/lobby/new']) {
    await page.goto(path)
    await page.getByRole('heading', { name: en('lobby_people') }).waitFor()
    expect(await page.getByRole('button', { name: /3 days a move/ }).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.getByRole('heading', { name: en('lobby_new_game'), level: 1 }).waitFor()
  await context.close()
})

test('a player’s home has the most urgent game, and the next one after each move', async () => {
  const slow = await beginGame(anna, chris, 'muehle', 9)
  const urgent = await beginGame(anna, bram, 'halma', 2)
  const clock = { kind: 'per-move', days: 3 }
  await callApi(bram, 'POST', '/challenges', { rules: 'merels', opponent: 'anna', clock })
  const { page } = anna
  await page.goto(site.url, { waitUntil: 'networkidle' })
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await page.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'bram' }) }).waitFor()
  await page.getByRole('region', { name: en('home_news') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const link = page.getByRole('link', { name: en('home_open_game') })
  await expect.poll(() => link.getAttribute('href')).toBe(`/games/${urgent}`)
  // Choosing another game by keyboard leads to its board.
  const regionOf = (name: string) => en('home_game_against', { name })
  const isFocused = (name: string) =>
    page.getByRole('region', { name: regionOf(name) }).evaluate((region) => region === document.activeElement)
  // Screen readers say the name that the region has when the focus arrives.
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      document.body.dataset.saidName = (target as Element).getAttribute('aria-label') ?? ''
    }),
  )
  for (const [chosen, name] of [
    [slow, 'chris'],
    [urgent, 'bram'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await expect.poll(() => link.getAttribute('href')).toBe(`/games/${chosen}`)
    expect(await isFocused(name)).toBe(true)
    expect(await page.evaluate(() => document.body.dataset.saidName)).toBe(regionOf(name))
  }
  await point(page, 'g2').click()
  await point(page, 'f3').click()
  await page.getByRole('button', { name: en('game_bar_send') }).press('Enter')
  await page.getByText(en('home_sent', { name: 'bram' })).waitFor()
  await expect.poll(() => link.getAttribute('href')).toBe(`/games/${slow}`)
  expect(await isFocused('chris')).toBe(true)
  await point(page, 'd6').click()
  await page.getByRole('button', { name: en('game_bar_send') }).click()
  await expect.poll(async () => (await site.game(slow)).ply).toBe(1)
  // The board stays until another game waits.
  await callApi(bram, 'POST', `/games/${urgent}/moves`, { move: 'd9-e8', ply: 1 })
  await expect.poll(() => link.getAttribute('href')).toBe(`/games/${urgent}`)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(anna.errors).toEqual([])
})

test('quick pairing brings two players together with one click each, who saw what is at stake', async () => {
  const tile = ({ page }: BrowserPlayer) => page.getByRole('button', { name: /^Halma/ })
  await anna.page.goto(`${site.url}/lobby`)
  await tile(anna).click()
  await anna.page.getByText(en('lobby_quick_waiting')).waitFor()
  await bram.page.goto(`${site.url}/lobby`)
  await tile(bram)
    .getByText(/win \+\d+/)
    .waitFor()
  await tile(bram).click()
  await bram.page.waitForURL(/\/games\/\d+$/)
  const { rules, rated, white, black } = await site.game(Number(bram.page.url().split('/').at(-1)))
  expect([rules, rated]).toEqual(['halma', true])
  expect([white.username, black.username].sort()).toEqual(['anna', 'bram'])
})

test('without a waiting game a player starts one from the home page, against a bot', async () => {
  const bot = await friendliestBot()
  const carl = await site.register('carl')
  // A list that fails to load must not hide quick pairing.
  await failRequests(carl.page, '**/api/v1/games?turn=mine*')
  await withoutAnswers(carl.page)
  await openLive(carl.page, '/')
  await carl.page.getByText(en('api_error_internal')).waitFor()
  await carl.page.getByRole('heading', { name: en('lobby_quick') }).waitFor()
  await carl.page.unroute('**/api/v1/games?turn=mine*')
  await carl.page.getByRole('button', { name: en('ui_retry') }).click()
  await carl.page.getByRole('heading', { name: en('home_none_waiting') }).waitFor()
  expect(await accessibilityViolations(carl.page)).toEqual([])
  await carl.page.getByRole('button', { name: `${en('rules_play')}: ${bot}` }).click()
  await carl.page.waitForURL(/\/games\/\d+$/)
  expect(carl.errors.filter((error) => !error.includes('500'))).toEqual([])
})
