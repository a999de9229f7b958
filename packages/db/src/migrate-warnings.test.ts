import { mkdtempSync, rmSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from './migrate.ts'
import { pglitePool } from './pglite-pool.ts'

const MIGRATION = '20261122035939_warnings'

/** Two claims ruled on, one with warnings to both players, and two reports, one with a warning. */
const DATA_BEFORE = `
  INSERT INTO players (id, username, username_key)
    SELECT n, 'p' || n, 'p' || n FROM generate_series(1, 3) n;
  INSERT INTO games (id, rules, rules_revision, white_id, black_id, position, clock, clock_since, deadline,
      white_remaining_ms, black_remaining_ms, turn_ms)
    VALUES (1, 'muehle', 1, 1, 2, '', '{}', now(), now(), 0, 0, 0);
  INSERT INTO claims (id, game_id, by, claimant_id, ply, ground, numbers, evidence, state, created_at, closed_at)
    SELECT n, 1, 'white', 1, n, 'repetition', '{1,2,3}', '{}', 'rejected', now(), now() FROM generate_series(1, 2) n;
  INSERT INTO rulings (id, claim_id, verdict, by_id, reason, created_at)
    SELECT n, n, 'reject', 3, '', now() FROM generate_series(1, 2) n;
  INSERT INTO reports (id, by_id, player_id, reason, text, evidence, state, created_at, closed_at)
    VALUES (1, 1, 2, 'other', '', '{}', 'upheld', now(), now()), (2, 2, 1, 'other', '', '{}', 'dismissed', now(), now());
  INSERT INTO report_rulings (id, report_id, verdict, by_id, reason, created_at)
    VALUES (1, 1, 'upheld', 3, '', now()), (2, 2, 'dismissed', 3, '', now());
  INSERT INTO warnings (id, ruling_id, report_ruling_id, player_id)
    VALUES (5, 1, NULL, 1), (6, NULL, 1, 2), (9, 1, NULL, 2);
  SELECT setval('warnings_id_seq', 9);`

let pool: pg.Pool
beforeAll(async () => {
  const lite = await PGlite.create('memory://')
  pool = pglitePool(lite, null)
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < MIGRATION) await cp(join(MIGRATIONS, name), join(before, name), { recursive: true })
  await migrate(pool, before)
  await pool.query(DATA_BEFORE)
  expect(await migrate(pool)).toContain(MIGRATION)
  rmSync(before, { recursive: true })
  return async () => {
    await pool.end()
    await lite.close()
  }
})

const rows = async (sql: string) => (await pool.query(sql)).rows

test('existing warnings keep their ids, players and rulings', async () => {
  expect(await rows('SELECT id, player_id FROM warnings ORDER BY id')).toEqual([
    { id: 5, player_id: 1 },
    { id: 6, player_id: 2 },
    { id: 9, player_id: 2 },
  ])
  expect(await rows('SELECT * FROM ruling_warnings ORDER BY warning_id')).toEqual([
    { ruling_id: 1, warning_id: 5, player_id: 1 },
    { ruling_id: 1, warning_id: 9, player_id: 2 },
  ])
  expect(await rows('SELECT id, verdict, warning_id FROM report_rulings ORDER BY id')).toEqual([
    { id: 1, verdict: 'uphold', warning_id: 6 },
    { id: 2, verdict: 'dismiss', warning_id: null },
  ])
})

test.each(['warnings', 'ruling_warnings', 'rulings', 'report_rulings'])(
  '%s cannot be changed',
  async (table) => {
    for (const change of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])
      await expect(pool.query(change)).rejects.toThrow('is only added to')
  },
)

test('a warning has exactly one ruling', async () => {
  const WITHOUT = 'INSERT INTO warnings (player_id) VALUES (1)'
  await expect(pool.query(WITHOUT)).rejects.toThrow('exactly one ruling')
  await expect(pool.query('INSERT INTO ruling_warnings VALUES (2, 6, 2)')).rejects.toThrow(
    'exactly one ruling',
  )
})

test('a ruling on a claim warns a player once, and only the player of the warning', async () => {
  const warn = (rulingId: number, warned: number, named: number) =>
    pool.query(`WITH warning AS (INSERT INTO warnings (player_id) VALUES (${warned}) RETURNING id)
      INSERT INTO ruling_warnings SELECT ${rulingId}, id, ${named} FROM warning`)
  await warn(2, 1, 1)
  await expect(warn(2, 1, 1)).rejects.toThrow('ruling_warnings_pkey')
  await expect(warn(2, 2, 3)).rejects.toThrow('ruling_warnings_warning_id_player_id_fkey')
})
