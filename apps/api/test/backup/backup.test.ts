import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Database, lockDirectory, openDatabase } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError } from '../../src/backup/backup-error.ts'
import { restore } from '../../src/backup/restore.ts'
import { readConfig } from '../../src/config/config.ts'
import { seeded } from '../../src/demo/seeded.ts'
import type { Deps } from '../../src/deps.ts'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { openStore } from '../../src/store/transaction.ts'
import { playPlies } from '../play/play-plies.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/backup.js', import.meta.url))
const SECRET = 'a secret that the drill must bring back'

let directory: string
let env: Record<string, string>
let close = async () => {}
let server: ServerProcess
const start = async () => {
  server = await startServerProcess(env)
}
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tegenzet-backup-'))
  const dataDir = join(directory, 'data')
  env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  if (process.env.TEST_DATABASE_URL) {
    const database = await testDatabase()
    env = { ...env, DATABASE_URL: database.url!, SECRET }
    close = () => database.close()
    // the restore refuses to replace a database that is in use
    await database.prisma.$disconnect()
    await database.pool.end()
  } else {
    await (await openDatabase({ dataDir })).close()
    writeFileSync(join(dataDir, 'secret'), SECRET)
  }
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await close().catch(() => {})
  rmSync(directory, { recursive: true, force: true })
})

/** @returns what the program printed, or the error it printed */
const run = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => `failed: ${stderr}`,
  )
const fileOf = (name: string) => join(directory, name)
const plies = async () => ((await (await fetch(`${server.url}/api/v1/games/100001`)).json()) as any).ply

