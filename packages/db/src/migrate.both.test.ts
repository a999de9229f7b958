import { mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS, migrate, migrationsPending, NewerDatabase } from './migrate.ts'
import type { Database } from './open-database.ts'
import { NEEDED_BESIDE, OldProcessRuns, refuseOldProcesses } from './refuse-old-processes.ts'
import { missingSql } from './schema-diff.ts'
import { testDatabase } from './testing.ts'

let database: Database
let directory: string
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  await cp(MIGRATIONS, directory, { recursive: true })
  return async () => {
    rmSync(directory, { recursive: true })
    await database.pool.query(`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '9999%'`)
  }
})

const write = async (name: string, sql: string) => {
  await mkdir(join(directory, name))
  await writeFile(join(directory, name, 'migration.sql'), sql)
}

test('the migrations produce the schema', async () => {
  expect(await missingSql()).toBe('')
})

test('a migrated database has no pending migrations', async () => {
  expect(await migrate(database.pool)).toEqual([])
  expect(await migrationsPending(database.pool)).toBe(false)
})

test('a new migration is pending, then applied once', async () => {
  await write('99990101000000_more', 'CREATE TABLE more (id int); INSERT INTO more VALUES (1);')
  expect(await migrationsPending(database.pool, directory)).toBe(true)
  expect(await migrate(database.pool, directory)).toEqual(['99990101000000_more'])
  expect(await migrate(database.pool, directory)).toEqual([])
  expect(await migrationsPending(database.pool, directory)).toBe(false)
  expect((await database.pool.query('SELECT count(*)::int AS n FROM more')).rows).toEqual([{ n: 1 }])
})

test('a migration that fails is rolled back and can be fixed', async () => {
  await write('99990102000000_broken', 'CREATE TABLE half (id int); SELECT no_such_function();')
  await expect(migrate(database.pool, directory)).rejects.toThrow('no_such_function')
  expect((await database.pool.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }])
  await writeFile(join(directory, '99990102000000_broken', 'migration.sql'), 'CREATE TABLE half (id int);')
  expect(await migrate(database.pool, directory)).toEqual(['99990102000000_broken'])
})

test('a migration edited after it was applied is refused', async () => {
  await write('99990103000000_edited', 'SELECT 1;')
  await migrate(database.pool, directory)
  await writeFile(join(directory, '99990103000000_edited', 'migration.sql'), 'SELECT 2;')
  await expect(migrate(database.pool, directory)).rejects.toThrow('edited after it was applied')
})

test('a database that a newer version has migrated is refused', async () => {
  await write('99990104000000_newer', 'SELECT 1;')
  await migrate(database.pool, directory)
  const refusal = migrate(database.pool)
  await expect(refusal).rejects.toThrow(NewerDatabase)
  await expect(refusal).rejects.toThrow('99990104000000_newer')
})

describe('processes of a release that cannot run beside this one', () => {
  /** Updates the heartbeat as such a process does. */
  function startEarlierProcess(): void {
    const beat = () => database.pool.query('UPDATE heartbeat SET at = clock_timestamp()')
    const timer = setInterval(beat, 300)
    onTestFinished(() => clearInterval(timer))
  }
  beforeEach(async () => {
    await database.pool.query('UPDATE heartbeat SET at = clock_timestamp()')
    return () => database.pool.query('UPDATE heartbeat SET at = NULL')
  })

  test('are noticed before a migration', async () => {
    // has just stopped
    await refuseOldProcesses(database.pool, [NEEDED_BESIDE], 1000)
    startEarlierProcess()
    const refused = refuseOldProcesses(database.pool, [NEEDED_BESIDE])
    await expect(refused).rejects.toThrow(/earlier release runs .* stop every process/)
    await refuseOldProcesses(database.pool, ['99990101000000_more'])
  })

  // the embedded database has one process
  test.runIf(process.env.TEST_DATABASE_URL)('keep this release from migrating', async () => {
    startEarlierProcess()
    await database.pool.query('CREATE TABLE kept AS TABLE "_prisma_migrations"')
    await database.pool.query('DELETE FROM "_prisma_migrations" WHERE migration_name = $1', [NEEDED_BESIDE])
    await expect(migrate(database.pool)).rejects.toThrow(OldProcessRuns)
    await database.pool.query(
      'TRUNCATE "_prisma_migrations"; INSERT INTO "_prisma_migrations" TABLE kept; DROP TABLE kept',
    )
  })
})
