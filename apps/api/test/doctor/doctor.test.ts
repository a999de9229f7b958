import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OPTIONAL_FEATURES } from '@tegenzet/contract'
import { openDatabase } from '@tegenzet/db'
import { freePort, testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'

const program = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
const PROGRAM = program('doctor')
const BACKUP = program('backup')

let dataDir: string
let env: Record<string, string>
let server: ServerProcess
let mailbox: Mailbox
let closeDatabase = async () => {}
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-doctor-'))
  mailbox = await openMailbox()
  env = { ...mailbox.env, DATA_DIR: dataDir, PORT: `${await freePort()}`, LOG_LEVEL: 'silent' }
  if (process.env.TEST_DATABASE_URL) {
    const database = await testDatabase()
    closeDatabase = () => database.close()
    env = { ...env, DATABASE_URL: database.url!, SECRET: 'x'.repeat(32) }
  }
  server = await startServerProcess(env)
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await mailbox?.close()
  await closeDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (changes: Record<string, string> = {}): Promise<{ code: number; text: string }> =>
  promisify(execFile)(process.execPath, [PROGRAM], { env: { ...process.env, ...env, ...changes } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  )

test('a healthy server has no problems', async () => {
  const { code, text } = await run()
  expect([code, text]).toEqual([0, expect.not.stringContaining('PROBLEM')])
  for (const topic of ['database', 'disk', 'mail', 'address', 'proxy'])
    expect(text).toMatch(new RegExp(`^ok +${topic}: `, 'm'))
  expect(text).toContain('WebSockets pass')
})

test('a closed site has no problems either', async () => {
  const closed = { REGISTRATION: 'closed', READERS: 'members', PORT: `${await freePort()}` }
  const folder = mkdtempSync(join(tmpdir(), 'tegenzet-closed-'))
  const settings = env.DATABASE_URL ? closed : { ...closed, DATA_DIR: folder }
  const site = await startServerProcess({ ...env, ...settings })
  try {
    const { code, text } = await run(settings)
    expect([code, text]).toEqual([0, expect.not.stringContaining('PROBLEM')])
    expect(text).toContain('WebSockets pass')
  } finally {
    await site.end('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

test('no choice of a host is a problem', async () => {
  const chosen: Record<string, string>[] = [
    { REGISTRATION: 'invite', INVITE: 'staff' },
    { WITHOUT: OPTIONAL_FEATURES.join(), GAMES: 'halma' },
    ...OPTIONAL_FEATURES.map((feature) => ({ WITHOUT: feature })),
  ]
  for (const settings of process.env.SOAK ? chosen : chosen.slice(0, 3)) {
    const { code, text } = await run(settings)
    expect([settings, code, text]).toEqual([settings, 0, expect.not.stringContaining('PROBLEM')])
  }
})

test('a backup that is missing, damaged or older than two days is a problem', async () => {
  const BACKUP_DIR = mkdtempSync(join(dataDir, 'backups-'))
  const lines = async () => (await run({ BACKUP_DIR })).text
  expect((await run()).text).toMatch(/^- +backups: .*set BACKUP_DIR/m)
  expect(await lines()).toMatch(/^PROBLEM backups: none in .* is good/m)

  const nameHoursAgo = (hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-')
    return join(BACKUP_DIR, `tegenzet-${at}Z.tar`)
  }
  const old = nameHoursAgo(49)
  await promisify(execFile)(process.execPath, [BACKUP, 'backup', old], { env: { ...process.env, ...env } })
  expect(await lines()).toMatch(/^PROBLEM backups: the newest good one in .* is 49 hours old/m)
  const recent = nameHoursAgo(3)
  renameSync(old, recent)
  expect(await lines()).toMatch(/^ok +backups: the newest good one in .* is 3 hours old/m)
  appendFileSync(recent, 'x')
  expect(await lines()).toMatch(/^PROBLEM backups: none in .* is good/m)
})

test('each problem comes with what to do', async () => {
  const closed = await freePort()
  const { code, text } = await run({
    DATABASE_URL: `postgres://x@127.0.0.1:${closed}/x`,
    SECRET: 'x'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${closed}`,
    PUBLIC_URL: `https://127.0.0.1:${closed}`,
  })
  expect(code).toBe(1)
  for (const advice of [/database: No database answers .* fix DATABASE_URL/, /mail: .* check SMTP_URL/])
    expect(text).toMatch(advice)
  for (const advice of [/address: .* cannot be reached/, /proxy: .* set TRUST_PROXY=true/])
    expect(text).toMatch(advice)
  expect(text).toContain('4 problems found.')
})

test('an address where another server answers is a problem', async () => {
  const other = createServer((_, response) => response.end('<h1>It works!</h1>')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { text } = await run({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(text).toContain(`No Tegenzet answers at http://127.0.0.1:${port}`)
  other.close()
})

test('another PUBLIC_URL than the server’s, forgeable addresses and invalid settings are problems', async () => {
  const other = await run({
    PUBLIC_URL: `http://localhost:${env.PORT}`,
    TRUST_PROXY: 'true',
    HOST: '0.0.0.0',
  })
  expect(other.text).toContain('set the same PUBLIC_URL on both')
  expect(other.text).toContain('anybody can forge')
  expect(await run({ PORT: 'abc' })).toEqual({
    code: 1,
    text: expect.stringContaining('Invalid settings:\nPORT'),
  })
})

test('a misspelt setting is a problem', async () => {
  expect((await run({ DATABSE_URL: 'x', DATABASE_URL: '' })).text).toMatch(
    /PROBLEM settings: DATABSE_URL is no setting/,
  )
  // it is why another one is missing
  const without = await run({ DATABASE_URL: 'postgres://127.0.0.1/x', SECRET: '', SECERT: 'x'.repeat(32) })
  expect(without.text).toMatch(
    /SECRET: required .*\nSECERT is no setting and is ignored: did you mean SECRET/,
  )
})

/** Programs of PostgreSQL's client package in a folder, which say this version. */
function postgresTools(names: string[], version: string): string {
  const folder = mkdtempSync(join(dataDir, 'tools-'))
  for (const name of names)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`, { mode: 0o755 })
  return folder
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'a pg_dump that is older than the server is a problem, and a missing one is said',
  async () => {
    const old = await run({ PATH: postgresTools(['pg_dump', 'psql'], '9.6.24 (Debian 9.6)') })
    expect(old.text).toMatch(/PROBLEM backup: pg_dump 9 cannot back up Postgres \d+: .*postgresql-client-\d+/)
    expect(old.code).toBe(1)
    const missing = await run({ PATH: postgresTools(['psql'], '99.1') })
    expect(missing.text).toMatch(/^- +backup: pg_dump was not found/m)
    expect((await run({ PATH: postgresTools(['pg_dump', 'psql'], '99.1') })).text).toMatch(
      /^ok +backup: pg_dump 99/m,
    )
  },
)

test.runIf(process.env.TEST_DATABASE_URL)('a changed collation is a problem with what to run', async () => {
  const { pool, close } = await openDatabase({ url: env.DATABASE_URL! })
  const { rows } = await pool.query(
    'SELECT datname AS name, datcollversion AS version FROM pg_database WHERE datname = current_database()',
  )
  const [{ name, version }] = rows
  const record = (recorded: string | null) =>
    pool.query('UPDATE pg_database SET datcollversion = $1 WHERE datname = $2', [recorded, name])
  await record('2.0')
  const { text } = await run()
  await record(version)
  await close()
  expect(text).toContain(`PROBLEM collation: The collation ${name} changed from 2.0 to `)
  expect(text).toMatch(/`REINDEX DATABASE "?\w+"?;`.* `ALTER DATABASE "?\w+"? REFRESH COLLATION VERSION;`/)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a Redis that does not answer, and a database too new, are problems',
  async () => {
    const { pool, close } = await openDatabase({ url: env.DATABASE_URL! })
    await pool.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('n', 'n', '9999_later', now())",
    )
    await close()
    const { text } = await run({ BUS_URL: `redis://127.0.0.1:${await freePort()}` })
    expect(text).toMatch(/PROBLEM database: A newer version has used this database \(migration 9999_later\)/)
    expect(text).toMatch(/PROBLEM bus: Redis cannot be used .* fix BUS_URL/)
  },
)

test('the OpenID Connect provider is asked, and a closed site says whom it lets in', async () => {
  const provider = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer })),
  )
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' }
  const warning = /PROBLEM log-in: The site is closed, but everybody/
  expect((await run(oidc)).text).toContain(
    `log-in: the OpenID Connect provider answers; its redirect URI must be http://127.0.0.1:${env.PORT}/api/v1/session/oidc/callback`,
  )
  expect((await run({ ...oidc, OIDC_ONLY: 'true' })).text).not.toContain('PROBLEM log-in')
  const closed = { ...oidc, REGISTRATION: 'closed', OIDC_SIGNUP: 'true' }
  expect((await run(closed)).text).toMatch(warning)
  expect((await run({ ...closed, OIDC_REQUIRE: 'groups=chess' })).text).not.toMatch(warning)
  expect((await run({ ...closed, OIDC_SIGNUP: '' })).text).not.toMatch(warning)
  const { text } = await run({ ...oidc, OIDC_ISSUER: `${issuer}/other` })
  expect(text).toMatch(
    /PROBLEM log-in: The OpenID Connect provider cannot be used \(.*issuer.*\): check OIDC_ISSUER/,
  )
  provider.close()
  expect((await run(oidc)).text).toMatch(/PROBLEM log-in: The OpenID Connect provider cannot be used/)
})
