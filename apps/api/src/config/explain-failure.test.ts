import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseUnavailable, openDatabase } from '@tegenzet/db'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SETTINGS } from './environment.ts'
import { explainFailure } from './explain-failure.ts'
import { keptSecret } from './secret.ts'

const failureOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return explainFailure(error)
  }
  throw new Error('it did not fail')
}

const settings = (env: Record<string, string>) => () => readConfig(env, () => 'a secret for tests')

test('reports all invalid settings with what was expected', async () => {
  expect(await failureOf(settings({ PORT: 'abc', TRUST_PROXY: 'yes', ADMINS: 'anna, b c' }))).toMatch(
    /^Invalid settings:\nPORT: .+\nTRUST_PROXY: .+\nADMINS: .+$/,
  )
})

test.each(['10.0.0.0/8,foo', '2', '10.0.0.0/33'])('TRUST_PROXY=%s is refused', async (value) => {
  expect(await failureOf(settings({ TRUST_PROXY: value }))).toContain('TRUST_PROXY: ')
})

/** Each setting with a value that it does not take. */
const INVALID: Record<string, string[]> = {
  ...Object.fromEntries(
    `PORT MAX_CONNECTIONS SLOW_QUERY_MS RATE_LIMIT BOT_RATE_LIMIT LOGIN_LIMIT REGISTER_LIMIT GUEST_LIMIT REGISTER_PUZZLE
     MAX_OPEN_CHALLENGES MAX_ACTIVE_GAMES MESSAGE_LIMIT MAX_WEBHOOKS MAX_TOURNAMENTS NEW_ACCOUNT_DAYS BOT_PAUSE_MS
     VACATION_DAYS SWEEP_SECONDS OUTAGE_SECONDS SHUTDOWN_SECONDS TABLES_MEMORY_MB TABLES_DISK_MB`
      .split(/\s+/)
      .map((name) => [name, ['-5', '1.5', 'many', '9'.repeat(400)]]),
  ),
  ...Object.fromEntries(
    'ADMIN_2FA BOT GUESTS OIDC_ONLY OIDC_SIGNUP RULE_CLAIMS_BY_EVIDENCE'
      .split(' ')
      .map((name) => [name, ['yes', 'TRUE']]),
  ),
  ...Object.fromEntries(
    'DATABASE_URL DATABASE_DIRECT_URL DATABASE_REPLICA_URL'
      .split(' ')
      .map((name) => [name, ['mysql://x', 'postgres://user:p@ss@host/x']]),
  ),
  DATABASE_POOLER: ['session'],
  BUS_URL: ['http://x', 'redis'],
  SECRET: ['short'],
  PUBLIC_URL: ['tegenzet.example', 'https://tegenzet.example/mills'],
  SITE_NAME: ['<b>', 'x'.repeat(41)],
  OPERATOR_NAME: [' ', 'x'.repeat(201)],
  OPERATOR_ADDRESS: [' ', 'x'.repeat(501)],
  OPERATOR_EMAIL: ['post'],
  TRUST_PROXY: ['yes', '2', '10.0.0.0/33'],
  REGISTRATION: ['shut'],
  INVITE: ['everyone'],
  READERS: ['guests'],
  WITHOUT: ['tournamnets', 'chat,games'],
  GAMES: ['chess', ','],
  OIDC_ISSUER: ['id.example', 'ldap://id.example', 'https://id.example/?a', 'https://anna:pw@id.example'],
  OIDC_NAME: [' ', 'x'.repeat(41)],
  OIDC_REQUIRE: ['groups', '=chess', 'groups='],
  ADMINS: ['b c'],
  LOG_LEVEL: ['verbose'],
  METRICS_ALLOW: ['everybody'],
  ROOMY_ADDRESSES: ['everybody'],
  SMTP_URL: ['mail.example.org'],
  MAIL_FROM: ['post'],
  WEBHOOKS_ALLOW: ['everybody'],
  ACCENT: ['blurple', '#12'],
  BACKUP_KEEP: ['0', 'all'],
  COMMIT: ['main'],
}
/** Settings that take any text. */
const FREE = [
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'PAGES_DIR',
  'SMTP_PASSWORD',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
]

