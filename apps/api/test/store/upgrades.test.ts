import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import argon2 from '@node-rs/argon2'
import type { OperationId } from '@tegenzet/contract'
import { type Database, MIGRATIONS, migrate } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '../people/registered-person.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import { startServer } from '../server/harness.ts'
import { earlierRows, MOVES, RESIGNED, RUNNING, TOKEN } from './earlier-rows.ts'

const NAMES = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
/** The first release, and the last one on a database that every release has written to. */
const STATES = process.env.SOAK ? NAMES : [NAMES[0]!, NAMES.at(-1)!]

/** Tables that were renamed since. */
const RENAMED: Record<string, string> = {
  attempts: 'rate_counters',
  feeds: 'consumer_offsets',
  notices: 'notifications',
  rounds: 'leases',
  plans: 'conditional_moves',
}

/** Tables whose rows became parts of others. */
const MERGED: readonly string[] = ['notes']

const about = (id: number, more: Request = {}): Request => ({ params: { id }, ...more })
/** What anna reads after the upgrade, by the migration that she could first write it with. */
const READS: Record<string, [OperationId, Request, object][]> = {
  '20261120140000_start': [
    ['getAccount', {}, { username: 'Anna', email: 'anna@example.org', role: 'player' }],
    ['logIn', { body: { username: 'anna', password: PASSWORD } }, { account: { username: 'Anna' } }],
    ['searchPlayers', { query: { query: 'NN' } }, { items: [{ username: 'Anna' }] }],
    ['getUser', { params: { username: 'anna' } }, { games: { finished: 1, lost: 1 } }],
    ['getUser', { params: { username: 'bram' } }, { games: { finished: 1, won: 1 } }],
    ['getGame', about(RESIGNED), { status: 'finished', outcome: { winner: 'black', reason: 'resignation' } }],
    ['listMoves', about(RUNNING), { items: MOVES.map((move, n) => ({ ply: n + 1, move })) }],
    ['listPositions', about(RESIGNED), { items: Array(5).fill({ occurrence: 1 }) }],
    ['listChallenges', {}, { items: [{ rules: 'halma', challenger: { username: 'bram' } }] }],
    ['playMove', about(RUNNING, { body: { move: 'd5', ply: 4 } }), { game: { ply: 5, turn: 'black' } }],
  ],
  '20261120151244_draws': [
    ['listDrawOffers', about(RESIGNED), { items: [{ state: 'declined' }] }],
    ['listMessages', about(RESIGNED), { items: [{ text: 'Even?' }, { text: 'No.' }] }],
    [
      'listClaims',
      about(RESIGNED),
      { items: [{ state: 'rejected', verdict: { by: { username: 'boss' } } }] },
    ],
    ['listWarnings', {}, { items: [{ game: RESIGNED, reason: 'They differ.' }] }],
  ],
  '20261121080803_webhooks': [
    ['listWebhooks', {}, { items: [{ url: 'https://hook.example/', createdBy: 'bot' }] }],
    ['listNotices', {}, { items: [{ kind: 'game-over', game: RESIGNED }] }],
  ],
  '20261121170117_clocks': [['getGame', about(100003), { clock: { kind: 'bank' }, status: 'active' }]],
  '20261121170259_plans': [
    [
      'listNotes',
      about(RUNNING),
      {
        items: [
          { ply: null, text: 'A long game.\n\n"Begin"', updatedAt: '2026-11-19T13:00:00.000Z' },
          { ply: 3, text: 'Threatens d7.', updatedAt: '2026-11-19T12:00:00.000Z' },
        ],
      },
    ],
  ],
  '20261121170300_people': [
    ['listFavourites', {}, { items: [{ player: { username: 'bram' } }] }],
    ['listReports', {}, { items: [{ state: 'upheld' }] }],
  ],
  '20261121171843_vacations': [['listVacations', {}, { planned: [{ until: '2027-03-04T12:00:00.000Z' }] }]],
  '20261122175500_tournaments': [['listTournaments', {}, { items: [{ entrants: 3 }] }]],
  '20261122122500_former_names': [['getUser', { params: { username: 'annie' } }, { username: 'Anna' }]],
}

async function countRows({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query(`
    SELECT relname AS table, (xpath('/row/c/text()', query_to_xml('SELECT count(*) AS c FROM ' || oid::regclass, false, true, '')))[1]::text::int AS count
    FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`)
  return Object.fromEntries(rows.map(({ table, count }) => [RENAMED[table] ?? table, count]))
}

test.each(STATES)('a database of the release with %s is upgraded with its data', async (state) => {
  const database = await testDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true })
  })
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const rows = earlierRows(await argon2.hash(PASSWORD, { memoryCost: 8 }))
  const releases = NAMES.slice(0, NAMES.indexOf(state) + 1)
  for (const name of releases) {
    cpSync(join(MIGRATIONS, name), join(directory, name), { recursive: true })
    await migrate(database.pool, directory)
    if (rows[name]) await database.pool.query(rows[name])
  }
  const before = await countRows(database)

  expect(await migrate(database.pool)).toEqual(NAMES.slice(releases.length))
  const after = await countRows(database)
  const lost = Object.entries(before).filter(
    ([table, count]) => !(MERGED.includes(table) || after[table]! >= count),
  )
  expect(lost).toEqual([])
  if (state === NAMES.at(-1))
    expect(
      Object.entries(after).filter(([, count]) => count === 0),
      'give new tables rows in earlier-rows.ts',
    ).toEqual([])

  const server = await startServer({ database })
  onTestFinished(() => server.close())
  const call = createCaller(server.app, { authorization: `Bearer ${TOKEN}` })
  for (const name of releases)
    for (const [operation, request, expected] of READS[name] ?? []) {
      const { body } = await call(operation, request)
      expect(body, operation).toMatchObject(expected)
    }
})
