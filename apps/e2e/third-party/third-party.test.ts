import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SeparateServer, startSeparateServer } from '../src/server.ts'
import { expectSuccess } from './api.ts'
import type { Channel } from './channel.ts'
import { type MatchOptions, type MatchResult, playMatch } from './match.ts'

const SOAK = process.env.SOAK !== undefined
/** With a Postgres there are two server processes, otherwise one on the embedded database. */
const POSTGRES = process.env.TEST_DATABASE_URL
const SETTINGS = {
  ADMINS: 'umpire',
  WEBHOOKS_ALLOW: 'loopback',
  MAX_OPEN_CHALLENGES: '1000',
  NEW_ACCOUNT_DAYS: '0',
  ...(POSTGRES ? { DATABASE_URL: POSTGRES, SECRET: 'a secret of the two processes of a test' } : {}),
}
const SOAK_GAMES = Number(process.env.GAMES ?? 50)
const OPTIONS: MatchOptions = {
  seed: Number(process.env.TEST_SEED ?? 20261121),
  ...(SOAK
    ? {
        gamesPerRuleSet: SOAK_GAMES,
        kills: { times: 4, everyMoves: 60 * SOAK_GAMES },
        disconnectOneIn: 20 * SOAK_GAMES,
        faultEvery: 20 * SOAK_GAMES,
      }
    : { gamesPerRuleSet: 1, kills: { times: 1, everyMoves: 150 }, disconnectOneIn: 50, faultEvery: 100 }),
}

const servers: SeparateServer[] = []
let match: MatchResult
/** The server's records of the games. */
const records = new Map<number, { game: any; moves: any[]; claims: any[] }>()

beforeAll(async () => {
  for (let n = 0; n < (POSTGRES ? 2 : 1); n++) servers.push(await startSeparateServer(SETTINGS))
  match = await playMatch(servers, OPTIONS)
  for (const id of match.games) {
    const params = { id }
    const [game, moves, claims] = await Promise.all(
      ['getGame', 'listMoves', 'listClaims'].map((operationId) =>
        expectSuccess(match.api.call(operationId, { params })),
      ),
    )
    records.set(id, { game, moves: moves.items, claims: claims.items })
  }
})
afterAll(async () => {
  if (match) console.info(JSON.stringify(match.figures()))
  await match?.close()
  for (const server of servers) await server.close()
})

const channelsOf = ({ channels }: MatchResult): Channel[] =>
  channels.flatMap(({ stream, webhook }) => [stream, webhook])

/** Waits for late events: failed webhook calls are repeated after a backoff, those of a killed process even later. */
const eventually = (actual: () => unknown) => expect.poll(actual, { timeout: 240_000, interval: 500 })

test('every game ends, and the games end in different ways', () => {
  const actual = [...records.values()].map(({ game }) => game.outcome?.reason ?? game.status)
  expect(records.size).toBe(OPTIONS.gamesPerRuleSet * match.ruleSets.size)
  const endings = ['few-stones', 'resignation', 'agreement', 'repetition', 'quiet-moves']
  // one game per rule set is not enough for every scenario
  if (SOAK) endings.push('cancelled')
  expect(actual).toEqual(expect.arrayContaining(endings))
})

test('every acknowledged move is recorded', () => {
  const missing = match.players
    .flatMap(({ acknowledged }) => acknowledged)
    .filter(({ game, ply, move }) => records.get(game)?.moves[ply - 1]?.move !== move)
  expect(missing).toEqual([])
})

test('every channel receives every change of every game exactly once after dropping duplicates', async () => {
  const changes = [...records].flatMap(([id, { game }]) =>
    Array.from({ length: game.version + 1 }, (_, version) => `${id} ${version}`),
  )
  for (const channel of channelsOf(match)) {
    const received = () =>
      [...channel.events.values()].flatMap(({ type, game }) =>
        type === 'game' ? `${game.id} ${game.version}` : [],
      )
    await eventually(() => new Set(received()).size).toBe(changes.length)
    expect(received().sort(), channel.name).toEqual([...changes].sort())
  }
})

test('every channel receives every move as recorded', () => {
  const moves = [...records].flatMap(([id, record]) =>
    record.moves.map(({ ply, move }) => `${id} ${ply} ${move}`),
  )
  for (const channel of channelsOf(match)) {
    const received = [...channel.events.values()].flatMap(({ type, game }) =>
      type === 'game' && game.ply > 0 ? `${game.id} ${game.ply} ${game.lastMove}` : [],
    )
    expect([...new Set(received)].sort(), channel.name).toEqual(moves.sort())
  }
})

test('a stream delivers the changes of each game in order', () => {
  for (const { stream } of match.channels) expect([...stream.outOfOrder], stream.name).toEqual([])
})

test('both players and the admin receive all claims, and each ruling follows the evidence', async () => {
  const claims = [...records.values()].flatMap((record) => record.claims)
  for (const { state, evidence, verdict } of claims) {
    expect(state).toBe(evidence.holds ? 'upheld' : 'rejected')
    expect(verdict.by.username).toBe('umpire')
  }
  const states = claims.flatMap(({ id, state }) => [`${id} open`, `${id} ${state}`]).sort()
  for (const channel of [...channelsOf(match), match.admin]) {
    const received = () =>
      [...channel.events.values()].flatMap(({ type, claim }) =>
        type === 'claim' ? `${claim.id} ${claim.state}` : [],
      )
    await eventually(() => received().sort()).toEqual(states)
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

test('servers crashed, streams broke and receivers failed during the match', () => {
  const { kills, disconnects, failedCalls, duplicates } = match.figures()
  expect(kills).toBe(OPTIONS.kills.times)
  expect(Math.min(disconnects!, failedCalls!, duplicates!)).toBeGreaterThan(0)
})