const register = async (username: string) => {
  const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
  const response = await fetch(`${server.url}/api/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

/** The user `nobody`. */
const NOBODY = 65534
const treeOf = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
]
const giveAway = (folder: string) => {
  for (const path of treeOf(folder)) chownSync(path, NOBODY, NOBODY)
}
const ownersIn = (folder: string) => [...new Set(treeOf(folder).map((path) => statSync(path).uid))]

test('a backup of a running server brings back its games, and the secret on request', async () => {
  await start()
  expect(await playPlies(server.url, 3)).toMatchObject({ ply: 3 })
  expect(await run('backup', fileOf('full'), '--with-secret')).toContain('was read again')
  expect(await run('backup', fileOf('bare'))).toContain('The secret is not in it')
  expect(statSync(fileOf('full')).mode & 0o777).toBe(0o600)
  expect(await run('backup', fileOf('full'))).toMatch(/^failed: .* exists already/)
  expect(await run('restore', fileOf('full'))).toMatch(/^failed: .*(in use|Stop every server)/)
  expect(await plies()).toBe(3)

  // what comes after the backup is gone after the restore
  expect(await register('carla')).toBe(201)
  await server.end('SIGTERM')
  const isOthers = process.getuid?.() === 0 && !env.DATABASE_URL
  if (isOthers) giveAway(env.DATA_DIR!)
  expect(await run('restore', fileOf('full'))).toContain('Restored the backup of')
  // root restores for the user that the server runs as
  if (isOthers) expect(ownersIn(env.DATA_DIR!)).toEqual([NOBODY])
  await start()
  expect(await plies()).toBe(3)
  expect(await register('anna')).toBe(409)
  expect(await register('carla')).toBe(201)
  await server.end('SIGTERM')
  if (!env.DATABASE_URL) {
    expect(readFileSync(join(env.DATA_DIR!, 'secret'), 'utf8')).toBe(SECRET)
    expect(readdirSync(env.DATA_DIR!).filter((name) => name.startsWith('postgres.'))).toHaveLength(1)
  }
  expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([])
})

/** A repeatable sequence of numbers from 0 up to a limit. */
const random = seeded(25)
const pick = (limit: number) => Math.floor(random() * limit)

/** How often the backup is damaged. The first three times the program is run, then its function: a process takes seconds. */
const [DAMAGES, IN_PROCESSES] = [process.env.SOAK ? 1000 : 10, 3]

test('a backup with a flipped bit or cut off is refused in one sentence, and nothing is left behind', {
  timeout: process.env.SOAK ? 600_000 : 120_000,
}, async () => {
  const whole = readFileSync(fileOf('full'))
  const listing = () => [
    readdirSync(directory).sort(),
    existsSync(env.DATA_DIR!) ? readdirSync(env.DATA_DIR!).sort() : [],
  ]
  writeFileSync(fileOf('damaged'), whole)
  const before = listing()
  const config = readConfig(env, () => SECRET)
  /** Only this error is one sentence when the program prints it. */
  const refusal = (error: unknown) => {
    if (!(error instanceof BackupError)) throw error
    return `failed: ${error.message}\n`
  }
  const restoreHere = () =>
    restore({ file: fileOf('damaged'), config, now: new Date(), env: process.env }).then(String, refusal)
  for (let trial = 0; trial < DAMAGES; trial++) {
    const at = pick(whole.length)
    const damaged = Buffer.from(trial % 5 === 4 ? whole.subarray(0, at) : whole)
    if (trial % 5 < 4) damaged[at]! ^= 1 << pick(8)
    writeFileSync(fileOf('damaged'), damaged)
    const answer = await (trial < IN_PROCESSES ? run('restore', fileOf('damaged')) : restoreHere())
    expect(answer, `${trial}: byte ${at}`).toMatch(/^failed: [^\n]*damaged[^\n]*\.\n$/)
    expect(listing()).toEqual(before)
  }
  expect(await run('restore', fileOf('missing'))).toMatch(/^failed: There is no file/)
  await start()
  expect(await plies()).toBe(3)
  await server.end('SIGTERM')
})

test('what a killed run has left is deleted by the next one, but not what another run is using', async () => {
  const leftovers = () => readdirSync(directory).filter((name) => name.startsWith('.tegenzet-backup-'))
  const killed = spawn(process.execPath, [PROGRAM, 'backup', fileOf('killed')], {
    env: { ...process.env, ...env },
  })
  await expect.poll(leftovers, { interval: 1 }).toHaveLength(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(leftovers()).toHaveLength(1)
  const used = mkdtempSync(join(directory, '.tegenzet-backup-'))
  const unlock = lockDirectory(used)
  await run('backup', fileOf('next'))
  expect(leftovers()).toEqual([basename(used)])
  unlock()
  rmSync(used, { recursive: true })
})

/** Writes a backup whose checksum is right, with another manifest. */
async function repack(name: string, change: (manifest: any) => object, checksum = true) {
  const folder = mkdtempSync(join(directory, 'repacked-'))
  const tar = (...args: string[]) => promisify(execFile)('tar', args)
  await tar('-xf', fileOf('bare'), '-C', folder)
  const manifest = join(folder, 'manifest.json')
  writeFileSync(manifest, JSON.stringify(change(JSON.parse(readFileSync(manifest, 'utf8')))))
  await tar('-cf', fileOf(name), '-C', folder, '.')
  const hash = createHash('sha256')
    .update(readFileSync(fileOf(name)))
    .digest('hex')
  if (checksum) appendFileSync(fileOf(name), `sha256 ${hash}\n`)
  rmSync(folder, { recursive: true })
}

test('a backup whose rows are not those of its manifest replaces nothing', async () => {
  await repack('fewer', (manifest) => {
    expect(manifest).toMatchObject({
      format: 2,
      rows: { 'public.moves': 3, 'public.accounts': expect.any(Number) },
    })
    return { ...manifest, rows: { ...manifest.rows, 'public.moves': 604 } }
  })
  expect(await run('restore', fileOf('fewer'))).toMatch(
    /^failed: .*(3 rows instead of 604 in public\.moves|differs from the manifest)/,
  )
  await start()
  expect(await plies()).toBe(3)
  await server.end('SIGTERM')
})

/** Does something with the database while no server runs. */
async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(
    env.DATABASE_URL ? { url: env.DATABASE_URL } : { dataDir: env.DATA_DIR! },
  )
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Erases the accounts that are due, as the server does in two runs. @returns whose accounts are left */
async function eraseDue(database: Database): Promise<string[]> {
  const db = openStore(database, { appended() {}, revoked() {} })
  const deps = { now: () => new Date(), log: { error: (fields: object) => expect(fields).toBeNull() } }
  for (const _ of [1, 2]) await eraseAccounts(deps as unknown as Deps, db)
  const left = await database.prisma.account.findMany({ orderBy: { id: 'asc' }, select: { name: true } })
  return left.map(({ name }) => name)
}

test('a restore keeps who has asked for an erasure since the backup, and who has taken it back', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const set = (name: string, deletesAt: Date | null) =>
    onDatabase(({ prisma }) => prisma.account.updateMany({ where: { name }, data: { deletesAt } }))
  await onDatabase(({ pool }) =>
    pool.query(`
      WITH made AS (INSERT INTO players (username, username_key) VALUES ('erin', 'erin'), ('finn', 'finn') RETURNING *)
      INSERT INTO accounts (player_id, name, email) SELECT id, username, username || '@example.org' FROM made`),
  )
  const file = fileOf('asked')
  await set('finn', inDays(-1))
  expect(await run('backup', file)).toContain('was read again')
  const asked = inDays(3)
  await set('finn', null)
  await set('erin', asked)
  const config = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR! }
  await restore({ file, config, env: process.env, now: inDays(-1) })
  const due = await onDatabase(({ prisma }) =>
    prisma.account.findMany({ where: { deletesAt: { not: null } }, select: { name: true, deletesAt: true } }),
  )
  expect(due).toEqual([{ name: 'erin', deletesAt: asked }])
  await set('erin', null)
})

test('a restore brings back no account for good that was erased since the backup', async () => {
  const erased = ['anna', 'carla']
  const file = fileOf('before')
  expect(await run('backup', file)).toContain('was read again')
  const [before, left] = await onDatabase(async (database) => {
    const all = await eraseDue(database)
    const deletesAt = new Date()
    await database.prisma.account.updateMany({ where: { name: { in: erased } }, data: { deletesAt } })
    return [all, await eraseDue(database)]
  })
  expect(before).toEqual(expect.arrayContaining(erased))
  expect(left).toEqual(before.filter((name) => !erased.includes(name)))
  const config = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR! }
  await restore({ file, config, env: process.env, now: new Date() })
  await onDatabase(async (database) => {
    expect(await eraseDue(database)).toEqual(left)
    // whoever has the number of somebody who was erased is another person
    await database.prisma.player.updateMany({ data: { createdAt: new Date(0) } })
  })
  await restore({ file, config, env: process.env, now: new Date(Date.now() + 1000) })
  expect(await onDatabase(eraseDue)).toEqual(before)
})

test('a backup of an earlier version, without a checksum, is refused with the way out', async () => {
  await repack('earlier', ({ rows, ...manifest }) => ({ ...manifest, format: 1 }), false)
  expect(await run('restore', fileOf('earlier'))).toMatch(
    /^failed: .* earlier version .* restore it with that version/,
  )
})

test('misuse prints the usage', async () => {
  for (const args of [[], ['backup'], ['restore', 'a', '--with-secret'], ['backup', 'a', '--wrong']])
    expect(await run(...args)).toContain('usage: backup FILE')
  expect(existsSync('a')).toBe(false)
})
