import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { freePort } from '@tegenzet/db/testing'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { softwarePasskey } from '../people/software-passkey.ts'
import { playPlies } from '../play/play-plies.ts'
import { callerOf } from '../server/call-server.ts'
import { openSocket } from '../server/live-socket.ts'
import { createSubscription, startPushService } from '../server/push-service.ts'
import { startServerProcess } from '../server/server-process.ts'
import { startPgbouncer } from './temp-pgbouncer.ts'
import { tempRedis } from './temp-redis.ts'

/** Runs a built program. @returns its standard output */
async function runProgram(env: Record<string, string>, name: string, ...args: string[]): Promise<string> {
  const file = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
  const options = { env: { ...process.env, ...env } }
  return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout
}

test('the built server and its command lines work with Redis, PgBouncer, a replica, mail, push and bots', {
  timeout: 600_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tegenzet-bundle-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const primary = await tempPostgres({ durable: true })
  onTestFinished(primary.stop)
  const direct = await openDatabase({ url: primary.url })
  await migrate(direct.pool)
  await direct.close()
  const standby = await tempPostgres({ durable: true, standbyOf: primary.url })
  onTestFinished(standby.stop)
  const pgbouncer = await startPgbouncer(new URL(primary.url))
  onTestFinished(pgbouncer.stop)
  const redis = await tempRedis()
  onTestFinished(redis.kill)
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.setEncoding('utf8').on('data', (text: string) => mails.push(text))
      stream.on('end', () => done())
    },
  })
  const mailServer = smtp.listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  onTestFinished(() => new Promise((resolve) => smtp.close(() => resolve())))

  const pushes = await startPushService()
  onTestFinished(pushes.close)

  const ports = [await freePort(), await freePort()]
  // passkeys need a host name
  const PUBLIC_URL = `http://localhost:${ports[0]}`
  const pooled = Object.assign(new URL(primary.url), { hostname: '127.0.0.1', port: `${pgbouncer.port}` })
  const settings = {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_POOLER: 'transaction',
    DATABASE_REPLICA_URL: standby.url,
    BUS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    MAIL_FROM: 'Tegenzet <post@tegenzet.example>',
    WEBHOOKS_ALLOW: 'loopback',
    PUBLIC_URL,
    SECRET: 'x'.repeat(32),
    ADMINS: 'anna',
    BOT: 'true',
    LOG_LEVEL: 'info',
    NEW_ACCOUNT_DAYS: '0',
    DATA_DIR: directory,
  }
  const [here, there] = await Promise.all(
    ports.map((port) => startServerProcess({ ...settings, PORT: `${port}` })),
  )
  onTestFinished(async () => {
    await here!.end('SIGTERM')
    await there!.end('SIGTERM')
  })
  const ready = async (url: string) => (await fetch(`${url}/readyz`)).json()
  const text = async (path: string) => (await fetch(here!.url + path)).text()
  for (const { url } of [here!, there!]) await expect.poll(() => ready(url)).toEqual({ status: 'ok' })
  await expect.poll(() => text('/metrics')).toMatch(/^tegenzet_bus_listens 1$/m)
  expect(await text('/metrics')).toMatch(/^tegenzet_replica_used 1$/m)

  // a move on one process reaches a socket of the other
  const watcher = await openSocket(there!.url)
  watcher.send({ type: 'watch', game: 100001 })
  expect(await playPlies(here!.url, 20)).toMatchObject({ ply: 20 })
  watcher.socket.close()
  await expect.poll(() => mails.join('')).toContain('anna@example.org')
  const bots = async () => JSON.parse(await text('/api/v1/bots')).items.length
  await expect.poll(bots).toBeGreaterThan(0)

  const call = callerOf(here!.url)
  const logIn = async (body: object) => (await call('POST', '/session', body)).cookie
  const anna = await logIn({ username: 'anna', password: 'correct horse battery' })
  const bram = await logIn({ username: 'bram', password: 'correct horse battery' })
  const passkey = softwarePasskey(PUBLIC_URL)
  const wanted = (await call('POST', '/account/factors/passkeys/challenge', {}, anna)).body
  const added = { name: 'phone', passkey: passkey.create(wanted) }
  expect(await call('POST', '/account/factors/passkeys', added, anna)).toMatchObject({ status: 201 })
  const challenge = (await call('POST', '/session/passkey-challenge', {})).body
  expect(await logIn({ passkey: passkey.get(challenge) })).not.toBe('')

  const phone = createSubscription(`${pushes.url}/phone`)
  const subscribed = await call('POST', '/account/push-subscriptions', phone.json, anna)
  expect(subscribed).toMatchObject({ status: 201 })
  await call('POST', '/games/100001/messages', { text: 'Good luck' }, bram)
  await expect.poll(() => pushes.received.length).toBe(1)
  expect(phone.decrypt(pushes.received[0]!.body).title).toContain('bram')

  // the engine runs in a worker thread, whose file is a program of its own
  await call('POST', '/games/100001/resign', {}, bram)
  const comparison = '/admin/accounts/bram/engine-comparison'
  await call('POST', comparison, { reason: 'A report' }, anna)
  const compared = async () => (await call('GET', comparison, undefined, anna)).body
  await expect.poll(async () => (await compared()).state).toBe('ready')
  expect((await compared()).rules[0].player.moves).toBeGreaterThan(0)

  // what is set up and does not work is said, once, and so is its return
  const lines = (message: string) => here!.output().split(message).length - 1
  await redis.kill()
  await expect.poll(() => ready(here!.url)).toEqual({ status: 'ok', degraded: ['bus'] })
  await expect.poll(() => text('/metrics')).toMatch(/^tegenzet_bus_listens 0$/m)
  await new Promise((resolve) => setTimeout(resolve, 2500)) // tries again each second
  await redis.start()
  await expect.poll(() => ready(here!.url)).toEqual({ status: 'ok' })
  // it is written right after the process listens again
  await expect.poll(() => lines('this process hears the others again')).toBe(1)
  expect(lines('this process does not hear the others')).toBe(1)
  expect(lines('other processes cannot be notified')).toBeLessThanOrEqual(1)
  expect(here!.output()).not.toContain('is not a function')

  const run = (name: string, ...args: string[]) => runProgram({ ...settings, BOT: 'false' }, name, ...args)
  expect(await run('admin', 'list')).toContain('anna')
  expect(await run('ratings', 'rebuild')).toContain('rated games')
  expect(await run('backup', 'backup', join(directory, 'backup.tar'))).toContain('was read again')
  await here!.end('SIGTERM')
  await there!.end('SIGTERM')
  // its connections stay open in the pooler
  await pgbouncer.stop()
  const restored = await run('backup', 'restore', join(directory, 'backup.tar'))
  expect(restored).toContain('Restored the backup of')
})

test('the built migrations and the built demo fill a new database', { timeout: 600_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tegenzet-demo-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const env = { DATA_DIR: directory, DATABASE_URL: '' }
  expect(await runProgram(env, 'migrate')).toMatch(/^applied \[/)
  expect(await runProgram(env, 'demo')).toMatch(/Created \d+ games/)
  const server = await startServerProcess(env)
  onTestFinished(async () => {
    await server.end('SIGKILL')
  })
  expect(await (await fetch(`${server.url}/api/v1/tournaments`)).json()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ state: 'running' })]),
  })
  expect(await server.end('SIGTERM')).toBe(0)
})
