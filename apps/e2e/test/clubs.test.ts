import { afterAll, beforeAll, expect, test } from 'vitest'
import { competitionTasks } from '../../api/src/competition/periodic-tasks.ts'
import { accepted, foundClub } from '../../api/test/competition/found-clubs.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, PHONE, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const DAY_MS = 86_400_000

let server: TestServer
let anna: BrowserPlayer
let bram: BrowserPlayer
let carla: TestPlayer

beforeAll(async () => {
  server = await startTestServer()
  const browser = await sharedBrowser()
  anna = await registerPlayer(browser, server.url, 'anna')
  bram = await registerPlayer(browser, server.url, 'bram', PHONE)
  carla = await server.player('carla')
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  for (const { page } of [anna, bram]) await page.clock.setFixedTime(server.clock.now())
})
afterAll(async () => {
  for (const player of [anna, bram]) await player?.context.close()
  await server?.close()
})

test('a club is founded and joined, and plays a match from the proposal to the result', async () => {
  const { page } = anna
  await page.goto('/clubs')
  await page.getByRole('heading', { name: en('clubs_none') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page
    .getByRole('link', { name: en('clubs_found') })
    .first()
    .click()
  await page.getByLabel(en('clubs_name'), { exact: true }).fill('ab')
  await page.getByRole('button', { name: en('clubs_found_submit') }).click()
  await page.getByText(en('clubs_name_wrong')).waitFor()
  await page.getByLabel(en('clubs_name'), { exact: true }).fill('Mill Town')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('clubs_found_submit') }).click()
  await page.waitForURL(/\/clubs\/mill-town$/)
  await page.getByText(en('clubs_matches_none')).waitFor()

  // bram finds it on a phone and joins
  const phone = bram.page
  await phone.goto('/clubs')
  await phone.getByLabel(en('ui_search_name')).fill('mill')
  await phone.getByRole('button', { name: en('ui_search') }).click()
  await phone.getByRole('link', { name: 'Mill Town' }).click()
  await phone.getByRole('button', { name: en('clubs_join'), exact: true }).click()
  await phone.getByText(en('clubs_joined')).waitFor()
  expect(await accessibilityViolations(phone)).toEqual([])
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)

  const other = await foundClub(server, carla, 'Windmills')
  await page.goto('/matches/new?club=mill-town')
  await page.getByLabel(en('matches_opponent'), { exact: true }).fill('nowhere')
  await page.getByRole('button', { name: en('matches_propose') }).click()
  await page.getByText(en('matches_opponent_wrong')).waitFor()
  await page.getByLabel(en('matches_opponent'), { exact: true }).fill('wind')
  await page.locator('datalist option[value="Windmills"]').waitFor({ state: 'attached' })
  await page.getByLabel(en('matches_opponent'), { exact: true }).fill('windmills')
  await page.getByLabel(en('matches_boards')).fill('4')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('matches_propose') }).click()
  await page.getByRole('heading', { name: 'Mill Town – Windmills' }).waitFor()
  await page.getByText(en('matches_waiting', { club: 'Windmills' })).waitFor()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const params = { id }

  accepted(await carla.call('acceptMatch', { params }))
  accepted(await carla.call('signUpForMatch', { params, body: { club: other.slug } }))
  await phone.goto(`/matches/${id}`)
  await phone.getByRole('button', { name: en('matches_sign_up') }).click()
  await phone.getByText(en('matches_signed_up_for', { club: 'Mill Town' })).waitFor()
  expect(await accessibilityViolations(phone)).toEqual([])
  await page.reload()
  await page.getByText(en('matches_missing', { club: 'Mill Town' })).click()
  await page.getByRole('button', { name: en('matches_remind') }).click()
  await page.getByText(en('matches_reminded')).first().waitFor()

  server.clock.advance(10 * DAY_MS)
  for (const { run } of competitionTasks(server.deps)) await run(server.store)
  await page.reload()
  const [{ id: game }] = (await callApi(bram, 'GET', '/games?player=bram')).items
  await page.getByRole('link', { name: /bram.*carla/ }).click()
  await page.waitForURL(new RegExp(`/games/${game}$`))
  await page.getByRole('tab', { name: en('game_tab_info') }).click()
  await page.getByRole('link', { name: en('matches_game_of', { board: 1 }) }).waitFor()
  accepted(await carla.call('resign', { params: { id: game } }))
  for (const { run } of competitionTasks(server.deps)) await run(server.store)
  await page.goto(`/matches/${id}`)
  await page.getByText('1 – 0').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/clubs/mill-town')
  await page.getByRole('link', { name: 'Mill Town – Windmills' }).waitFor()
  await page.getByText(en('clubs_best')).waitFor()
})

test('a match within one club is made and started at once, on a phone too', async () => {
  const { page } = anna
  const phone = bram.page
  for (const each of [page, phone]) await each.clock.setFixedTime(server.clock.now())
  await page.goto('/clubs/mill-town')
  await page.getByRole('link', { name: en('clubs_match_within') }).click()
  // when the line-ups close, with the date
  await page.getByText(/^The line-ups close on .*\d{4}.*, and all games start\.$/).waitFor()
  await page.getByRole('button', { name: en('matches_propose') }).click()
  await page.getByRole('heading', { name: 'Mill Town A – Mill Town B' }).waitFor()
  await page.getByRole('button', { name: en('matches_sign_up_for', { club: 'Mill Town A' }) }).click()
  await page.getByText(en('matches_signed_up_for', { club: 'Mill Town A' })).waitFor()
  await phone.goto(page.url())
  await phone.getByRole('button', { name: en('matches_sign_up_for', { club: 'Mill Town B' }) }).click()
  await phone.getByText(en('matches_signed_up_for', { club: 'Mill Town B' })).waitFor()
  expect(await phone.getByRole('button', { name: en('matches_start') }).count()).toBe(0)
  expect(await accessibilityViolations(phone)).toEqual([])
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: en('matches_start') }).click()
  const dialog = page.getByRole('dialog')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: en('matches_start') }).click()
  const game = page.getByRole('link', { name: /anna – bram/ })
  await game.waitFor()
  expect((await game.boundingBox())!.height).toBeGreaterThanOrEqual(43)
  // a row says the board, the players and how the game stands, and opens it
  const row = page.getByRole('listitem').filter({ has: game })
  for (const text of ['1', 'anna', 'bram', en('matches_game_running')])
    await row.getByText(text, { exact: true }).waitFor()
  const { href } = await game.evaluate((link: HTMLAnchorElement) => ({ href: link.href }))
  await row.click({ position: { x: 4, y: 4 } })
  await page.waitForURL(href)
  await phone.reload()
  await phone.getByRole('link', { name: /anna – bram/ }).waitFor()
})

