import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'

let root: string
let database: Database
const onDiskFailure = vi.fn()
beforeEach(async () => {
  root = fs.mkdtempSync(join(tmpdir(), 'disk-'))
  database = await openDatabase({ dataDir: root, onDiskFailure })
  await database.pool.query('CREATE TABLE counted (n int)')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await database.close().catch(() => {})
  fs.rmSync(root, { recursive: true })
})

const insert = () => database.pool.query('INSERT INTO counted VALUES (1)')

test('the settings say that commits are synchronised', async () => {
  const { rows } = await database.pool.query(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
})

test('a commit, of a statement or a transaction, is acknowledged after its log is on the disk', async () => {
  const finish: (() => void)[] = []
  const { fsync } = fs
  vi.spyOn(fs, 'fsync').mockImplementation((descriptor, done) => {
    finish.push(() => fsync(descriptor, done))
  })
  for (const commit of [
    insert,
    () => database.prisma.$transaction((tx) => tx.$executeRaw`INSERT INTO counted VALUES (1)`),
  ]) {
    let isAcknowledged = false
    const acknowledged = commit().then(() => {
      isAcknowledged = true
    })
    await expect.poll(() => finish.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isAcknowledged).toBe(false)
    finish.pop()?.()
    await acknowledged
  }
})

test('commits that come together share a sync', async () => {
  const syncs = vi.spyOn(fs, 'fsync')
  for (let n = 0; n < 5; n++) await insert()
  expect(syncs).toHaveBeenCalledTimes(5)
  syncs.mockClear()
  await Promise.all(Array.from({ length: 100 }, insert))
  expect(syncs.mock.calls.length).toBeLessThan(20)
})

test('a database whose disk refuses to synchronise acknowledges nothing more', async () => {
  vi.spyOn(fs, 'fsync').mockImplementation((_descriptor, done) =>
    setImmediate(done, Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })),
  )
  await expect(insert()).rejects.toThrow('EIO')
  vi.restoreAllMocks()
  await expect(insert()).rejects.toThrow()
  await expect(database.pool.query('CHECKPOINT')).rejects.toThrow()
  await expect(insert()).rejects.toThrow()
  expect(onDiskFailure).toHaveBeenCalledTimes(1)
})
