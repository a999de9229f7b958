import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TIMEOUT_GRACE_MS } from '../../api/src/play/game/endings.ts'
import { consumeAllEvents } from '../../api/test/server/consume-all-events.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, PHONE, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
let server: TestServer
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  server = await startTestServer()
  const browser = await sharedBrowser()
  anna = await registerPlayer(browser, server.url, 'anna')
  bram = await registerPlayer(browser, server.url, 'bram', PHONE)
})
afterAll(async () => {
  for (const player of [anna, bram]) await player?.context.close()
  await server?.close()
})

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

/** Moves the focus forwards to the button with this text, as a reader does who has no pointer. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    if ((await focusedText(page)) === text) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no button “${text}” that the keyboard reaches`)
}

test.each(['desk', 'phone'])('gives time with the keyboard alone (%s)', async (place) => {
  const [giver, taker] = place === 'desk' ? [anna, bram] : [bram, anna]
  const { page } = giver
  const id = await beginGame(giver, taker, 'merels')
  await openGame(giver, id)

  await tabTo(page, en('game_give'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en('game_give_title', { name: taker.name }) })
  await dialog.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await focusedText(page)).toBe(en('game_give'))

  await page.keyboard.press('Enter')
  await dialog.getByLabel(en('game_give_label')).focus()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, en('game_give'))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedText(page)).toBe(en('game_give'))
  const game = await callApi(giver, 'GET', `/games/${id}`)
  expect(game.clocks.black.remainingMs).toBe(5 * 86_400_000)

  await consumeAllEvents(server)
  await taker.page.goto('/notices')
  await taker.page.getByText(`${giver.name} gave you 2 more days`).first().waitFor()
})

test.each(['desk', 'phone'])('claims the win on time with the keyboard alone (%s)', async (place) => {
  const [late, waiting] = place === 'desk' ? [bram, anna] : [anna, bram]
  const { page } = waiting
  const terms = {
    rules: 'merels',
    opponent: waiting.name,
    colour: 'white',
    rated: false,
    timeouts: 'claimed',
  }
  const clock = { kind: 'per-move', days: 1 }
  const { id: challenge } = await callApi(late, 'POST', '/challenges', { ...terms, clock })
  await page.goto('/lobby')
  await page.getByText(en('clocks_claimed')).first().waitFor()
  const { game } = await callApi(waiting, 'POST', `/challenges/${challenge}/accept`)
  for (const [ply, move] of ['d6', 'f4'].entries())
    await callApi(ply === 0 ? late : waiting, 'POST', `/games/${game.id}/moves`, { move, ply })

  const before = server.clock.now()
  server.clock.advance(86_400_000 + TIMEOUT_GRACE_MS + 1)
  await openGame(waiting, game.id)
  await page
    .getByText(en('game_bar_overdue', { name: late.name }))
    .first()
    .waitFor()
  await openGame(late, game.id)
  await late.page.getByText(en('game_bar_overdue_yours', { name: waiting.name })).waitFor()
  expect(await accessibilityViolations(late.page)).toEqual([])

  await tabTo(page, en('game_win'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en('game_win_title') })
  await dialog.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await focusedText(page)).toBe(en('game_win'))
  await page.keyboard.press('Enter')
  await tabTo(page, en('game_win'))
  await page.keyboard.press('Enter')
  await page.getByText(en('game_outcome_you_won')).first().waitFor()
  // the button has gone with the game; the focus has not fallen to the body
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  server.clock.set(before)
})

test('quick pairing matches two who let time-outs be claimed, and shows it in the lobby', async () => {
  for (const { page } of [anna, bram]) {
    await page.goto('/lobby')
    await page.getByRole('checkbox', { name: en('ratings_rated') }).uncheck()
    await page.getByRole('checkbox', { name: en('clocks_claimed') }).check()
  }
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await anna.page
    .getByRole('button', { name: /^Mühle/ })
    .first()
    .click()
  await anna.page.getByText(en('lobby_quick_waiting')).waitFor()
  await bram.page
    .getByRole('button', { name: /^Mühle/ })
    .first()
    .click()
  await bram.page.waitForURL(/\/games\/\d+/)
  const id = Number(bram.page.url().split('/').at(-1))
  expect(await callApi(bram, 'GET', `/games/${id}`)).toMatchObject({ timeouts: 'claimed', rated: false })
})
