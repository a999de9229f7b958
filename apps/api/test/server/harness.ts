import type { LookupAddress } from 'node:dns'
import type { AddressInfo } from 'node:net'
import type { LiveEvent } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import type { FastifyInstance } from 'fastify'
import { syncAdmins } from '../../src/accounts/admins/sync-admins.ts'
import { buildApp } from '../../src/app.ts'
import type { NightlyBackups } from '../../src/backup/nightly-backups.ts'
import { CONSTANTS, readConfig } from '../../src/config/config.ts'
import { type LiveChannel, openLive } from '../../src/delivery/live/live.ts'
import { transportOf } from '../../src/delivery/live/transport-of.ts'
import { OUTBOX } from '../../src/delivery/periodic-tasks.ts'
import type { WebhookCall } from '../../src/delivery/webhooks/webhook-calls.ts'
import type { Deps } from '../../src/deps.ts'
import { openQueues, type Queue } from '../../src/jobs/queues.ts'
import { createTicker } from '../../src/jobs/ticker.ts'
import { createLog } from '../../src/log.ts'
import { enqueueWaitingMails, type MailJob } from '../../src/mail/mail-queue.ts'
import { type Mailer, openMailer } from '../../src/mail/mailer.ts'
import { openTables } from '../../src/open-tables.ts'
import type { WebClient } from '../../src/pages/web-client.ts'
import { createHeartbeat, type Heartbeat } from '../../src/play/outages/heartbeat.ts'
import { CONDITIONAL_MOVES } from '../../src/play/periodic-tasks.ts'
import { openJobQueues } from '../../src/start/job-queues.ts'
import { createJobWorkers } from '../../src/start/job-workers.ts'
import { periodicTasks } from '../../src/start/start-ticker.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import type { Replica } from '../../src/store/replica.ts'
import { type Db, openStore } from '../../src/store/transaction.ts'
import { insertPlayer, type PlayerOptions, type TestPlayer } from '../people/test-player.ts'
import { type CallOperation, checkCallsAgainst, createCaller } from './call-operation.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestServer {
  url: string
  app: FastifyInstance
  database: Database
  /** The handle outside transactions. */
  store: Db
  deps: Deps
  live: LiveChannel
  heartbeat: Heartbeat
  /** null without mail settings. */
  mailer: Mailer | null
  /** null without `jobs` or mail. */
  webhookCalls: Queue<WebhookCall> | null
  mails: Queue<MailJob> | null
  clock: TestClock
  /** Advances the clock and the queues, which use the database's clock. */
  advanceTime(ms: number): Promise<void>
  /** Calls without credentials, unless `headers` has some. */
  call: CallOperation
  /** Inserts a player with an account and a token. */
  player(name: string, options?: PlayerOptions): Promise<TestPlayer>
  /** Committed events, and credentials whose sockets were closed. */
  published: { events: { event: LiveEvent; playerIds: readonly number[] }[]; revoked: string[] }
  close(): Promise<void>
}

export interface ServerOptions {
  now?: Date | string
  /** How far each reading moves the clock. Tests of order use 1, those of exact limits the default of 0. */
  readingMs?: number
  /** Environment variables. */
  env?: Record<string, string>
  constants?: Partial<typeof CONSTANTS>
  /** A database to share with another server. Default: its own, closed with it. */
  database?: Database
  replica?: Replica
  backups?: (deps: Deps) => NightlyBackups | null
  /** Called with each line of the log. */
  log?: (line: string) => void
  coin?: () => boolean
  webClient?: WebClient
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Which jobs to run. Without any, `queue` still opens the queues. */
  jobs?: 'queue' | readonly Job[]
}

type Job =
  | 'outbox'
  | 'conditional-moves'
  | 'webhook-calls'
  | 'pushes'
  | 'channel-calls'
  | 'exports'
  | 'engine-comparisons'
  | 'game-puzzles'

const JOBS_EVERY_MS = 200

/** Starts the real server on a free port with a fresh database and a clock that the test sets. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase())
  const clock = createTestClock(options.now ?? '2026-11-20T12:00:00.000Z', options.readingMs)
  const published: TestServer['published'] = { events: [], revoked: [] }
  const log = createLog(options.log ? 'trace' : 'silent', { write: options.log ?? (() => {}) })
  const config = readConfig(
    { RATE_LIMIT: '100000', BOT_RATE_LIMIT: '100000', NEW_ACCOUNT_DAYS: '0', BOT: 'false', ...options.env },
    () => 'a secret for tests',
    { ...CONSTANTS, ...options.constants },
  )
  const committed = commitListeners()
  committed.add({
    appended: (events) => published.events.push(...events),
    revoked: (credential) => published.revoked.push(credential),
  })
  const queues = openQueues(database, log)
  const store = openStore(database, committed, queues)
  const transport = await transportOf({ ...config, busUrl: process.env.TEST_BUS_URL }, database)
  const live = await openLive({ db: store, transport, now: clock.now, log })
  committed.add(live.committed)
  const deps: Deps = {
    config,
    log,
    now: clock.now,
    coin: options.coin ?? (() => true),
    tables: openTables(config, log),
  }
  await syncAdmins(deps, store)
  const mailer = openMailer(config.mail, config.publicUrl)
  const heartbeat = createHeartbeat(deps, store)
  const jobQueues = options.jobs || mailer ? await openJobQueues(queues, config) : null
  const app = await buildApp(
    deps,
    {
      database,
      store,
      replica: options.replica,
      backups: options.backups?.(deps),
      live,
      heartbeat,
      webhookCalls: jobQueues?.webhookCalls ?? null,
    },
    options.webClient,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  checkCallsAgainst(() => app.swagger())
  const workers = jobQueues ? createJobWorkers(deps, store, jobQueues, mailer, options.resolve) : []
  if (mailer) await enqueueWaitingMails(deps, store)
  const ticker = jobQueues && startTicker()

  /** Runs the server's tasks in `options.jobs`, and that of mails, by the real clock and at short intervals. */
  function startTicker() {
    const wanted: readonly string[] = [
      ...(Array.isArray(options.jobs) ? options.jobs : []),
      ...(mailer ? ['mails'] : []),
    ]
    const tasks = periodicTasks(deps, { database, app, heartbeat, workers }, () =>
      ticker.wake(CONDITIONAL_MOVES),
    )
    const ticker = createTicker({
      tasks: tasks
        .filter(({ name }) => wanted.includes(name))
        .map((task) => ({ ...task, everyMs: JOBS_EVERY_MS })),
      db: store,
      now: () => new Date(),
      log,
      tickMs: JOBS_EVERY_MS,
    })
    committed.add({ appended: () => ticker.wake(OUTBOX) })
    ticker.start()
    return ticker
  }

  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url,
    app,
    database,
    store,
    deps,
    live,
    heartbeat,
    mailer,
    webhookCalls: jobQueues?.webhookCalls ?? null,
    mails: jobQueues?.mails ?? null,
    clock,
    call: createCaller(url),
    async advanceTime(ms) {
      clock.advance(ms)
      if (jobQueues) await advanceJobs(database, ms)
    },
    player: (name, playerOptions) => insertPlayer(database, clock, url, name, playerOptions),
    published,
    async close() {
      await Promise.all([...workers, ticker].map((part) => part?.stop()))
      await app.close()
      if (jobQueues) await queues.stop()
      mailer?.close()
      await live.close()
      if (!options.database) await database.close()
    },
  }
}

async function advanceJobs({ pool }: Database, ms: number): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET start_after = start_after - $1 * interval '1 millisecond' WHERE state < 'active'`,
    [ms],
  )
}
