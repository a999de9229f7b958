import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ratingsConsumer } from '../../api/src/competition/ratings/rate-games.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import { beginGame, playMoves } from '../../api/test/play/begin-game.ts'
import { consumeAllEvents } from '../../api/test/server/consume-all-events.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
/** Directory for screenshots of the tested pages. */
const PICTURES = process.env.PICTURES
const FOUR_PLIES = ['d6', 'f4', 'd2', 'b4']
const RATING = /^\s*Rating\s+\d{3,4}\?\s*$/

let server: TestServer
let anna: BrowserPlayer
let bram: TestPlayer
let carl: TestPlayer

beforeAll(async () => {
  server = await startTestServer()
  anna = await registerPlayer(await sharedBrowser(), server.url, 'anna')
  await anna.page.clock.setFixedTime(server.clock.now())
  bram = await server.player('bram')
  carl = await server.player('carl')
  const rated = await beginGame(bram, carl, { rules: 'molenspel', rated: true })
  await playMoves(rated, bram, carl, FOUR_PLIES)
  await carl.call('resign', { params: { id: rated.id } })
  await consumeAllEvents(server, ratingsConsumer(server.deps))
})
afterAll(async () => {
  await anna?.context.close()
  await server?.close()
})

/** A page has no accessibility violations and is no wider than its window, on a desk and on a phone. */
async function expectSound(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  for (const [size, scheme] of [
    [width, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: size, height })
    expect(await accessibilityViolations(page), `${name} at ${size}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(size)
    if (!PICTURES) continue
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/${name}-${size}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}

test('ratings are beside the names in the lobby and at the seats, and a game says whether it is rated', async () => {
  const { page } = anna
  const terms = { rules: 'molenspel', clock: { kind: 'per-move', days: 3 } }
  await bram.call('createChallenge', { body: { ...terms, colour: 'white', rated: true } })
  await page.goto('/lobby')
  const challenge = page.locator('[data-challenge]').filter({ hasText: 'bram' })
  await challenge.getByText(RATING).waitFor()
  await challenge.getByText(en('ratings_rated')).waitFor()
  await expectSound(page, 'lobby')
  await challenge.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'bram' }) }).click()
  await page.waitForURL(/\/games\/\d+$/)
  await page.locator('.seat').filter({ hasText: 'bram' }).getByText(RATING).waitFor()
  await page.getByText(`· ${en('ratings_rated')}`).waitFor()
  // an event leaves the rating out, and it stays
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await bram.call('playMove', { params: { id }, body: { move: 'd6', ply: 0 } })
  await page.locator('.seat.turn').filter({ hasText: 'anna' }).waitFor()
  await page.locator('.seat').filter({ hasText: 'bram' }).getByText(RATING).waitFor()
  await expectSound(page, 'game')
  await bram.call('resign', { params: { id } })
  await page.getByText(`· ${en('ratings_too_early')}`).waitFor()
})

test('a player writes a profile, which others read', async () => {
  const { page } = anna
  await page.goto('/account/profile')
  await page.getByLabel(en('people_about_text'), { exact: true }).fill('I play over breakfast.')
  await page.getByLabel(en('people_about_country'), { exact: true }).selectOption({ label: 'Netherlands' })
  await page.getByLabel(en('people_about_shows_lost_on_time')).check()
  await expectSound(page, 'profile-form')
  await page.getByRole('button', { name: en('people_about_save') }).click()
  await page.getByText(en('ui_saved')).waitFor()
  await page.goto('/players/anna')
  await page.getByText('I play over breakfast.').waitFor()
  await page.getByText('Netherlands').waitFor()
  await expectSound(page, 'profile-own')

  await page.goto('/account/profile')
  await page.getByLabel(en('people_about_text'), { exact: true }).fill('x'.repeat(501))
  await page.getByRole('button', { name: en('people_about_save') }).click()
  await page.getByText(en('people_about_text_long', { count: 500 })).waitFor()
})

test('the leaderboard says how to get on it, and shows provisional players in grey', async () => {
  const { page } = anna
  await page.goto('/leaderboards?rules=halma')
  await page.getByText(en('ratings_board_empty_title')).waitFor()
  await page.getByRole('link', { name: en('ratings_board_find') }).waitFor()
  await page.getByText(en('ratings_board_own_none')).waitFor()

  await page.goto('/leaderboards?rules=molenspel')
  const row = page.getByRole('row').filter({ hasText: 'bram' })
  await row.getByText(en('ratings_board_no_place')).waitFor()
  await expectSound(page, 'leaderboard')
  const { id: playerId } = await server.database.prisma.player.findFirstOrThrow({
    where: { username: 'anna' },
  })
  await server.database.prisma.playerRating.create({
    data: {
      playerId,
      rules: 'molenspel',
      kind: 'human',
      rating: 1700,
      deviation: 60,
      volatility: 0.09,
      games: 30,
      best: 1700,
      lastGameAt: server.clock.now(),
    },
  })
  await page.reload()
  await page.getByText(en('ratings_board_own', { place: 1 })).waitFor()
})
