import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@tegenzet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertFreshBundle } from '../server/fresh-bundle.ts'

const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url))
const BACKUP = fileURLToPath(new URL('../../dist/backup.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tegenzet-failed-'))
const data = join(folder, 'data')
const SECRET = 'x'.repeat(32)
beforeAll(async () => {
  assertFreshBundle()
  await (await openDatabase({ dataDir: data })).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @returns what the ended start says on standard error */
function failedStart(env: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, [SERVER], {
    env: { PATH: process.env.PATH, PORT: '0', BOT: 'false', DATA_DIR: join(folder, 'new'), ...env },
    encoding: 'utf8',
    timeout: 100_000,
  })
  expect(status).toBe(1)
  expect(stderr).not.toMatch(/^ +at /m)
  return stderr.trim()
}

test.each([['global/pg_control'], ['base/5/1259'], ['PG_VERSION']])(
  'an embedded database without %s is called damaged',
  (file) => {
    const DATA_DIR = join(folder, file.replaceAll('/', '-'))
    cpSync(data, DATA_DIR, { recursive: true })
    rmSync(join(DATA_DIR, 'postgres', file))
    expect(failedStart({ DATA_DIR })).toMatch(/^The database in .* is damaged: restore a backup/)
  },
)

test.runIf(process.platform === 'linux')('a DATA_DIR that cannot be created is named', () => {
  expect(failedStart({ DATA_DIR: '/proc/x' })).toBe('/proc/x cannot be created: choose another directory.')
})

test.runIf(process.platform === 'linux')('a directory for a backup that cannot be created is named', () => {
  const { status, stderr } = spawnSync(process.execPath, [BACKUP, 'backup', '/proc/x/y'], {
    env: { PATH: process.env.PATH, DATA_DIR: data },
    encoding: 'utf8',
    timeout: 100_000,
  })
  expect([status, stderr]).toEqual([1, '/proc/x cannot be created: choose another directory.\n'])
})

test('a secret that is a directory is named', () => {
  const DATA_DIR = join(folder, 'odd')
  mkdirSync(join(DATA_DIR, 'secret'), { recursive: true })
  expect(failedStart({ DATA_DIR })).toContain('A file of DATA_DIR is a directory')
})

test.each(['p@ss/word', 'p@ss', 'p#w', 'p%w'])(
  'an unescaped character in the password %s is explained',
  (password) => {
    const DATABASE_URL = `postgres://anna:${password}@127.0.0.1/db`
    expect(failedStart({ DATABASE_URL, SECRET })).toContain('percent-encode the reserved characters')
  },
)

test('a host that does not exist is named', () => {
  const DATABASE_URL = 'postgres://anna:p%40w@nowhere.invalid/db'
  expect(failedStart({ DATABASE_URL, SECRET })).toContain('Host nowhere.invalid not found')
})

test('a taken port is noticed before the database is created', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const DATA_DIR = join(folder, 'unused')
  expect(failedStart({ DATA_DIR, PORT: `${port}` })).toContain(`127.0.0.1:${port} is already in use`)
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
  other.close()
})

test('what nobody expected is shown with the places in the sources', () => {
  const broken = join(folder, 'broken.mjs')
  writeFileSync(
    broken,
    "import { Server } from 'node:net'\nServer.prototype.listen = () => { throw new Error('unexpected') }\n",
  )
  const { status, stderr } = spawnSync(process.execPath, ['--import', broken, SERVER], {
    env: { PATH: process.env.PATH, PORT: '0', BOT: 'false', DATA_DIR: join(folder, 'broken') },
    encoding: 'utf8',
    timeout: 100_000,
  })
  expect(status).toBe(1)
  const [, file, line] = /^ +at startServer \((.+\.ts):(\d+):\d+\)$/m.exec(stderr) ?? []
  expect(file).toMatch(/apps\/api\/src\/start\/start-server\.ts$/)
  expect(readFileSync(file!, 'utf8').split('\n')[Number(line) - 1]).toContain('checkPort(')
})
