import { type BlockList, isIPv4 } from 'node:net'
import type { Database } from '@tegenzet/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { readCommit } from '../about/build.ts'
import type { NightlyBackups } from '../backup/nightly-backups.ts'
import { addressList, LOOPBACK } from '../config/address-list.ts'
import type { LiveChannel } from '../delivery/live/live.ts'
import type { WebhookCall } from '../delivery/webhooks/webhook-calls.ts'
import type { Deps } from '../deps.ts'
import { LogSample } from '../http/log-sample.ts'
import { renewableLease } from '../jobs/lease.ts'
import type { Queue } from '../jobs/queues.ts'
import { moves, processMetrics } from '../metrics.ts'
import type { Replica } from '../store/replica.ts'
import type { Db } from '../store/transaction.ts'
import { VERSION } from '../version.ts'
import { registerConditionalMovesMetrics } from './conditional-moves-metrics.ts'
import { registerMailMetrics } from './mail-metrics.ts'
import { registerPlayMetrics } from './play-metrics.ts'
import { roomOnDisk } from './room-on-disk.ts'
import { registerWebhookMetrics } from './webhook-metrics.ts'
import { within } from './within.ts'

/** For the metrics that are read from the database. */
const STORED_TIMEOUT_MS = 2000
/** If the process that reports them is not asked for this long, the next one that is asked reports them. */
const REPORTER_LASTS_MS = 90_000

interface Measured {
  database: Database
  store: Db
  live: LiveChannel
  replica?: Replica | null
  backups?: Pick<NightlyBackups, 'ageMs'> | null
  webhookCalls: Pick<Queue<WebhookCall>, 'depth'> | null
}

/** Serves metrics to Prometheus, at `/metrics`. Other clients get a 404. */
export function registerMetrics(
  app: FastifyInstance,
  deps: Deps,
  { database, store: db, live, replica, backups, webhookCalls }: Measured,
): void {
  const { config } = deps
  const register = new Registry()
  const registers = [register]
  const duration = new Histogram({
    name: 'tegenzet_http_request_duration_seconds',
    help: 'Response time, by operation of the API and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  measureProcess(registers, config, { database, live, replica, backups })
  measureStatements(registers, deps, database)

  const stored = new Registry()
  const reportsStored = renewableLease(db, 'metrics', REPORTER_LASTS_MS)
  registerPlayMetrics([stored], db, deps)
  registerWebhookMetrics([stored], db, deps, webhookCalls)
  registerConditionalMovesMetrics([stored], db, deps)
  registerMailMetrics([stored], db, deps)

  app.addHook('onResponse', async (request, reply) => {
    // sockets and streams stay open for as long as a client listens
    if (request.ws || request.routeOptions.config.lines) return
    const operation = operationOf(request)
    duration.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (operation === 'playMove' && reply.statusCode === 201) moves.inc({ by: 'player' })
  })

  const allowed = addressList([...LOOPBACK, ...config.metricsAllow])
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['Health'],
        summary: 'Get Prometheus metrics',
        description:
          'Only for loopback addresses and those in `METRICS_ALLOW`; others get 404. One process reports the metrics that are read from the database. They are missing while it does not respond.',
        security: [],
        response: {
          200: {
            description: 'Metrics in the Prometheus text format',
            content: {
              'text/plain': {
                schema: z.string().meta({ examples: ['tegenzet_moves_total{by="player"} 1234\n'] }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      if (!mayRead(allowed, request)) return reply.callNotFound()
      const readStored = async () => ((await reportsStored(deps.now())) ? stored.metrics() : '')
      const fromDatabase = await within(STORED_TIMEOUT_MS, readStored()).catch((error: unknown) => {
        request.log.warn({ err: error }, 'metrics could not be read from the database')
        return ''
      })
      const own = await Registry.merge([register, processMetrics]).metrics()
      return reply.type(register.contentType).send(`${own}\n${fromDatabase}`)
    },
  )
}

/** What this process is, and its connections. */
function measureProcess(
  registers: Registry[],
  { commit, dataDir }: Deps['config'],
  { database: { pool }, live, replica, backups }: Pick<Measured, 'database' | 'live' | 'replica' | 'backups'>,
): void {
  new Gauge({
    name: 'tegenzet_build_info',
    help: 'Version of the server, always 1',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ version: VERSION, commit: commit ?? readCommit() ?? '', node: process.version }, 1)
  new Gauge({
    name: 'tegenzet_live_sockets',
    help: 'Open sockets and streams of the live channel',
    registers,
    collect() {
      this.set(live.hub.size)
    },
  })
  if (live.listens !== null)
    new Gauge({
      name: 'tegenzet_bus_listens',
      help: '1 while this process hears at once what others do, 0 while it reads the outbox instead',
      registers,
      collect() {
        this.set(live.listens ? 1 : 0)
      },
    })
  if (replica)
    new Gauge({
      name: 'tegenzet_replica_used',
      help: '1 while the read replica answers, 0 while it lags or is away and the primary answers',
      registers,
      collect() {
        this.set(replica.db ? 1 : 0)
      },
    })
  if (backups)
    new Gauge({
      name: 'tegenzet_backup_age_seconds',
      help: 'Age of the newest good backup in BACKUP_DIR, or how long there has been none',
      registers,
      collect() {
        this.set((backups.ageMs() ?? 0) / 1000)
      },
    })
  new Gauge({
    name: 'tegenzet_disk_bytes',
    help: 'Disk of DATA_DIR: `free` for the server, of `total`',
    labelNames: ['room'],
    registers,
    collect() {
      for (const [room, bytes] of Object.entries(roomOnDisk(dataDir))) this.set({ room }, bytes)
    },
  })
  new Gauge({
    name: 'tegenzet_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = pool
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'awaited' }, waitingCount)
    },
  })
}

/** Measures every statement by its label, and logs slow ones, without their values. Failures are logged elsewhere. */
function measureStatements(
  registers: Registry[],
  { config, log, now }: Deps,
  database: Pick<Database, 'onStatement'>,
): void {
  const duration = new Histogram({
    name: 'tegenzet_statement_duration_seconds',
    help: 'Time until the database answered, by statement',
    labelNames: ['statement'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 5, 10],
    registers,
  })
  const sample = new LogSample(now)
  database.onStatement((statement, seconds, failed) => {
    duration.observe({ statement }, seconds)
    if (failed || seconds * 1000 < config.slowQueryMs) return
    const skipped = sample.take(statement)
    if (skipped !== null)
      log.warn({ statement, ms: Math.round(seconds * 1000), ...(skipped > 0 && { skipped }) }, 'slow query')
  })
}

/** A label from a closed list: unknown paths would each create a time series. */
function operationOf({ routeOptions }: FastifyRequest): string {
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string }
  return operationId ?? (routeOptions.url ? 'page' : 'none')
}

/** Judges by the client's address, which a trusted proxy may pass on. */
function mayRead(allowed: BlockList, { ip, headers, socket }: FastifyRequest): boolean {
  // behind an untrusted proxy on this machine the client may be anybody
  if (headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress) return false
  return allowed.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}