test('every setting is refused with what it may be', async () => {
  expect([...Object.keys(INVALID), ...FREE].sort()).toEqual([...SETTINGS].sort())
  for (const [name, values] of Object.entries(INVALID))
    for (const value of values) {
      const message = await failureOf(settings({ [name]: value }))
      expect(message, value).toMatch(new RegExp(`^Invalid settings:\\n${name}: expected [^\\n]{4,}$`))
    }
  expect(await failureOf(settings({ RATE_LIMIT: '-5' }))).toContain(
    'RATE_LIMIT: expected a whole number from 1 to 1000000',
  )
  expect(await failureOf(settings({ TRUST_PROXY: 'yes' }))).toContain(
    'expected true for one proxy in front, false,',
  )
})

test('SMTP_PASSWORD without a user in SMTP_URL is refused', async () => {
  const env = { SMTP_PASSWORD: 'x', MAIL_FROM: 'post@tegenzet.example' }
  for (const SMTP_URL of ['', 'smtps://mail.example'])
    expect(await failureOf(settings({ ...env, SMTP_URL, MAIL_FROM: SMTP_URL && env.MAIL_FROM }))).toContain(
      'SMTP_PASSWORD: needs SMTP_URL with a user',
    )
})

test('the settings of OpenID Connect need the issuer and the client', async () => {
  expect(await failureOf(settings({ OIDC_ISSUER: 'https://id.example' }))).toContain(
    'OIDC_CLIENT_ID: required',
  )
  for (const [name, value] of Object.entries({
    OIDC_CLIENT_ID: 'x',
    OIDC_ONLY: 'true',
    OIDC_SIGNUP: 'false',
  }))
    expect(await failureOf(settings({ [name]: value }))).toContain('OIDC_ISSUER: required')
  expect(settings({ OIDC_ONLY: 'false' })().oidc).toBeNull()
})

test('accepts proxies as addresses, networks and named groups', () => {
  const { trustProxy } = settings({ TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' })()
  expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1'])
  expect(settings({ TRUST_PROXY: '1' })().trustProxy).toBe(true)
})

test.each([
  'https://tegenzet.example/mills',
  'https://tegenzet.example/?a',
  'https://anna:pw@tegenzet.example',
  'tegenzet.example',
])('PUBLIC_URL=%s is refused', async (value) => {
  expect(await failureOf(settings({ PUBLIC_URL: value }))).toMatch(
    /^Invalid settings:\nPUBLIC_URL: expected .+$/,
  )
})

test('accepts a PUBLIC_URL of scheme, host and port', () => {
  const { publicUrl } = settings({ PUBLIC_URL: 'https://Tegenzet.example:8443/' })()
  expect(publicUrl).toBe('https://tegenzet.example:8443')
})

test('names a database that does not answer', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const database = await openDatabase({ url: `postgres://x@127.0.0.1:${port}/x` })
  const message = await failureOf(() => database.pool.query('SELECT 1'))
  await database.close()
  expect(message).toBe(
    `No database answers at 127.0.0.1:${port} (ECONNREFUSED): start it, or fix DATABASE_URL.`,
  )
})

test('names a data directory that is a file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tegenzet-'))
  const file = join(directory, 'file')
  writeFileSync(file, '')
  expect(await failureOf(() => keptSecret(file))).toBe(
    `${file} cannot be used (EEXIST): fix it, or choose another DATA_DIR.`,
  )
  rmSync(directory, { recursive: true })
})

test('returns unexpected errors with their stack trace', async () => {
  const bug = new TypeError('undefined is not a function')
  expect(explainFailure(bug)).toBe(bug)
})

test.each([
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', {}, /asks for a password: add it/],
  ['The server does not support SSL connections', {}, /has no TLS/],
  ['self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /certificate is not trusted/],
  ['permission denied for schema public', { code: '42501' }, /lacks a right/],
  ['could not open file "base/5/1259"', { code: '58P01' }, /restore a backup/],
])('explains "%s"', (message, properties, expected) => {
  expect(explainFailure(Object.assign(new Error(message), properties))).toMatch(expected)
})

test.each([
  ['full', /has no room .*: make room/],
  ['read-only', /accepts no writes/],
] as const)('explains a database that is %s', (kind, expected) => {
  expect(explainFailure(new DatabaseUnavailable(kind, new Error('why')))).toMatch(expected)
})
