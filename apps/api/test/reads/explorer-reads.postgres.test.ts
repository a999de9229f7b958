import { ok } from '@tegenzet/common'
import { type Position, playTurn, ruleSet, startPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERYBODY, monthOf } from '../../src/analysis/explorer/count-games.ts'
import { explore } from '../../src/analysis/explorer/explore.ts'
import { positionKey } from '../../src/analysis/explorer/position-key.ts'
import { searchGames } from '../../src/analysis/explorer/search-games.ts'
import type { InSlices } from '../../src/http/slices.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase } from './counted-rows.ts'

const GAMES = 20_000
const MONTHS = 24
/** Above the numbers of all games that exist: these do not. */
const FIRST = 1_000_000
const MOVES = 4
/** What one question may read: a page of each month, and the rows of the moves, which a small table reads as a whole twice. */
const AT_MOST = MONTHS * (10 + 4 * 2 * MOVES) + 50

const rules = ruleSet('muehle')
const start = startPosition(rules)
const after = (move: string): Position => {
  const turn = playTurn(rules, start, move)
  if (!turn.ok) throw new Error(turn.error.message)
  return turn.value.position
}
/** Stood in everybody's and anna's games after the plies that the explorer counts, and in one of bram's. */
const later = after('d6')
/** The same, but not in anna's. */
const elsewhere = after('a1')

let server: TestServer
let database: CountingDatabase
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  const { pool } = server.database
  const month = monthOf(server.clock.now())
  const at = `timestamptz '2020-01-01' + n * interval '1 minute'`
  for (const player of [EVERYBODY, anna.id]) {
    await pool.query(
      `INSERT INTO explorer_games (player_id, position, game_id, rated, month, ratings, ended_at)
       SELECT $1, $2, ${FIRST} + n, n % 2 = 0, $3::int - n % ${MONTHS}, (1 - n % 2) * (2000 + n % 997), ${at}
       FROM generate_series(1, ${GAMES}) n`,
      [player, `${positionKey(rules, start)}`, month],
    )
    await pool.query(
      `INSERT INTO explorer_moves SELECT $1, $2, n % 2 = 0, $3::int - n / 2 % ${MONTHS}, n / ${2 * MONTHS}, 9, 3, 3, 3, 13500, 9, ${at}
       FROM generate_series(0, ${2 * MONTHS * MOVES - 1}) n`,
      [player, `${positionKey(rules, start)}`, month],
    )
  }
  for (const [player, position, games] of [
    ...[EVERYBODY, anna.id].map((player) => [player, later, GAMES] as const),
    [EVERYBODY, elsewhere, GAMES],
    [bram.id, later, 1],
  ] as const)
    await pool.query(
      `INSERT INTO later_positions (player_id, position, ended_at, game_id) SELECT $1, $2, ${at}, ${FIRST} + n FROM generate_series(1, $3::int) n`,
      [player, `${positionKey(rules, position)}`, games],
    )
  await pool.query('ANALYZE')
  database = await openCountingDatabase(server)
})
afterAll(async () => {
  await database?.close()
  await server?.close()
})

test.each<[string, { player?: string; since?: string; rated?: boolean }]>([
  ['everybody', {}],
  ['everybody, rated', { rated: true }],
  ['everybody, unrated', { rated: false }],
  ['everybody since a month', { since: '2025-01' }],
  ['a player', { player: 'anna' }],
  ['a player since a month', { player: 'anna', since: '2025-01' }],
  ['a player, rated, since a month', { player: 'anna', since: '2025-01', rated: true }],
  ['a player since a month without games', { player: 'anna', since: '2999-01' }],
  ['a player without it', { player: 'bram' }],
  ['a player without it since a month', { player: 'bram', since: '2025-01' }],
])('the explorer reads no more the more games there are: of %s', async (_, { rated, player, since }) => {
  const { read } = await database.count(async (db) => {
    const answer = await explore(db, { rules, position: start, rated, player, since, arrivedAt: new Date() })
    const hasGames = player !== 'bram' && since !== '2999-01'
    expect(answer.ok && answer.value.games > 0).toBe(hasGames)
  })
  expect(read).toBeLessThanOrEqual(AT_MOST)
})

/** Nobody else waits here. */
const allAtOnce: InSlices = async (steps) => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return ok(step.value)
}

test.each<[string, { position: Position; player?: string }]>([
  ['the start', { position: start }],
  ['the start in games of a player', { position: start, player: 'anna' }],
  ['the start in games of a player without it', { position: start, player: 'bram' }],
  ['a later position', { position: later }],
  ['a later position in games of a player', { position: later, player: 'anna' }],
  ['a later position in games of a player with one', { position: later, player: 'bram' }],
  ['a later position in games of a player without it', { position: elsewhere, player: 'anna' }],
  ['a position that has never stood', { position: after('b2'), player: 'anna' }],
])('the search reads no more the more games there are: for %s', async (_, { position, player }) => {
  const limit = 20
  let cursor: string | undefined
  for (let page = 0; page < 2; page++) {
    const { read } = await database.count(async (db) => {
      const search = { rules, position, player, limit, cursor, arrivedAt: new Date() }
      const found = await searchGames(db, allAtOnce, search)
      if (!found.ok) throw new Error(found.error.detail)
      cursor = found.value.nextCursor ?? undefined
    })
    expect(read).toBeLessThanOrEqual(4 * (limit + 1) + 50)
    if (!cursor) break
  }
})
