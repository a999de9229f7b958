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
import { listenerOf, openLive } from '../src/delivery/live/live.ts'
import { nobodyReminded } from '../src/delivery/reminders/reminded.ts'
import { startJobs } from '../src/delivery/start-jobs.ts'
import { resolve } from '../src/delivery/webhooks/resolve.ts'
import type { Deps, Live } from '../src/deps.ts'
import type { WebClient } from '../src/http/web.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { openMailer } from '../src/mail/mailer.ts'
import { startMailing } from '../src/mail/start-mailing.ts'
import { liveSource } from '../src/outbox/outbox.ts'
import { nothingAnswered } from '../src/play/conditional-moves/counters.ts'
import { newHeart } from '../src/play/outages/heartbeat-state.ts'
import { openStore } from '../src/store/transaction.ts'
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
  deps: Deps
  clock: Clock
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
  /** Whether the queue is worked off, as on a server; else nothing is fed or sent. */
  jobs?: boolean
}

/** The real server on a port of its own and a fresh database, its clock in the test's hand. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase())
  const clock = stoppedClock(options.now ?? '2026-11-20T12:00:00.000Z')
  const told: TestServer['told'] = { events: [], revoked: [] }
  const log = pino({ level: options.log ? 'trace' : 'silent' }, { write: options.log ?? (() => {}) })
  const live = await openLive({
    source: liveSource(database, clock.now),
    pool: database.kind === 'postgres' ? database.pool : null,
    now: clock.now,
    log,
  })
  const config = readConfig(
    { RATE_LIMIT: '100000', BOT_RATE_LIMIT: '100000', ...options.env },
    () => 'a secret of the tests, kept nowhere',
  )
  const mailer = openMailer(config.mail, config.publicUrl)
  const recorded: Live = {
    ...live,
    announce(event, playerIds) {
      told.events.push({ event, playerIds })
      live.announce(event, playerIds)
    },
    revoke(credential) {
      told.revoked.push(credential)
      live.revoke(credential)
    },
  }
  const deps: Deps = {
    config,
    database,
    store: openStore(database, listenerOf(recorded)),
    live: recorded,
    queue: openQueue(database, log, config.webhooks.seconds),
    mailer,
    reminded: nobodyReminded(),
    answered: nothingAnswered(),
    heart: newHeart(),
    log,
    now: clock.now,
    resolve: options.resolve ?? resolve,
    coin: options.coin ?? (() => true),
  }
  await syncAdmins(deps, deps.store)
  if (options.jobs) await deps.queue.start()
  const app = await buildApp(deps, options.webClient)
  await app.listen({ host: '127.0.0.1', port: 0 })
  checkCall ??= callCheckOf(app.swagger())
  const stopJobs = options.jobs ? startJobs(deps, 50) : async () => {}
  const stopMailing = startMailing(deps, 50)
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url,
    app,
    database,
    deps,
    clock,
    call: caller(url),
    player: (name, as) => insertPlayer(database, clock, url, name, as),
    told,
    async close() {
      await Promise.all([stopJobs(), stopMailing()])
      await app.close()
      await deps.queue.stop()
      mailer?.close()
      await live.close()
      if (!options.database) await database.close()
    },
  }
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
