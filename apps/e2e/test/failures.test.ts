import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { failRequests, withoutAnswers } from '../src/browser.ts'
import {
  type BrowserPlayer,
  callApi,
  PASSWORD,
  pickMove,
  playMove,
  startGame,
  waitForMove,
} from '../src/player.ts'
import { useSite } from '../src/site.ts'

/** The longest and widest possible names. */
const LONG = 'WWWWWWWWWWWWWWWWWWWW'

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: string

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register(LONG)
  game = `${site.url}/games/${await startGame(anna, bram, 'merels')}`
})

const focused = ({ page }: BrowserPlayer) =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))

test('a failing server logs nobody out, and the page loads once it answers', async () => {
  const { page } = anna
  await failRequests(page, '**/api/v1/**')
  await withoutAnswers(page)
  await page.goto(`${site.url}/games`)
  await page.getByText('Something went wrong on the server.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/games')
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(`against ${LONG}`).waitFor()
})

test('bots that could not be loaded can be loaded again', async () => {
  const { page } = anna
  await failRequests(page, '**/api/v1/bots?*')
  await page.goto(`${site.url}/lobby`)
  const bots = page.getByRole('region', { name: 'Play the computer' })
  await bots.getByText('Something went wrong on the server.').waitFor()
  await page.unroute('**/api/v1/bots?*')
  await bots.getByRole('button', { name: 'Try again' }).click()
  // this site has none
  await bots.waitFor({ state: 'detached' })
})

test('a visitor sees why there is nobody to play against, and can try again', async () => {
  const { page } = await site.visitor({ locale: 'en-GB' })
  await failRequests(page, '**/api/v1/bots?*')
  await withoutAnswers(page)
  await page.goto('/')
  await page.getByText('Something went wrong on the server.').waitFor()
  await page.unroute('**/api/v1/bots?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  // this site has none
  await page.getByText('No computer plays on this site.').waitFor()
})

test('a game page that failed to load at first works without a reload', async () => {
  const { page } = anna
  await page.route('**/api/v1/session', (route) => route.abort())
  await page.goto(game)
  await page.getByText('anna is to move.').waitFor()
  await page.unroute('**/api/v1/session')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await playMove(anna, 'merels', 'd6')
  await waitForMove(bram, 1, 'd6')
})

/** Bram, on the login page, which leads back to the game. */
async function logInAgain(): Promise<void> {
  const { page } = bram
  await page.getByLabel('Username').fill(LONG)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(game)
}

test('a session that ends during a move leads to the login page and back to the game', async () => {
  const { page } = bram
  await pickMove(page, 'merels', 'f4')
  await bram.context.clearCookies()
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.waitForURL(/\/login\?next=/)
  await page.getByText('You have been logged out. Log in again to continue.').waitFor()
  await logInAgain()
  // The draft move is still there.
  await page.getByRole('button', { name: 'Send move' }).click()
  await waitForMove(anna, 2, 'f4')
})

test('a move that failed to reach the server can be sent again at once', async () => {
  const { page } = anna
  await pickMove(page, 'merels', 'b6')
  await page.route('**/moves', (route) => route.abort())
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.getByText('not sent yet').waitFor()
  await page.unroute('**/moves')
  // every ten seconds the page sends it by itself, and may be faster: then there is nothing left to click
  const click = page.getByRole('button', { name: 'Send move' }).click()
  await Promise.race([click, waitForMove(bram, 3, 'b6')])
  click.catch(() => {})
  await waitForMove(bram, 3, 'b6')
  await page.getByText('not sent yet').waitFor({ state: 'detached' })
})

test('a move that waits when the session ends leads to the login page and is sent after it', async () => {
  const { page, context } = bram
  await page.route('**/moves', (route) => route.abort())
  await playMove(bram, 'merels', 'f2')
  await page.getByText('not sent yet').waitFor()
  await context.clearCookies()
  await page.unroute('**/moves')
  // its 401 would open the login page too, while the test clicks the link
  await page.route('**/analysis', (route) => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('link', { name: 'One of your moves has not been sent yet.' }).click()
  await logInAgain()
  await waitForMove(anna, 4, 'f2')
  await page.unroute('**/analysis')
})

test('a page that is opened at another address than PUBLIC_URL loads and says what to set', async () => {
  const page = await site.browser.newPage({ viewport: { width: 360, height: 740 } })
  const elsewhere = site.url.replace('127.0.0.1', 'tegenzet.test')
  await page.goto(`${elsewhere}/rules`)
  await page.getByText(`PUBLIC_URL=${elsewhere}`).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('link', { name: `Go to ${site.url}` }).click()
  await page.waitForURL(`${site.url}/rules`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('PUBLIC_URL').count()).toBe(0)
  await page.close()
})

test('the focus is never lost for keyboard users', async () => {
  const { page } = anna
  await page.getByRole('button', { name: 'One move back' }).focus()
  for (let n = 0; n < 4; n++) await page.keyboard.press('Enter')
  await page.getByText('Earlier position: 0').waitFor()
  await expect.poll(() => focused(anna)).toContain('One move back')

  await page.getByRole('button', { name: 'Offer a draw' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(anna)).toContain('Offer a draw')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Lobby' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(anna)).toContain('aria-controls="nav"')

  // from a row that is removed to the next one, and from the last one to a heading
  const clock = { kind: 'per-move', days: 3 }
  for (const rules of ['muehle', 'moulin'])
    await callApi(anna, 'POST', '/challenges', { rules, opponent: LONG, clock })
  await page.goto(`${site.url}/lobby`)
  await page.getByRole('button', { name: 'Withdraw' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(anna)).toContain('href="/rules/m')
  await page.getByRole('button', { name: 'Withdraw' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(anna)).toContain('<h')
})

test('the longest names fit beside the board on the narrowest phone, also before the scripts run', async () => {
  const viewport = { width: 320, height: 640 }
  const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
  const withoutScripts = await site.visitor({ viewport, javaScriptEnabled: false })
  await withoutScripts.page.goto(game)
  await withoutScripts.page.getByText(LONG).waitFor()
  expect(await width(withoutScripts.page)).toBeLessThanOrEqual(320)
  await withoutScripts.context.close()

  const { page } = anna
  await page.setViewportSize(viewport)
  for (const path of [game, `${site.url}/games`, `${site.url}/players/${LONG}`]) {
    await page.goto(path)
    await page.locator('#app').getByText(LONG).first().waitFor()
    expect(await width(page), path).toBeLessThanOrEqual(320)
  }
})

test('after resigning with the keyboard the focus is on the board', async () => {
  const { page } = bram
  await page.getByRole('button', { name: 'Resign' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('You have lost.').waitFor()
  await expect.poll(() => focused(bram)).toContain('data-point')
})
