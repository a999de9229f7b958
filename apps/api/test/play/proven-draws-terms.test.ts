import { afterAll, beforeAll, expect, it } from 'vitest'
import { foundClub, proposeMatch } from '../competition/found-clubs.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let cato: TestPlayer
let boss: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  cato = await server.player('cato')
  boss = await server.player('boss', { role: 'admin' })
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
})
afterAll(() => server?.close())

const CLOCK = { kind: 'per-move', days: 3 } as const
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString()
const tournament = (terms: object) =>
  boss.call('createTournament', {
    body: { name: 'Proven', clock: CLOCK, maxEntrants: 3, groupSize: 3, advance: 1, ...terms },
  })

it('come from the challenge into the game, its record and its rematch', async () => {
  const game = await beginGame(anna, bram, { provenDraws: true })
  const record = await server.call('exportGame', { params: { id: game.id }, query: { format: 'pgn' } })
  expect(game.provenDraws).toBe(true)
  expect(`${record.body}`).toContain('[ProvenDraws "yes"]')
  await anna.call('resign', { params: { id: game.id } })
  const { body } = await bram.call('rematch', { params: { id: game.id } })
  expect(body).toMatchObject({ rematchOf: game.id, provenDraws: true })

  const without = await beginGame(anna, bram)
  const plain = await server.call('exportGame', { params: { id: without.id }, query: { format: 'pgn' } })
  expect(without.provenDraws).toBe(false)
  expect(`${plain.body}`).not.toContain('ProvenDraws')
})

it('are equal for both players of a quick pairing', async () => {
  const pair = async (player: TestPlayer, provenDraws?: boolean) =>
    (await player.call('quickPair', { body: { rules: 'muehle', clock: CLOCK, provenDraws } })).body
  const { challenge } = await pair(anna, true)
  expect(challenge.provenDraws).toBe(true)
  expect((await pair(bram)).game).toBeNull()
  expect((await pair(cato, true)).game).toMatchObject({ provenDraws: true })
})

it('hold for all games of a tournament', async () => {
  const { id } = (await tournament({ rules: 'muehle', provenDraws: true })).body
  for (const player of [anna, bram, cato]) await player.call('enterTournament', { params: { id } })
  const started = await boss.call('startTournament', { params: { id } })
  expect(started.body).toMatchObject({ state: 'running', provenDraws: true })
  const { items } = (await server.call('listTournamentGames', { params: { id } })).body
  expect(items.map((game: { provenDraws: boolean }) => game.provenDraws)).toEqual(Array(6).fill(true))
})

it('are shown of a match and of a league before anybody agrees', async () => {
  const clubs = [await foundClub(server, anna, 'Club A'), await foundClub(server, bram, 'Club B')] as const
  const match = await proposeMatch(server, anna, [...clubs], { provenDraws: true })
  expect(match.provenDraws).toBe(true)
  const body = { rules: 'merels', startsAt: inDays(30), provenDraws: true }
  expect((await boss.call('createLeague', { body })).body.provenDraws).toBe(true)
  const { items } = (await server.call('listLeagues', {})).body
  expect(items).toMatchObject([{ rules: 'merels', provenDraws: true }])
})

it('hold for games of a ladder that begin after an admin has switched them on', async () => {
  const params = { rules: 'merels' } as const
  for (const player of [anna, bram]) await player.call('enterLadder', { params })
  expect((await server.call('getLadder', { params })).body.provenDraws).toBe(false)
  const changed = await boss.call('changeLadder', { params, body: { provenDraws: true } })
  expect([changed.status, changed.body]).toEqual([200, { rules: 'merels', provenDraws: true }])
  expect((await server.call('getLadder', { params })).body.provenDraws).toBe(true)
  const begun = await bram.call('challengeOnLadder', { params, body: { opponent: 'anna' } })
  expect(begun.body.game.provenDraws).toBe(true)
  const act = await server.database.prisma.adminAct.findFirst({ where: { kind: 'ladder-changed' } })
  expect(act?.details).toEqual(changed.body)
})

it('are refused in Halma, which has no tables', async () => {
  const refused = { status: 422, body: { code: 'terms-not-possible' } }
  const terms = { rules: 'halma', provenDraws: true } as const
  expect(await anna.call('createChallenge', { body: { ...terms, clock: CLOCK } })).toMatchObject(refused)
  expect(await anna.call('quickPair', { body: { ...terms, clock: CLOCK } })).toMatchObject(refused)
  expect(await tournament(terms)).toMatchObject(refused)
  expect(await boss.call('createLeague', { body: { ...terms, startsAt: inDays(30) } })).toMatchObject(refused)
  const ladder = { params: { rules: 'halma' as const }, body: { provenDraws: true } }
  expect(await boss.call('changeLadder', ladder)).toMatchObject(refused)
  const body = {
    ...terms,
    clock: CLOCK,
    club: 'club-a',
    opponent: 'club-b',
    boards: 2,
    lineupsCloseAt: inDays(3),
  }
  expect(await anna.call('proposeMatch', { body })).toMatchObject(refused)
})