test('organisers answer requests, invite and announce', async () => {
  const { page } = anna
  const params = { slug: 'mill-town' }
  await callApi(anna, 'PATCH', '/clubs/mill-town', { joining: 'request' })
  accepted(await carla.call('joinClub', { params }))
  await page.goto('/clubs/mill-town')
  await page.getByRole('button', { name: en('clubs_accept_name', { name: 'carla' }) }).click()
  await page
    .getByRole('list', { name: en('clubs_members') })
    .getByRole('link', { name: 'carla' })
    .waitFor()
  await page.getByText(en('clubs_invite'), { exact: true }).first().click()
  await page.getByRole('button', { name: en('clubs_invite_link') }).click()
  await page.getByText(/\/clubs\/mill-town#/).waitFor()
  await page.getByRole('button', { name: en('clubs_invitation_end_link') }).click()
  await page.getByText(/\/clubs\/mill-town#/).waitFor({ state: 'detached' })
  await page.getByText(en('clubs_announce'), { exact: true }).first().click()
  await page.getByRole('textbox', { name: en('clubs_announce') }).fill('The room is open.')
  await page.getByRole('button', { name: en('clubs_announce') }).click()
  await page
    .getByRole('list', { name: en('clubs_announcements') })
    .getByText('The room is open.')
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a club is reported, makes a tournament for its members, and is on the profile of who wants it', async () => {
  const { page } = anna
  const weavers = await foundClub(server, carla, 'Weavers')
  await page.goto(`/clubs/${weavers.slug}`)
  await page.getByRole('button', { name: en('reports_club') }).click()
  await page.getByLabel(en('reports_description')).fill('Its name insults us')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('reports_send') }).click()
  await page.getByText(en('reports_done')).waitFor()
  expect(
    await server.database.prisma.report.findFirst({ where: { by: { username: 'anna' } } }),
  ).toMatchObject({
    playerId: carla.id,
    evidence: { club: { slug: weavers.slug } },
  })

  const { club } = await callApi(anna, 'POST', '/clubs', { name: 'Millwrights' })
  await page.goto(`/clubs/${club.slug}`)
  await page.getByText(en('clubs_tournaments_none')).waitFor()
  await page.getByRole('link', { name: en('tournaments_organise') }).click()
  await page.getByLabel(en('tournaments_club'), { exact: true }).waitFor()
  await page.getByLabel(en('ui_name'), { exact: true }).fill('Club cup')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('tournaments_create') }).click()
  await page.getByRole('heading', { name: 'Club cup' }).waitFor()
  await page.goto(`/clubs/${club.slug}`)
  await page.getByRole('link', { name: 'Club cup' }).waitFor()

  await page.goto('/account/profile')
  await page.getByLabel(en('people_about_shows_clubs')).check()
  await page.getByRole('button', { name: en('people_about_save') }).click()
  await page.getByText(en('ui_saved')).waitFor()
  await page.goto('/players/anna')
  await page.getByRole('link', { name: 'Millwrights' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a club shows who waits for an opponent, and has a leaderboard of its members', async () => {
  const { page } = anna
  const dirk = await server.player('dirk')
  const ids = Object.fromEntries(
    (await server.database.prisma.player.findMany()).map(({ username, id }) => [username, id]),
  )
  await server.database.prisma.playerRating.createMany({
    data: [
      [dirk.username, 1900],
      ['carla', 1800],
      ['anna', 1700],
    ].map(([name, rating]) => ({
      playerId: ids[name as string]!,
      rules: 'halma',
      kind: 'human' as const,
      rating: rating as number,
      deviation: 60,
      volatility: 0.09,
      games: 20,
      best: null,
      lastGameAt: server.clock.now(),
    })),
  })
  await page.goto('/clubs/mill-town')
  await page.getByRole('link', { name: en('clubs_leaderboard') }).click()
  await page.waitForURL(/\/leaderboards\?club=mill-town$/)
  await page.getByLabel(en('ui_game'), { exact: true }).selectOption('halma')
  await page.getByRole('row', { name: /^2 anna/ }).waitFor()
  await page.getByText(en('ratings_board_own', { place: 2 })).waitFor()
  expect(await page.getByRole('row', { name: /dirk/ }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(en('tournaments_club'), { exact: true }).selectOption('')
  await page.getByRole('row', { name: /^1 dirk/ }).waitFor()

  const body = { rules: 'muehle', clock: { kind: 'per-move', days: 3 } }
  accepted(await carla.call('createChallenge', { body }))
  const phone = bram.page
  await phone.goto('/clubs/mill-town')
  await phone.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'carla' }) }).waitFor()
  expect(await accessibilityViolations(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await phone.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'carla' }) }).click()
  await phone.waitForURL(/\/games\/\d+$/)
})
