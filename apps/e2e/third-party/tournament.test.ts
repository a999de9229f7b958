import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SeparateServer, startSeparateServer } from '../src/server.ts'
import { expectSuccess } from './api.ts'
import { playTournament } from './play-tournament.ts'

const OPTIONS = {
  seed: Number(process.env.TEST_SEED ?? 20261123),
  ...(process.env.SOAK
    ? {
        programs: 12,
        groupSize: 4,
        gamesPerPair: 2 as const,
        kills: { times: 4, everyMoves: 60 },
        disconnectOneIn: 30,
      }
    : {
        programs: 6,
        groupSize: 3,
        gamesPerPair: 1 as const,
        kills: { times: 1, everyMoves: 20 },
        disconnectOneIn: 30,
      }),
}

let server: SeparateServer
let played: Awaited<ReturnType<typeof playTournament>>
beforeAll(async () => {
  server = await startSeparateServer({ ADMINS: 'umpire', NEW_ACCOUNT_DAYS: '0' })
  played = await playTournament([server], OPTIONS)
})
afterAll(async () => {
  if (played) console.info(JSON.stringify(played.figures()))
  await played?.close()
  await server?.close()
})

test('programs play a tournament of two stages to its end over crashes and cut streams', async () => {
  const { api, id, entrants } = played
  const tournament = await expectSuccess(api.call('getTournament', { params: { id } }))
  expect(tournament).toMatchObject({ state: 'finished', stage: 2, entrants: OPTIONS.programs })
  expect(played.figures().kills).toBe(OPTIONS.kills.times)
  expect(played.figures().disconnects).toBeGreaterThan(0)
  for (const { changes, name } of entrants)
    expect(changes, name).toEqual(['entered', 'started', 'stage-over', 'finished'])
})

test('every acknowledged move is recorded', async () => {
  for (const { acknowledged } of played.entrants) {
    const games = new Set(acknowledged.map(({ game }) => game))
    for (const game of games) {
      const { items } = await expectSuccess(played.api.call('listMoves', { params: { id: game } }))
      for (const each of acknowledged)
        if (each.game === game) expect(items[each.ply - 1].move).toBe(each.move)
    }
  }
})

test('the standings are what the programs count themselves', async () => {
  const { api, id, entrants } = played
  for (const stage of [1, 2]) {
    const { groups } = await expectSuccess(api.call('getStandings', { params: { id }, query: { stage } }))
    for (const { group, items } of groups) {
      const shown = items.map(({ user, points, wins, played }: any) => [user.username, points, wins, played])
      const counted = items.map(({ user }: any) => {
        const { name, finished } = entrants.find((entrant) => entrant.name === user.username)!
        const scores = [...finished.values()]
          .filter(({ tournament }) => tournament.stage === stage && tournament.group === group)
          .map(({ outcome, white }) => {
            const side = white.username === name ? 'white' : 'black'
            return outcome.winner === null ? 0.5 : outcome.winner === side ? 1 : 0
          })
        const points = scores.reduce((sum: number, score) => sum + score, 0)
        return [name, points, scores.filter((score) => score === 1).length, scores.length]
      })
      expect(shown).toEqual(counted)
      expect(items.every(({ played }: any) => played === (items.length - 1) * OPTIONS.gamesPerPair)).toBe(
        true,
      )
    }
  }
})
