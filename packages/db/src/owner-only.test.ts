import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'owner-'))
  return () => rmSync(root, { recursive: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)))
const openToOthers = (directory: string) =>
  [directory, ...filesIn(directory)].filter((path) => modeOf(path) & 0o077)

/** Opens the database and writes enough for new files. */
async function useDatabase(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await migrate(database.pool)
  await database.pool.query('CREATE TABLE more AS SELECT generate_series(1, 100000) n')
  await database.pool.query('CREATE INDEX ON more (n)')
  await database.pool.query('CHECKPOINT')
  expect(openToOthers(dataDir)).toEqual([])
  await database.close()
}

test('only the owner can use the files of the embedded database', async () => {
  const umask = process.umask(0)
  const dataDir = join(root, 'data')
  await useDatabase(dataDir).finally(() => process.umask(umask))
  expect(openToOthers(dataDir)).toEqual([])
  expect(modeOf(join(dataDir, 'postgres/base'))).toBe(0o700)
  expect(modeOf(join(dataDir, 'postgres/PG_VERSION'))).toBe(0o600)
})

test('opening a database restricts the files that an earlier release left open to everybody', async () => {
  const dataDir = join(root, 'data')
  await (await openDatabase({ dataDir })).close()
  writeFileSync(join(dataDir, 'secret'), '')
  for (const path of [dataDir, ...filesIn(dataDir)])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)
  await useDatabase(dataDir)
  expect(openToOthers(dataDir)).toEqual([])
})

test('a data directory that contains other files keeps its mode', async () => {
  chmodSync(root, 0o755)
  writeFileSync(join(root, 'readme.txt'), '', { mode: 0o644 })
  const database = await openDatabase({ dataDir: root })
  await database.close()
  expect(openToOthers(root).sort()).toEqual([root, join(root, 'readme.txt')])
})

/** The user `nobody`. */
const NOBODY = 65534

test.runIf(process.getuid?.() === 0)(
  'what root has done in the data directory of another user belongs to that user',
  async () => {
    const dataDir = join(root, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, NOBODY, NOBODY)
    await useDatabase(dataDir)
    expect(filesIn(dataDir).filter((path) => statSync(path).uid !== NOBODY)).toEqual([])
  },
  60_000,
)
