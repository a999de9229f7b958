import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, MIGRATIONS, migrate } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { dropPositions } from '../../src/play/game/drop-positions.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves, randomGame } from '../play/begin-game.ts'
import { rebuildGame } from '../play/rebuild-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

/** Until it, positions are stored. */
const MIGRATION = '20261126213000_positions_from_moves'
const DAY_MS = 24 * 3_600_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  const database = await testDatabase()
  await migrateWithGames(database)
  server = await startServer({ database })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(async () => {
  await server?.close()
  await server?.database.close()
})

/** Migrates an empty database to the release before, in which somebody begins a game, and then to this one. */
async function migrateWithGames({ pool }: Database): Promise<void> {
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(MIGRATIONS))
    if (name < MIGRATION) cpSync(join(MIGRATIONS, name), join(before, name), { recursive: true })
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(pool, before)
  rmSync(before, { recursive: true })
  await pool.query(`
    INSERT INTO players (username, username_key) VALUES ('x', 'x'), ('y', 'y');
    INSERT INTO games (rules, rules_revision, white_id, black_id, position, clock, clock_since, deadline,
        white_remaining_ms, black_remaining_ms, turn_ms)
      VALUES ('muehle', 1, 1, 2, '.../.../.../....../.../.../... w 9 9 0 1', '{}', now(), now() + interval '9 days', 0, 0, 0)`)
  expect(await migrate(pool)).toContain(MIGRATION)
}

const isStored = async ({ pool }: Database) =>
  (await pool.query(`SELECT to_regclass('positions') IS NOT NULL AS stored`)).rows[0].stored
const storedOf = async (game: number) =>
  (
    await server.database.pool.query(
      'SELECT ply, position, occurrence, quiet FROM positions WHERE game_id = $1 ORDER BY ply',
      [game],
    )
  ).rows

test.each(RULE_SET_IDS)(
  'processes of the earlier release find every position of a game of %s',
  async (rules) => {
    const { moves } = randomGame(rules, seeded(7), 60)
    const game = await playMoves(await beginGame(anna, bram, { rules }), anna, bram, moves)
    expect(await storedOf(game.id)).toEqual(rebuildGame(ruleSet(rules), moves).positions)
  },
)

test('they count how often a position has occurred, and insert positions themselves', async () => {
  const opening = 'a7 a4 d7 b4 a1 d1 g1 g4 b6 d6 f2 f6 d2 b2 c5 e5 c3 e3'.split(' ')
  const moves = [...opening, 'd7-g7', 'g4-f4', 'g7-d7', 'f4-g4']
  const game = await playMoves(await beginGame(anna, bram, { rules: 'moulin' }), anna, bram, moves)
  const stored = await storedOf(game.id)
  expect(stored.at(-1)).toMatchObject({ ply: 22, occurrence: 2 })
  await server.database.pool.query('INSERT INTO positions VALUES ($1, 22, $2, 2, 0), ($1, 0, $2, 1, 0)', [
    game.id,
    game.position,
  ])
  expect(await storedOf(game.id)).toEqual(stored)
})

test('a day after the upgrade the positions are dropped, and the game goes on', async () => {
  const { database, store, clock } = server
  const { id } = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
  const { body: shown } = await server.call('listPositions', { params: { id } })
  const upgraded = new Date()
  expect(await dropPositions(store, upgraded)).toBe(0)
  expect(await isStored(database)).toBe(true)
  expect(await dropPositions(store, new Date(upgraded.getTime() + DAY_MS))).toBe(1)
  expect(await isStored(database)).toBe(false)
  expect(await dropPositions(store, clock.now())).toBe(0)
  expect((await server.call('listPositions', { params: { id } })).body).toEqual(shown)
  const { body } = await anna.call('playMove', { params: { id }, body: { move: 'd2', ply: 2 } })
  expect(body.game.ply).toBe(3)
})

test('a new database stores no positions', async () => {
  const database = await testDatabase()
  expect(await isStored(database)).toBe(false)
  await database.close()
})
