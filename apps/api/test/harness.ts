import { randomBytes } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import type { AddressInfo } from 'node:net'
import {
  ENDPOINTS,
  type Endpoint,
  endpointErrors,
  type LiveEvent,
  type OperationId,
  type Role,
  SCOPES,
  type Scope,
} from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { syncAdmins } from '../src/accounts/admins/sync-admins.ts'
import { hashToken, TOKEN_PREFIX } from '../src/accounts/credentials/token-secret.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type Live, openLive } from '../src/delivery/live/live.ts'
import { deliveryTasks, OUTBOX } from '../src/delivery/periodic-tasks.ts'
import { resolve } from '../src/delivery/webhooks/resolve.ts'
import { callTimeout, WEBHOOK_CALLS, type WebhookCall } from '../src/delivery/webhooks/webhook-calls.ts'
import { createWebhookWorker } from '../src/delivery/webhooks/webhook-worker.ts'
import type { Deps } from '../src/deps.ts'
import type { WebClient } from '../src/http/web.ts'
import { openQueues, type Queue } from '../src/jobs/queues.ts'
import { createTicker } from '../src/jobs/ticker.ts'
import { enqueueWaitingMails, MAIL_TIMEOUT_SECONDS, MAILS, type MailJob } from '../src/mail/mail-queue.ts'
import { createMailWorker } from '../src/mail/mail-worker.ts'
import { type Mailer, openMailer } from '../src/mail/mailer.ts'
import { createHeartbeat, type Heartbeat } from '../src/play/outages/heartbeat.ts'
import { CONDITIONAL_MOVES, playTasks } from '../src/play/periodic-tasks.ts'
import { commitListeners } from '../src/store/commit-listeners.ts'
import { openStore, type Tx } from '../src/store/transaction.ts'
import { callCheckOf } from './openapi-checks.ts'

/** Time stands still until a test moves it. */
export interface Clock {
  now(): Date
  set(at: Date | string): void
  advance(ms: number): void
}

export interface Answer {
  status: number
  /** Parsed JSON, else the text; undefined where there is no body. */
  body: any
  headers: Headers
}

export interface Request {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an operation of the contract and fails the test where the call is not as the served document describes it. */
export type CallOperation = (operationId: OperationId, request?: Request) => Promise<Answer>

export interface TestPlayer {
  /** The player's id, as games show it. */
  id: number
  accountId: number
  username: string
  token: string
  /** With this player's token. */
  call: CallOperation
}

export interface As {
  scopes?: readonly Scope[]
  role?: Role
  kind?: 'bot'
}

export interface TestServer {
  url: string
  app: FastifyInstance
  database: Database
  /** The database's handle, on which every statement commits by itself. */
  store: Tx
  deps: Deps
  live: Live
  heartbeat: Heartbeat
  /** null: mail is not configured. */
  mailer: Mailer | null
  /** null: without `jobs` and mail. */
  webhookCalls: Queue<WebhookCall> | null
  mails: Queue<MailJob> | null
  clock: Clock
  /** Time passes, for the queues too, which go by the clock of the database. */
  later(ms: number): Promise<void>
  /** With nobody's credentials, or with what `headers` says. */
  call: CallOperation
  /** A player with an account and a token, put into the database directly: no password is hashed. */
  player(name: string, as?: As): Promise<TestPlayer>
  /** What was told to live watchers, and which credentials' sockets were closed. */
  told: { events: { event: LiveEvent; playerIds: readonly number[] }[]; revoked: string[] }
  close(): Promise<void>
}

export interface ServerOptions {
  now?: Date | string
  /** Settings as the environment gives them. */
  env?: Record<string, string>
  /** Shared with another server; else one of its own, closed with it. */
  database?: Database
  /** Each line that is logged. */
  log?: (line: string) => void
  coin?: () => boolean
  webClient?: WebClient
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Whether to consume the outbox, call webhooks and play conditional moves, as a server does. */
  jobs?: boolean
}

const JOBS_EVERY_MS = 50

/** The real server on a port of its own and a fresh database, its clock in the test's hand. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase())
  const clock = stoppedClock(options.now ?? '2026-11-20T12:00:00.000Z')
  const told: TestServer['told'] = { events: [], revoked: [] }
  const log = pino({ level: options.log ? 'trace' : 'silent' }, { write: options.log ?? (() => {}) })
  const config = readConfig(
    { RATE_LIMIT: '100000', BOT_RATE_LIMIT: '100000', ...options.env },
    () => 'a secret of the tests, kept nowhere',
  )
  const committed = commitListeners()
  committed.add({
    appended: (events) => told.events.push(...events),
    revoked: (credential) => told.revoked.push(credential),
  })
  const queues = openQueues(database, log)
  const store = openStore(database, committed, queues)
  const pool = database.kind === 'postgres' ? database.pool : null
  const live = await openLive({ tx: store, pool, now: clock.now, log })
  committed.add(live.committed)
  const deps: Deps = {
    ...{ config, log, now: clock.now },
    coin: options.coin ?? (() => true),
  }
  await syncAdmins(deps, store)
  const mailer = openMailer(config.mail, config.publicUrl)
  const heartbeat = createHeartbeat(deps, store)
  const jobs = options.jobs || mailer ? await startJobs() : null
  const app = await buildApp(
    deps,
    { database, store, live, heartbeat, webhookCalls: jobs?.webhookCalls ?? null },
    options.webClient,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  checkCall ??= callCheckOf(app.swagger())

  /** Sends mail, and with `jobs` does the rest, by the real clock and more often than a server does. */
  async function startJobs() {
    await queues.start()
    const webhookCalls = await queues.open(WEBHOOK_CALLS, callTimeout(config))
    const mails = await queues.open(MAILS, MAIL_TIMEOUT_SECONDS)
    const webhookWorker = createWebhookWorker(
      { config, now: clock.now, log, resolve: options.resolve ?? resolve },
      store,
      webhookCalls,
    )
    const mailWorker = mailer && createMailWorker({ ...deps, mailer, queue: mails }, store)
    if (mailer) await enqueueWaitingMails(deps, store)
    const tasks = options.jobs
      ? [
          ...playTasks(deps, heartbeat).filter(({ name }) => name === CONDITIONAL_MOVES),
          ...deliveryTasks(deps, { heartbeat, onProcessed: () => ticker.wake(CONDITIONAL_MOVES) }).filter(
            ({ name }) => name === OUTBOX,
          ),
          webhookWorker.task,
        ]
      : []
    if (mailWorker) tasks.push(mailWorker.task)
    const ticker = createTicker({
      tasks: tasks.map((task) => ({ ...task, everyMs: JOBS_EVERY_MS })),
      ...{ tx: store, now: () => new Date(), log, tickMs: JOBS_EVERY_MS },
    })
    committed.add({ appended: () => ticker.wake(OUTBOX) })
    ticker.start()
    const stop = () => Promise.all([webhookWorker.stop(), mailWorker?.stop(), ticker.stop()])
    return { webhookCalls, mails, stop }
  }

  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url,
    app,
    database,
    store,
    deps,
    ...{ live, heartbeat, mailer, webhookCalls: jobs?.webhookCalls ?? null, mails: jobs?.mails ?? null },
    clock,
    call: caller(url),
    async later(ms) {
      clock.advance(ms)
      if (jobs) await bringForward(database, ms)
    },
    player: (name, as) => insertPlayer(database, clock, url, name, as),
    told,
    async close() {
      await jobs?.stop()
      await app.close()
      if (jobs) await queues.stop()
      mailer?.close()
      await live.close()
      if (!options.database) await database.close()
    },
  }
}

