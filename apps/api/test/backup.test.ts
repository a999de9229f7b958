import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { layDatabase, testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playPlies } from './play-plies.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const PROGRAM = fileURLToPath(new URL('../dist/backup.js', import.meta.url))
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
  env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  if (process.env.TEST_DATABASE_URL) {
    const database = await testDatabase()
    env = { ...env, DATABASE_URL: database.url!, SECRET }
    close = () => database.close()
    // the restore refuses to replace a database that is in use
    await database.prisma.$disconnect()
    await database.pool.end()
  } else {
    await layDatabase(dataDir)
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
  expect(await run('restore', fileOf('full'))).toContain('Restored the backup of')
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

test('a damaged backup is refused before anything is replaced', async () => {
  const whole = readFileSync(fileOf('bare'))
  writeFileSync(fileOf('cut'), whole.subarray(0, whole.length / 2))
  const damaged = Buffer.from(whole)
  damaged.fill(0, whole.length / 2, whole.length / 2 + 4096)
  writeFileSync(fileOf('damaged'), damaged)
  for (const name of ['cut', 'damaged', 'missing'])
    expect(await run('restore', fileOf(name)), name).toMatch(/^failed: /)
  await start()
  expect(await plies()).toBe(3)
  await server.end('SIGTERM')
})

test('misuse prints the usage', async () => {
  for (const args of [[], ['backup'], ['restore', 'a', '--with-secret'], ['backup', 'a', '--wrong']])
    expect(await run(...args)).toContain('usage: backup FILE')
  expect(existsSync('a')).toBe(false)
})
