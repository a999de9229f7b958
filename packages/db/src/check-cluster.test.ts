import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
const [closed, running] = [join(folder, 'closed'), join(folder, 'running')]
afterAll(() => rmSync(folder, { recursive: true }))

/** The two states that a directory is found in. */
beforeAll(async () => {
  const database = await openDatabase({ dataDir: closed })
  await database.pool.query('CHECKPOINT')
  // more than the cache holds, so that pages are written which the log must reach
  await database.pool.query(
    "CREATE TABLE filler AS SELECT n, repeat('x', 500) AS text FROM generate_series(1, 100000) AS n",
  )
  cpSync(join(closed, 'postgres'), join(running, 'postgres'), { recursive: true })
  await database.close()
})

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(directory, name)).isFile())
    .sort()
const contentOf = (directory: string) =>
  filesOf(directory).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex'),
  ])

const remove = (name: string) => (directory: string) => rmSync(join(directory, name), { recursive: true })
const cut = (name: string) => (directory: string) => {
  const path = join(directory, name)
  truncateSync(path, Math.floor(statSync(path).size / 2))
}
const logOf = (directory: string) =>
  readdirSync(join(directory, 'pg_wal'))
    .filter((name) => name.length === 24)
    .sort()

test.each<[string, string, (directory: string) => void]>([
  ['pg_xact/0000', closed, remove('pg_xact/0000')],
  ['a page of pg_xact/0000', closed, cut('pg_xact/0000')],
  ['pg_multixact/offsets/0000', closed, remove('pg_multixact/offsets/0000')],
  ['base/5', closed, remove('base/5')],
  ['base/5/1259', closed, remove('base/5/1259')],
  ['base/1', closed, remove('base/1')],
  ['global/1262', closed, remove('global/1262')],
  ['half of pg_control', closed, cut('global/pg_control')],
  ['PG_VERSION', closed, remove('PG_VERSION')],
  ['pg_wal', closed, remove('pg_wal')],
  [
    'a bit of pg_control',
    closed,
    (directory) => {
      const path = join(directory, 'global/pg_control')
      const bytes = readFileSync(path)
      bytes[70]! ^= 1
      writeFileSync(path, bytes)
    },
  ],
  ['half of a log file', running, (directory) => cut(join('pg_wal', logOf(directory)[4]!))(directory)],
  [
    'the end of the log',
    running,
    (directory) => {
      for (const name of logOf(directory).slice(4)) rmSync(join(directory, 'pg_wal', name))
    },
  ],
  [
    'the content of a log file',
    running,
    (directory) => {
      const path = join(directory, 'pg_wal', logOf(directory)[4]!)
      writeFileSync(path, Buffer.alloc(statSync(path).size))
    },
  ],
])(
  'a database without %s is refused, and stays as it is',
  async (_what, from, damage) => {
    const dataDir = mkdtempSync(join(folder, 'damaged-'))
    cpSync(from, dataDir, { recursive: true })
    damage(join(dataDir, 'postgres'))
    const before = contentOf(dataDir)
    await expect(openDatabase({ dataDir })).rejects.toThrow(/is damaged: restore a backup/)
    expect(contentOf(dataDir)).toEqual(before)
    rmSync(dataDir, { recursive: true })
  },
  60_000,
)

test('a database that was not closed is recovered, and says so', async () => {
  const opened = await openDatabase({ dataDir: running })
  const { rows } = await opened.pool.query('SELECT count(*)::int AS count FROM filler')
  await opened.close()
  const again = await openDatabase({ dataDir: running })
  await again.close()
  expect([opened.recovered, rows, again.recovered]).toEqual([true, [{ count: 100_000 }], false])
})

test('an unfinished first start is begun anew', async () => {
  const dataDir = join(folder, 'unfinished')
  cpSync(closed, dataDir, { recursive: true })
  remove('base/5')(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres.unfinished'), '')
  const opened = await openDatabase({ dataDir })
  await opened.close()
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})