async function bringForward({ pool }: Database, ms: number): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET start_after = start_after - $1 * interval '1 millisecond' WHERE state < 'active'`,
    [ms],
  )
}

function stoppedClock(start: Date | string): Clock {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to)
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}

async function insertPlayer(
  { prisma }: Database,
  clock: Clock,
  url: string,
  username: string,
  { scopes, role = 'player', kind }: As = {},
): Promise<TestPlayer> {
  const token = `${TOKEN_PREFIX}${randomBytes(24).toString('base64url')}`
  const createdAt = clock.now()
  const { id, account } = await prisma.player.create({
    select: { id: true, account: { select: { id: true } } },
    data: {
      username,
      usernameKey: username.toLowerCase(),
      kind,
      createdAt,
      account: {
        create: {
          name: username,
          email: `${username.toLowerCase()}@example.org`,
          role,
          adminGranted: role === 'admin',
          createdAt,
          tokens: {
            create: {
              name: 'test',
              hash: hashToken(token),
              scopes: [
                ...(scopes ?? SCOPES.filter((scope) => role === 'admin' || !scope.startsWith('admin:'))),
              ],
              createdAt,
            },
          },
        },
      },
    },
  })
  return {
    id,
    accountId: account!.id,
    username,
    token,
    call: caller(url, { authorization: `Bearer ${token}` }),
  }
}

/** @param credentials headers sent with every call, unless the call says otherwise */
export function caller(url: string, credentials: Record<string, string> = {}): CallOperation {
  return async (operationId, { params = {}, query = {}, body, headers } = {}) => {
    const endpoint: Endpoint = ENDPOINTS[operationId]
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]),
    )
    const response = await fetch(`${url}${path}${search.size ? `?${search}` : ''}`, {
      method: endpoint.method,
      redirect: 'manual',
      headers: {
        ...credentials,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return checked(endpoint, body, response)
  }
}

/** Made of the first server's document: there is one in each process. */
let checkCall: ReturnType<typeof callCheckOf> | undefined

/** @throws where the call is not as the served document says, or its error's code not one the contract names */
async function checked(endpoint: Endpoint, sent: unknown, response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const contentType = headers.get('content-type')
  const isJson = /^application\/(problem\+)?json\b/.test(contentType ?? '')
  const answer: Answer = {
    status,
    headers,
    body: isJson ? JSON.parse(text) : text || (contentType ? '' : undefined),
  }
  const fail = (why: string) => {
    throw new Error(`${endpoint.operationId} answered ${status}, ${why}: ${text}`)
  }
  const unlike = checkCall!(endpoint, { sent, status, contentType, body: answer.body })
  if (unlike) fail(unlike)
  if (contentType?.startsWith('application/problem+json')) {
    if (answer.body.status !== status) fail('but says another status')
    if (!endpointErrors(endpoint).includes(answer.body.code)) fail('a code the contract does not name')
  }
  return answer
}
