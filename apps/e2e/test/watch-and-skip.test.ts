import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import { beginGame, playMoves } from '../../api/test/play/begin-game.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { type Mailbox, openMailbox } from '../../api/test/server/mailbox.ts'
import { accessibilityViolations, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
/** Directory for screenshots of the tested pages. */
const PICTURES = process.env.PICTURES

let box: Mailbox
let server: TestServer
let anna: BrowserPlayer
let bram: TestPlayer
let carl: TestPlayer
let robot: TestPlayer

beforeAll(async () => {
  box = await openMailbox()
  server = await startTestServer({ env: box.env })
  anna = await registerPlayer(await sharedBrowser(), server.url, 'anna')
  await anna.page.clock.setFixedTime(server.clock.now())
  bram = await server.player('bram')
  carl = await server.player('carl')
  robot = await server.player('robot', { kind: 'bot' })
})
afterAll(async () => {
  await anna?.context.close()
  await server?.close()
  await box?.close()
})

async function expectSound(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  for (const size of [width, 360]) {
    await page.setViewportSize({ width: size, height })
    expect(await accessibilityViolations(page), `${name} at ${size}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(size)
    if (!PICTURES) continue
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/${name}-${size}.png`, fullPage: true })
  }
  await page.setViewportSize({ width, height })
}

/** The first legal move of a game. */
const legalMove = async (id: number): Promise<string | undefined> =>
  (await server.call('getLegalMoves', { params: { id } })).body.moves[0]

test('the best game of people is watched on a large board, with each move as it is made', async () => {
  const { page } = anna
  const people = await beginGame(bram, carl, { rules: 'muehle' })
  await playMoves(people, bram, carl, ['d6'])
  const withBot = await beginGame(bram, robot, { rules: 'muehle' })
  await playMoves(withBot, bram, robot, ['d6'])
  await page.goto('/watch')
  const featured = page.getByRole('region', { name: en('home_players', { white: 'bram', black: 'carl' }) })
  await featured.locator('[data-point="d6"]').waitFor()
  await page.locator('li').filter({ hasText: 'robot' }).first().waitFor()
  await carl.call('playMove', { params: { id: people.id }, body: { move: 'f4', ply: 1 } })
  await featured.getByText(en('games_row_move', { number: 2 })).waitFor()
  await expectSound(page, 'watch')
  await featured.getByRole('link', { name: en('games_watch_open') }).click()
  await page.waitForURL(`**/games/${people.id}`)
})

test('games are watched by strength and game, of both players and in the rule set of the game', async () => {
  const { page } = anna
  const rate = (player: TestPlayer, rules: string, rating: number) =>
    server.database.prisma.playerRating.create({
      data: {
        playerId: player.id,
        rules,
        kind: 'human',
        rating,
        deviation: 60,
        volatility: 0.06,
        games: 20,
        lastGameAt: server.clock.now(),
      },
    })
  await rate(bram, 'muehle', 1910)
  await rate(carl, 'muehle', 1850)
  const halma = await beginGame(bram, carl, { rules: 'halma' })
  await playMoves(halma, bram, carl, [(await legalMove(halma.id))!])
  await page.goto('/watch')
  const strength = page.getByLabel(en('games_watch_strength'))
  const games = page.getByRole('region', { name: en('home_playing_now') }).getByRole('listitem')
  await games.filter({ hasText: 'robot' }).waitFor()
  await strength.selectOption(en('games_watch_strength_from', { rating: 1800 }))
  await page.waitForURL('**/watch?rating=1800')
  await games.filter({ hasText: 'robot' }).waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: en('home_players', { white: 'bram', black: 'carl' }) })
    .locator('[data-point="d6"]')
    .waitFor()
  expect(await games.count()).toBe(0)
  await expectSound(page, 'watch-strength')
  await page.getByLabel(en('ui_game')).selectOption('Halma')
  await page.waitForURL('**/watch?rules=halma&rating=1800')
  await page.getByText(en('games_watch_none_chosen')).waitFor()
  await page.getByText(en('games_watch_no_results_chosen')).waitFor()
  await page.reload()
  await page.getByText(en('games_watch_none_chosen')).waitFor()
  await strength.selectOption(en('games_watch_all_strengths'))
  await page.getByRole('region', { name: en('home_players', { white: 'bram', black: 'carl' }) }).waitFor()
})

test('a skipped game comes last for now', async () => {
  const { page } = anna
  const opponents = [bram, carl]
  for (const [n, opponent] of opponents.entries()) {
    const body = { rules: 'muehle', opponent: opponent.username, colour: 'white' }
    const clock = { kind: 'per-move', days: n + 1 }
    const { id } = await callApi(anna, 'POST', '/challenges', { ...body, clock })
    await opponent.call('acceptChallenge', { params: { id } })
  }
  await page.goto('/')
  const board = (name: string) => page.getByRole('region', { name: en('home_game_against', { name }) })
  await board('bram').waitFor()
  await page.getByRole('button', { name: en('games_skip') }).click()
  await board('carl').waitFor()
  await page.getByRole('button', { name: 'bram' }).waitFor()
  await expectSound(page, 'home')
  await page.getByRole('button', { name: en('games_skip') }).click()
  await board('bram').waitFor()
})

test('what is for programs appears in the settings once somebody has asked for it', async () => {
  const { page } = anna
  const nav = page.getByRole('navigation', { name: en('account_title') })
  await page.goto('/account')
  await nav.getByRole('link', { name: en('account_profile') }).waitFor()
  expect(await nav.getByRole('link', { name: en('account_nav_tokens') }).count()).toBe(0)
  await page.getByRole('link', { name: en('account_nav_start') }).click()
  await nav.getByRole('link', { name: en('account_nav_tokens') }).waitFor()
  await page.goto('/account')
  await nav.getByRole('link', { name: en('account_nav_tokens') }).waitFor()
})

test('a reader whose address is not confirmed is told that no mail comes', async () => {
  const { page } = anna
  await page.goto('/lobby')
  const told = page.getByText(en('account_unconfirmed', { email: 'anna@example.org' }))
  await told.waitFor()
  await expectSound(page, 'lobby-unconfirmed')
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  await page.reload()
  await told.waitFor({ state: 'detached' })
})
