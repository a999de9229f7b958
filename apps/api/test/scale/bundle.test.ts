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
import { openSocket } from '../live-socket.ts'
import { playPlies } from '../play-plies.ts'
import { startServerProcess } from '../server-process.ts'
import { startPgbouncer } from './temp-pgbouncer.ts'
import { tempRedis } from './temp-redis.ts'

const program = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))

test('the built server and its command lines work with Redis, PgBouncer, a replica, mail and bots', async () => {
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

  const pooled = Object.assign(new URL(primary.url), { hostname: '127.0.0.1', port: `${pgbouncer.port}` })
  const settings = {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_POOLER: 'transaction',
    DATABASE_REPLICA_URL: standby.url,
    BUS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    MAIL_FROM: 'Tegenzet <post@tegenzet.example>',
    SECRET: 'x'.repeat(32),
    ADMINS: 'anna',
    BOT: 'true',
    LOG_LEVEL: 'info',
    NEW_ACCOUNT_DAYS: '0',
    DATA_DIR: directory,
  }
  const [here, there] = await Promise.all(
    [await freePort(), await freePort()].map((port) => startServerProcess({ ...settings, PORT: `${port}` })),
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
  expect(await playPlies(here!.url, 2)).toMatchObject({ ply: 2 })
  watcher.socket.close()
  await expect.poll(() => mails.join('')).toContain('anna@example.org')
  const bots = async () => JSON.parse(await text('/api/v1/bots')).items.length
  await expect.poll(bots).toBeGreaterThan(0)

  // what is set up and does not work is said, once, and so is its return
  const lines = (message: string) => here!.output().split(message).length - 1
  await redis.kill()
  await expect.poll(() => ready(here!.url)).toEqual({ status: 'ok', degraded: ['bus'] })
  await expect.poll(() => text('/metrics')).toMatch(/^tegenzet_bus_listens 0$/m)
  await new Promise((resolve) => setTimeout(resolve, 2500)) // tries again each second
  await redis.start()
  await expect.poll(() => ready(here!.url)).toEqual({ status: 'ok' })
  expect(lines('this process does not hear the others')).toBe(1)
  expect(lines('this process hears the others again')).toBe(1)
  expect(lines('other processes cannot be notified')).toBeLessThanOrEqual(1)
  expect(here!.output()).not.toContain('is not a function')

  const run = async (name: string, ...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [program(name), ...args], {
        env: { ...process.env, ...settings, BOT: 'false' },
      })
    ).stdout
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
