import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@tegenzet/db'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { createTicker, type Ticker } from '../../src/jobs/ticker.ts'
import { periodicTasks } from '../../src/start/start-ticker.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const MINUTE = 60_000
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
let server: TestServer
let ticker: Ticker
beforeAll(async () => {
  server = await startServer({ database: await openMigrated(), jobs: 'queue' })
  const { deps, app, heartbeat, database, store, clock } = server
  const tasks = periodicTasks(deps, { database, app, heartbeat, workers: [] }, () => {})
  ticker = createTicker({ tasks, db: store, now: clock.now, log: pino({ level: 'silent' }) })
  await heartbeat.update()
})
afterAll(async () => {
  await server.close()
  await server.database.close()
  rmSync(dataDir, { recursive: true })
})

async function openMigrated() {
  const database = await openDatabase({ dataDir })
  await migrate(database.pool)
  return database
}
const bytesOf = async (table: string): Promise<number> => {
  const { rows } = await server.database.pool.query(`SELECT pg_total_relation_size($1)::int AS bytes`, [
    table,
  ])
  return rows[0].bytes
}

const random = seeded(18)
/** A text that cannot be compressed much. */
const noise = (length: number) =>
  Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('')
const MOVES = ['a1-a4', 'g1-g4', 'a4-a1', 'g4-g1']
const treeOf = (comment: () => string) => ({
  rules: 'muehle',
  start: 'w.b/.../.../....../.../b.w/w.b w 0 0 0 1',
  nodes: Array.from({ length: 200 }, (_, n) => ({
    parent: n === 0 ? null : n - 1,
    move: MOVES[n % 4],
    comment: comment(),
  })),
})

test('an analysis that is saved all day takes a few times its size on the disk', async () => {
  const anna = await server.player('anna')
  const body = { title: 'Long', tree: treeOf(() => noise(400)) }
  const created = await anna.call('createAnalysis', { body })
  expect([created.status, created.body.detail]).toEqual([201, undefined])
  const { id, bytes } = created.body.analysis
  for (let version = 1; version <= 100; version++) {
    const saved = await anna.call('saveAnalysis', {
      params: { id },
      body: { ...body, tree: treeOf(() => noise(400)), version },
    })
    expect([saved.status, saved.body.detail]).toEqual([200, undefined])
    if (version % 10 === 0) {
      server.clock.advance(MINUTE)
      await ticker.tick()
    }
  }
  expect(await bytesOf('analyses')).toBeLessThan(30 * bytes)
})
