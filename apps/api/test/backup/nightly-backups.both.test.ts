import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { openDatabase } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../src/backup/back-up.ts'
import { KeptBackups } from '../../src/backup/kept-backups.ts'
import { nightlyBackups } from '../../src/backup/nightly-backups.ts'
import { registerPerson } from '../people/registered-person.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'
import { startServerProcess } from '../server/server-process.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const directory = mkdtempSync(join(tmpdir(), 'tegenzet-nightly-'))
const backupDir = join(directory, 'backups')
const dataDir = join(directory, 'data')
let box: Mailbox
beforeAll(async () => {
  box = await openMailbox()
})
afterAll(async () => {
  await box?.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => rmSync(backupDir, { recursive: true, force: true }))

const names = () => readdirSync(backupDir).sort()
const newest = () => new KeptBackups(backupDir).newestAt()

/** A backup of a new database. */
const sample = join(directory, 'sample.tar')
const realBackup = (file: string, url?: string) =>
  backUp({
    file,
    config: { databaseUrl: url, dataDir, secret: '' },
    withSecret: false,
    now: new Date(),
    env: process.env,
  })

/** A server at noon and its task. Its backups are copies of one, because each takes seconds, unless `isReal`. */
async function start({ isReal = false } = {}) {
  let failure: Error | null = null
  const database: { url?: string } & Awaited<ReturnType<typeof testDatabase>> = await testDatabase()
  if (!existsSync(sample)) {
    if (!database.url) await (await openDatabase({ dataDir })).close()
    await realBackup(sample, database.url)
  }
  const make = async (file: string) => {
    if (failure) throw failure
    if (isReal) await realBackup(file, database.url)
    else copyFileSync(sample, file)
  }
  let backups: NonNullable<ReturnType<typeof nightlyBackups>>
  const server: TestServer = await startServer({
    database,
    now: new Date(2026, 10, 20, 12),
    env: { ...box.env, BACKUP_DIR: backupDir, BACKUP_KEEP: '3', ADMINS: 'boss' },
    backups: (deps) => {
      backups = nightlyBackups(deps, make)!
      return backups
    },
  })
  return {
    server,
    failWith: (error: Error | null) => {
      failure = error
    },
    run: (stop?: AbortSignal) => backups.task.run(server.store, stop),
    degraded: async () => ((await (await fetch(`${server.url}/readyz`)).json()) as any).degraded,
    close: async () => {
      await server.close()
      await database.close().catch(() => {})
    },
  }
}

test('a backup is made at once, then once a night, and older ones go only after a newer good one', async () => {
  const { server, run, close } = await start()
  await run()
  const [first] = names()
  expect(first).toMatch(/^tegenzet-2026-11-\d\dT\d\d-\d\d-00Z\.tar$/)
  server.clock.advance(13 * HOUR)
  await run()
  expect(names()).toEqual([first])
  server.clock.advance(HOUR)
  await run()
  await run()
  const [, second] = names()
  expect(names()).toHaveLength(2)
  // other people's files, and one that is damaged
  writeFileSync(join(backupDir, 'notes.tar'), '')
  appendFileSync(join(backupDir, second!), 'x')
  for (let night = 0; night < 3; night++) {
    server.clock.advance(DAY)
    await run()
    // the damaged one is none of the three, so that the first stays until there are three good newer ones
    expect(names().includes(first!)).toBe(night < 2)
  }
  expect(names()).toHaveLength(4)
  expect(names()).not.toContain(second)
  expect(names()).toContain('notes.tar')
  await close()
})

test('without a good one for 48 hours the server is degraded, and its admins get one mail', async () => {
  const { server, run, failWith, degraded, close } = await start()
  const boss = await registerPerson(server, 'boss')
  await server.database.prisma.account.updateMany({ where: { email: boss.email }, data: { role: 'admin' } })
  const mails = () => server.database.prisma.mail.count({ where: { kind: 'backup-late' } })
  failWith(new Error('no space left on device'))
  await expect(run()).rejects.toThrow('no space left')
  expect(await degraded()).toBeUndefined()
  for (let day = 0; day < 4; day++) {
    server.clock.advance(DAY)
    await run().catch(() => {})
    expect(await degraded(), `day ${day}`).toEqual(day < 2 ? undefined : ['backup'])
    expect(await mails(), `day ${day}`).toBe(day < 2 ? 0 : 1)
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain(`tegenzet_backup_age_seconds ${(4 * DAY) / 1000}`)
  expect((await box.mailWith(boss.email, 'no good backup')).text).toContain('/admin')
  failWith(null)
  server.clock.advance(2 * HOUR)
  await run()
  expect(await degraded()).toBeUndefined()
  expect(await mails()).toBe(1)
  // a damaged one is none
  appendFileSync(join(backupDir, names()[0]!), 'x')
  failWith(new Error('no space left on device'))
  server.clock.advance(3 * DAY)
  await run().catch(() => {})
  expect(await degraded()).toEqual(['backup'])
  expect(await mails()).toBe(2)
  await close()
})

test('a backup that is cut off or has no room leaves no file that counts, and the next one clears up', async () => {
  const { server, run, close } = await start({ isReal: true })
  // fails as tar does on a full disk, after it has written a part
  const programs = mkdtempSync(join(directory, 'programs-'))
  writeFileSync(
    join(programs, 'tar'),
    `#!/bin/sh\nif [ "$1" = -cf ] && [ "$2" != - ]; then head -c 1000 /dev/zero > "$2"; echo "tar: No space left on device" >&2; exit 2; fi\nPATH=$REST exec tar "$@"\n`,
  )
  chmodSync(join(programs, 'tar'), 0o755)
  const { PATH = '' } = process.env
  Object.assign(process.env, { PATH: `${programs}${delimiter}${PATH}`, REST: PATH })
  try {
    await expect(run()).rejects.toThrow('No space left')
  } finally {
    process.env.PATH = PATH
    delete process.env.REST
  }
  expect(names()).toEqual([])
  expect(await newest()).toBeNull()
  // what a killed run leaves
  const left = mkdtempSync(join(backupDir, '.tegenzet-backup-'))
  writeFileSync(join(left, 'archive'), 'half')
  expect(await newest()).toBeNull()
  server.clock.advance(HOUR)
  await run()
  expect(names()).toEqual([expect.stringMatching(/^tegenzet-/)])
  await close()
})

test('a backup that ends with its process is made by the next one at once, a failed one after an hour', async () => {
  const { server, run, failWith, close } = await start()
  failWith(new Error('aborted'))
  await expect(run(AbortSignal.abort())).rejects.toThrow('aborted')
  await expect(run()).rejects.toThrow('aborted')
  failWith(null)
  await run()
  expect(names()).toEqual([])
  server.clock.advance(HOUR)
  await run()
  expect(names()).toHaveLength(1)
  await close()
})

test('the running server backs itself up, in a process of its own', { timeout: 180_000 }, async () => {
  const database = await testDatabase()
  const { url } = database as { url?: string }
  const server = await startServerProcess({
    DATA_DIR: join(directory, 'own'),
    BACKUP_DIR: backupDir,
    ...(url && { DATABASE_URL: url, SECRET: 'x'.repeat(32) }),
  })
  try {
    // it waits for the end of the start
    await expect.poll(newest, { timeout: 110_000 }).not.toBeNull()
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
  } finally {
    await server.end('SIGTERM')
    await database.close()
  }
})
