import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { beginGame, newcomer, type Person, pickMove, playMove, sees } from '../src/player.ts'
import { type Server, startServer } from '../src/server.ts'

/** As long as names get, and as wide. */
const LONG = 'WWWWWWWWWWWWWWWWWWWW'

let server: Server
let browser: Browser
let anna: Person
let bram: Person
let game: string

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  anna = await newcomer(browser, server.url, 'anna')
  bram = await newcomer(browser, server.url, LONG)
  game = `${server.url}/games/${await beginGame(anna, bram, 'merels')}`
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const focused = ({ page }: Person) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))

test('a server that fails logs nobody out, and the page is whole once it answers', async () => {
  const { page } = anna
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '', title: '', status: 500, detail: '', code: 'internal' }),
    }),
  )
  await page.goto(`${server.url}/games`)
  await page.getByText('The server failed.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/games')
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(`against ${LONG}`).waitFor()
})

test('a player whose page could not be reached at first plays on without reloading', async () => {
  const { page } = anna
  await page.route('**/api/v1/account', (route) => route.abort())
  await page.goto(game)
  await page.getByText('anna is to move.').waitFor()
  await page.unroute('**/api/v1/account')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await playMove(anna, 'merels', 'd6')
  await sees(bram, 1, 'd6')
})

test('a session that ended in the middle of a move leads to logging in, and back to the game', async () => {
  const { page } = bram
  await pickMove(page, 'merels', 'f4')
  await bram.context.clearCookies()
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.waitForURL(/\/login\?next=/)
  await page.getByText('You have been logged out. Log in again to go on.').waitFor()
  await page.getByLabel('Username').fill(LONG)
  await page.getByLabel('Password', { exact: true }).fill('a horse on a battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(game)
  await playMove(bram, 'merels', 'f4')
  await sees(anna, 2, 'f4')
})

test('a move that found no server is sent again, and nothing says any more that there was none', async () => {
  const { page } = anna
  await pickMove(page, 'merels', 'b6')
  await page.route('**/moves', (route) => route.abort())
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/moves')
  await page.getByRole('button', { name: 'Send move' }).click()
  await sees(bram, 3, 'b6')
  expect(await page.getByText('The server cannot be reached.').count()).toBe(0)
})

test('the keyboard is never left without a focus', async () => {
  const { page } = anna
  await page.getByRole('button', { name: 'One move back' }).focus()
  for (let n = 0; n < 4; n++) await page.keyboard.press('Enter')
  await page.getByText('You are looking at an earlier position (0).').waitFor()
  expect(await focused(anna)).toContain('One move back')

  await page.getByRole('button', { name: 'Offer a draw' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Offer a draw' }).waitFor()
  await expect.poll(() => focused(anna)).toContain('id="draw"')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Lobby' }).focus()
  await page.keyboard.press('Escape')
  expect(await focused(anna)).toContain('aria-controls="nav"')
})

test('the longest names fit beside the board on the narrowest phone', async () => {
  const { page } = anna
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [game, `${server.url}/games`, `${server.url}/players/${LONG}`]) {
    await page.goto(path)
    await page.getByText(LONG).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('who has resigned by the keyboard is at what has become of the game', async () => {
  const { page } = bram
  await page.getByRole('button', { name: 'Resign' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('You have lost.').waitFor()
  await expect.poll(() => focused(bram)).toContain('What to do')
})
