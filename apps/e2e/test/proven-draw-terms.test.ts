import type { Game } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { competitionTasks } from '../../api/src/competition/periodic-tasks.ts'
import { accepted, foundClub } from '../../api/test/competition/found-clubs.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { sharedBrowser } from '../src/browser.ts'
import { faultsOf } from '../src/page-faults.ts'
import { type BrowserPlayer, callApi, openGame, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const DAY_MS = 86_400_000

let server: TestServer
let anna: BrowserPlayer
let bram: TestPlayer
let carla: TestPlayer
let dirk: TestPlayer

beforeAll(async () => {
  server = await startTestServer()
  anna = await registerPlayer(await sharedBrowser(), server.url, 'anna')
  await server.database.prisma.account.updateMany({ data: { role: 'admin', adminGranted: true } })
  bram = await server.player('bram')
  carla = await server.player('carla')
  dirk = await server.player('dirk')
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  await setPageClock()
})
afterAll(async () => {
  await anna?.context.close()
  await server?.close()
})

const setPageClock = () => anna.page.clock.setFixedTime(server.clock.now())
const idInUrl = () => Number(new URL(anna.page.url()).pathname.split('/').at(-1))
const box = () => anna.page.getByRole('checkbox', { name: en('draws_proven_term') })

async function goToStart(days: number): Promise<void> {
  server.clock.advance(days * DAY_MS)
  for (const { run } of competitionTasks(server.deps)) await run(server.store)
  await setPageClock()
}

/** Finds the term on the page of what was made, and on the page of a game of it. */
async function expectTerm(kind: string, path: string, isOfIt: (game: Game) => unknown): Promise<void> {
  const { page } = anna
  await page.goto(path)
  await page.getByText(en('draws_proven_term')).first().waitFor()
  expect(await faultsOf(page, kind)).toEqual([])
  const { items }: { items: Game[] } = await callApi(anna, 'GET', '/games?limit=100')
  const games = items.filter(isOfIt)
  expect(games.length).toBeGreaterThan(0)
  expect(games.filter(({ provenDraws }) => !provenDraws)).toEqual([])
  await openGame(anna, games[0]!.id)
  await page.getByText(en('draws_proven_term')).first().waitFor()
}

test('the organiser of a tournament chooses proven draws for its games', async () => {
  const { page } = anna
  await page.goto('/tournaments/new')
  await page.getByLabel(en('ui_name'), { exact: true }).fill('Proved')
  await page.getByRole('radio', { name: en('tournaments_who_open') }).check()
  await page.getByText(en('lobby_more_options')).click()
  await box().check()
  expect(await faultsOf(page, 'new-tournament')).toEqual([])
  await page.getByRole('button', { name: en('tournaments_create') }).click()
  await page.getByRole('heading', { name: 'Proved' }).waitFor()
  const id = idInUrl()
  await callApi(anna, 'POST', `/tournaments/${id}/entries`)
  for (const player of [bram, carla, dirk]) accepted(await player.call('enterTournament', { params: { id } }))
  await callApi(anna, 'POST', `/tournaments/${id}/start`)
  await expectTerm('tournament', `/tournaments/${id}`, ({ tournament }) => tournament?.id === id)
})

test('an admin chooses proven draws for the games of a league', async () => {
  const { page } = anna
  await page.goto('/admin/leagues')
  await box().check()
  expect(await faultsOf(page, 'new-league')).toEqual([])
  await page.getByRole('button', { name: en('leagues_create') }).click()
  await page.getByText(en('leagues_created')).waitFor()
  const [{ rules }] = (await callApi(anna, 'GET', '/leagues')).items
  await callApi(anna, 'POST', `/leagues/${rules}/entries`, { stay: true })
  for (const player of [bram, carla, dirk])
    accepted(await player.call('enterLeague', { params: { rules }, body: { stay: true } }))
  await goToStart(15)
  await expectTerm('league', `/leagues/${rules}`, ({ tournament }) => tournament?.league)
})

test('an admin chooses proven draws for the games that begin on a ladder', async () => {
  const { page } = anna
  const params = { rules: 'merels' as const }
  for (const player of [bram, carla]) accepted(await player.call('enterLadder', { params }))
  await page.goto('/ladders/merels')
  await box().check()
  await page.getByText(en('ui_saved')).waitFor()
  accepted(await carla.call('challengeOnLadder', { params, body: { opponent: 'bram' } }))
  await expectTerm('ladder', '/ladders/merels', ({ ladder }) => ladder)
})

test('who proposes a match chooses proven draws for its games', async () => {
  const { page } = anna
  await callApi(anna, 'POST', '/clubs', { name: 'Mill Town' })
  const other = await foundClub(server, carla, 'Windmills')
  await page.goto('/matches/new?club=mill-town')
  await page.getByLabel(en('matches_opponent'), { exact: true }).fill('windmills')
  await box().check()
  expect(await faultsOf(page, 'new-match')).toEqual([])
  await page.getByRole('button', { name: en('matches_propose') }).click()
  await page.getByRole('heading', { name: 'Mill Town – Windmills' }).waitFor()
  const id = idInUrl()
  const params = { id }
  accepted(await carla.call('acceptMatch', { params }))
  accepted(await carla.call('signUpForMatch', { params, body: { club: other.slug } }))
  await callApi(anna, 'POST', `/matches/${id}/players`, { club: 'mill-town' })
  await goToStart(10)
  await expectTerm('match', `/matches/${id}`, ({ white, black }) =>
    [white, black].some(({ username }) => username === 'anna'),
  )
})
