import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../src/server.ts'
import { good } from './api.ts'
import type { Channel } from './channel.ts'
import { type Played, playMatch } from './match.ts'

const SOAK = process.env.SOAK !== undefined
/** A Postgres for two processes; without it one process on an embedded database. */
const POSTGRES = process.env.TEST_DATABASE_URL
/** Settings of the README. */
const SETTINGS = {
  ADMINS: 'umpire',
  WEBHOOKS_ALLOW: 'loopback',
  WEBHOOK_SECONDS: '5',
  MAX_OPEN_CHALLENGES: '1000',
  ...(POSTGRES ? { DATABASE_URL: POSTGRES, SECRET: 'a secret of the two processes of a test' } : {}),
}
/** Of every rule set, in the long run. */
const GAMES = Number(process.env.GAMES ?? 50)
const SIZE = {
  seed: Number(process.env.TEST_SEED ?? 20261121),
  ...(SOAK
    ? {
        games: GAMES,
        kills: { times: 4, everyMoves: 60 * GAMES },
        cutOneIn: 20 * GAMES,
        troubleEvery: 20 * GAMES,
      }
    : { games: 1, kills: { times: 1, everyMoves: 150 }, cutOneIn: 50, troubleEvery: 100 }),
}

const servers: Server[] = []
let played: Played
/** What the server has on record. */
const records = new Map<number, { game: any; moves: any[]; claims: any[] }>()

beforeAll(async () => {
  for (let n = 0; n < (POSTGRES ? 2 : 1); n++) servers.push(await startServer(SETTINGS))
  played = await playMatch(servers, SIZE)
  for (const id of played.games) {
    const params = { id }
    const [game, moves, claims] = await Promise.all(
      ['getGame', 'listMoves', 'listClaims'].map((call) => good(played.api.call(call, { params }))),
    )
    records.set(id, { game, moves: moves.items, claims: claims.items })
  }
})
afterAll(async () => {
  if (played) console.info(JSON.stringify(played.figures))
  await played?.close()
  for (const server of servers) await server.close()
})

const channelsOf = ({ channels }: Played): Channel[] =>
  channels.flatMap(({ stream, webhook }) => [stream, webhook])

/** Waits for what is still on its way: a webhook that failed is called again after a pause, a killed caller's later. */
const arrives = (look: () => unknown) => expect.poll(look, { timeout: 240_000, interval: 500 })

test('every game is played to its end, and every way to end one is gone', () => {
  const ends = [...records.values()].map(({ game }) => game.outcome?.reason ?? game.status)
  expect(records.size).toBe(SIZE.games * played.ruleSets.size)
  const few = ['few-stones', 'resignation', 'agreement', 'repetition', 'quiet-moves', 'cancelled']
  expect(new Set(ends)).toEqual(expect.objectContaining(new Set(few)))
})

test('every move that was acknowledged is on record', () => {
  const missing = played.players
    .flatMap(({ acknowledged }) => acknowledged)
    .filter(({ game, ply, move }) => records.get(game)?.moves[ply - 1]?.move !== move)
  expect(missing).toEqual([])
})

test('every change of every game is told on every channel, once after known ids are dropped', async () => {
  const changes = [...records].flatMap(([id, { game }]) =>
    Array.from({ length: game.version + 1 }, (_, version) => `${id} ${version}`),
  )
  for (const channel of channelsOf(played)) {
    const told = () =>
      [...channel.events.values()].flatMap(({ type, game }) =>
        type === 'game' ? `${game.id} ${game.version}` : [],
      )
    await arrives(() => new Set(told()).size).toBe(changes.length)
    expect(told().sort(), channel.name).toEqual([...changes].sort())
  }
})

test('every move is told on every channel as it stands on record', () => {
  const moves = [...records].flatMap(([id, record]) =>
    record.moves.map(({ ply, move }) => `${id} ${ply} ${move}`),
  )
  for (const channel of channelsOf(played)) {
    const told = [...channel.events.values()].flatMap(({ type, game }) =>
      type === 'game' && game.ply > 0 ? `${game.id} ${game.ply} ${game.lastMove}` : [],
    )
    expect([...new Set(told)].sort(), channel.name).toEqual(moves.sort())
  }
})

test('a stream tells the changes of each game in their order', () => {
  for (const { stream } of played.channels) expect([...stream.late], stream.name).toEqual([])
})

test('claims are told to both players and to the admin, and each is ruled on by its evidence', async () => {
  const claims = [...records.values()].flatMap((record) => record.claims)
  for (const { state, evidence, verdict } of claims) {
    expect(state).toBe(evidence.holds ? 'upheld' : 'rejected')
    expect(verdict.by.username).toBe('umpire')
  }
  const states = claims.flatMap(({ id, state }) => [`${id} open`, `${id} ${state}`]).sort()
  for (const channel of [...channelsOf(played), played.admin]) {
    const told = () =>
      [...channel.events.values()].flatMap(({ type, claim }) =>
        type === 'claim' ? `${claim.id} ${claim.state}` : [],
      )
    await arrives(() => told().sort()).toEqual(states)
  }
  const kinds = claims.map(
    ({ ground, state, intendedMove }) => `${state} ${intendedMove ? 'intended ' : ''}${ground}`,
  )
  expect(new Set(kinds)).toEqual(
    new Set([
      'rejected repetition',
      'upheld repetition',
      'rejected intended repetition',
      'upheld intended repetition',
      'upheld quiet-moves',
    ]),
  )
})

test('the trouble there was to be was there', () => {
  const { kills, cuts, failedCalls, dropped } = played.figures
  expect(kills).toBe(SIZE.kills.times)
  expect(Math.min(cuts!, failedCalls!, dropped!)).toBeGreaterThan(0)
})
