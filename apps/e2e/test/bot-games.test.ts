import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const SMALL_PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let id: number
beforeAll(async () => {
  anna = await site.register('anna', SMALL_PHONE)
  const bots = async () => (await callApi(anna, 'GET', '/bots?house=true')).items
  await vi.waitUntil(async () => (await bots()).length === 5, { timeout: 60_000, interval: 200 })
  const opponent = (await bots())[0].user.username
  const clock = { kind: 'per-move', days: 3 }
  await callApi(anna, 'POST', '/challenges', { rules: 'muehle', opponent, colour: 'white', clock })
  const games = async () => (await callApi(anna, 'GET', '/games?player=anna')).items
  await vi.waitUntil(async () => (await games()).length === 1, { timeout: 60_000, interval: 200 })
  id = (await games())[0].id
})

const send = (page: Page) => page.getByRole('button', { name: en('game_bar_send') })
const plies = async () => (await site.game(id)).ply
const botHasMoved = (ply: number) => expect.poll(plies).toBe(ply)
/** A point that is free for the next stone, and closes no mill. */
const freePoint = (page: Page) =>
  page.evaluate(
    () =>
      ['d6', 'f4', 'd2', 'b4', 'e5', 'a1'].find((point) =>
        document.querySelector(`[data-point="${point}"]`)?.getAttribute('aria-label')?.includes('empty'),
      )!,
  )

test('a hint is put on the board to be sent or not, and the game says so', async () => {
  const { page } = anna
  await openGame(anna, id)
  await page.getByRole('button', { name: en('game_bar_hint'), exact: true }).click()
  await send(page).waitFor()
  expect(await plies()).toBe(0)
  expect((await site.game(id)).assisted).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
  await send(page).click()
  await botHasMoved(2)
  expect(anna.errors).toEqual([])
})

test('a move against a bot is sent with its tap, unless a player does not want that', async () => {
  const { page } = anna
  await openGame(anna, id)
  await page.getByRole('button', { name: en('game_bar_hint'), exact: true }).waitFor()
  await page.locator(`[data-point="${await freePoint(page)}"]`).click()
  await botHasMoved(4)

  await page.goto('/account', { waitUntil: 'networkidle' })
  const setting = page.getByRole('group', { name: en('account_send_at_once') })
  await setting.getByRole('radio', { name: en('account_send_at_once_never') }).check({ force: true })
  await openGame(anna, id)
  await page.locator(`[data-point="${await freePoint(page)}"]`).click()
  await send(page).click()
  await botHasMoved(6)
  expect(anna.errors).toEqual([])
})
