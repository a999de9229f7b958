import { afterAll, beforeAll, expect, test } from 'vitest'
import { competitionTasks } from '../../api/src/competition/periodic-tasks.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, failRequests, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, PASSWORD, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const DAY_MS = 86_400_000

let server: TestServer
let anna: BrowserPlayer
let others: TestPlayer[]

beforeAll(async () => {
  server = await startTestServer()
  anna = await registerPlayer(await sharedBrowser(), server.url, 'anna')
  await setPageClock()
  others = []
  for (const name of ['bram', 'carla', 'dirk', 'els', 'fien', 'gijs', 'hanna'])
    others.push(await server.player(name))
})
afterAll(async () => {
  await anna?.context.close()
  await server?.close()
})

const setPageClock = () => anna.page.clock.setFixedTime(server.clock.now())

/** What the server does every few seconds. */
async function runCompetitions(): Promise<void> {
  for (const { run } of competitionTasks(server.deps)) await run(server.store)
}

test('a league: enter, play in a division with promotion marks, and look at an earlier season', async () => {
  const boss = await server.player('boss', { role: 'admin' })
  const params = { rules: 'muehle' }
  const startsAt = new Date(server.clock.now().getTime() + 10 * DAY_MS).toISOString()
  await boss.call('createLeague', { body: { ...params, startsAt } })
  const { page } = anna
  await page.goto('/leagues/muehle')
  await page.getByRole('button', { name: en('tournaments_enter'), exact: true }).click()
  await page.getByText(en('leagues_entered')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  for (const player of others) await player.call('enterLeague', { params, body: { stay: true } })
  server.clock.advance(10 * DAY_MS)
  await runCompetitions()
  // unrated players are placed by their entry, and whoever entered first wins
  const games = await server.database.prisma.game.findMany({ where: { status: 'active' } })
  expect(games).toHaveLength(24)
  for (const { id, whiteId, blackId } of games) {
    const loser = others.findLast((player) => [whiteId, blackId].includes(player.id))!
    expect((await loser.call('resign', { params: { id } })).status).toBe(200)
  }
  await page.reload()
  const table = (division: string) =>
    page.getByRole('table', { name: `${en('tournaments_standings')}, ${division}` })
  const own = table(en('leagues_division_own', { division: 1 }))
  const marksOf = async (of: typeof own) => {
    await of.waitFor()
    return (await of.getByRole('rowheader').allTextContents()).map((text) => text.trim().split(/\s+/))
  }
  expect(await marksOf(own)).toEqual([
    ['anna'],
    ['bram'],
    ['carla', en('leagues_down')],
    ['dirk', en('leagues_down')],
  ])
  expect(await marksOf(table(en('leagues_division', { division: 2 })))).toEqual([
    ['els', en('leagues_up')],
    ['fien', en('leagues_up')],
    ['gijs'],
    ['hanna'],
  ])

  server.clock.advance(91 * DAY_MS)
  await runCompetitions()
  await setPageClock()
  // the session has expired
  await callApi(anna, 'POST', '/session', { username: 'anna', password: PASSWORD })
  await page.goto('/leagues/muehle')
  await page.getByRole('heading', { name: en('leagues_season', { season: 2 }) }).waitFor()
  expect((await marksOf(own)).map(([name]) => name).sort()).toEqual(['anna', 'bram', 'els', 'fien'])
  const choose = (season: number) =>
    page
      .getByLabel(en('leagues_season_label'), { exact: true })
      .selectOption(en('leagues_season', { season }))
  // the page says so if an earlier season cannot be loaded, and does not show another one
  await failRequests(page, '**/api/v1/leagues/**')
  await choose(1)
  await page.getByText('Something went wrong on the server.').waitFor()
  await page.getByRole('heading', { name: en('leagues_season', { season: 1 }) }).waitFor()
  await page.unroute('**/api/v1/leagues/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Winner: anna', { exact: true }).waitFor()
  expect((await marksOf(own)).map(([name]) => name)).toEqual(['anna', 'bram', 'carla', 'dirk'])
  expect(await accessibilityViolations(page)).toEqual([])

  // those who stay, and a hundred more
  const { prisma } = server.database
  const names = Array.from({ length: 100 }, (_, n) => `entrant${n}`)
  const createdAt = server.clock.now()
  const entrants = await prisma.player.createManyAndReturn({
    data: names.map((username) => ({ username, usernameKey: username, createdAt })),
    select: { id: true },
  })
  const { id: tournamentId } = await prisma.tournament.findFirstOrThrow({ where: { state: 'open' } })
  await prisma.tournamentEntry.createMany({
    data: entrants.map(({ id: playerId }) => ({ tournamentId, playerId, enteredAt: createdAt })),
  })
  await page.reload()
  await page.getByText(`${en('tournaments_fact_players')} (108)`, { exact: true }).click()
  const rows = page.getByRole('list', { name: en('tournaments_fact_players') }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(100)
  await page.getByRole('button', { name: en('ui_show_more') }).click()
  await expect.poll(() => rows.count()).toBe(108)
})

test('a rated game: what is at stake, what it changed, the graph as a table, and the leaderboard', async () => {
  const [bram] = others as [TestPlayer]
  const rules = 'molenspel'
  const lastGameAt = server.clock.now()
  const players = await server.database.prisma.player.findMany({
    where: { username: { in: ['anna', 'bram'] } },
  })
  await server.database.prisma.playerRating.createMany({
    data: players.map(({ id: playerId }) => ({
      playerId,
      rules,
      kind: 'human' as const,
      rating: 1700,
      deviation: 60,
      volatility: 0.09,
      games: 30,
      best: 1700,
      lastGameAt,
    })),
  })
  const clock = { kind: 'per-move', days: 3 }
  await bram.call('createChallenge', {
    body: { rules, opponent: 'anna', colour: 'white', clock, rated: true },
  })
  const { page } = anna
  await page.goto('/lobby')
  const stakes = await page.getByText(en('ratings_stakes_label')).textContent()
  const win = /win (\+\d+)/.exec(stakes!)![1]!
  expect(stakes).toContain(`loss ${win.replace('+', '−')}`)
  await page.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'bram' }) }).click()
  await page.waitForURL(/\/games\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  for (let ply = 0; ply < 4; ply++) {
    const { moves } = (await bram.call('getLegalMoves', { params: { id } })).body
    const body = { move: moves[0], ply }
    if (ply % 2 === 0) await bram.call('playMove', { params: { id }, body })
    else await callApi(anna, 'POST', `/games/${id}/moves`, body)
  }
  await bram.call('resign', { params: { id } })
  await runCompetitions()
  await page.reload()
  const after = 1700 + Number(win)
  await page
    .getByText(en('ratings_before_after', { before: '1700', after: `${after}` }))
    .first()
    .waitFor({ state: 'attached' })

  await page.goto('/players/anna')
  await page.getByText(en('ratings_table')).click()
  const history = page.getByRole('table').filter({ hasText: 'bram' }).first()
  await history.getByRole('cell', { name: String(after), exact: true }).waitFor()
  await page.goto(`/leaderboards?rules=${rules}`)
  const first = page.getByRole('row').nth(1)
  await first.getByText('anna').waitFor()
  expect(await first.textContent()).toContain(String(after))
  expect(await accessibilityViolations(page)).toEqual([])
})
