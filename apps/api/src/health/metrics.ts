import { type BlockList, isIPv4 } from 'node:net'
import type { Database } from '@tegenzet/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { Live } from '../delivery/live/live.ts'
import type { WebhookCall } from '../delivery/webhooks/webhook-calls.ts'
import type { Deps } from '../deps.ts'
import { addressList, LOOPBACK } from '../http/address-list.ts'
import type { Queue } from '../jobs/queues.ts'
import { moves, processMetrics } from '../metrics.ts'
import type { Tx } from '../store/transaction.ts'
import { registerConditionalMovesMetrics } from './conditional-moves-metrics.ts'
import { registerMailMetrics } from './mail-metrics.ts'
import { registerWebhookMetrics } from './webhook-metrics.ts'
import { within } from './within.ts'

/** For the metrics that are read from the database. */
const STORED_TIMEOUT_MS = 2000

interface Measured {
  database: Database
  store: Tx
  live: Live
  webhookCalls: Pick<Queue<WebhookCall>, 'depth'> | null
}

/** Serves metrics to Prometheus, at `/metrics`. Other clients get a 404. */
export function registerMetrics(
  app: FastifyInstance,
  deps: Deps,
  { database, store: tx, live, webhookCalls }: Measured,
): void {
  const { config } = deps
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by operation of the API and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'live_sockets',
    help: 'Open sockets and streams of the live channel',
    registers,
    collect() {
      this.set(live.hub.size)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'awaited' }, waitingCount)
    },
  })

  const stored = new Registry()
  registerWebhookMetrics([stored], tx, deps, webhookCalls)
  registerConditionalMovesMetrics([stored], tx, deps)
  registerMailMetrics([stored], tx, deps)

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
          'Only for loopback addresses and those in `METRICS_ALLOW`; others get 404. While the database does not respond, metrics that are read from it are missing.',
        security: [],
        response: {
          200: {
            description: 'Metrics in the Prometheus text format',
            content: {
              'text/plain': { schema: z.string().meta({ examples: ['moves_total{by="player"} 1234\n'] }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      if (!mayRead(allowed, request)) return reply.callNotFound()
      const fromDatabase = await within(STORED_TIMEOUT_MS, stored.metrics()).catch((error: unknown) => {
        request.log.warn({ err: error }, 'metrics could not be read from the database')
        return ''
      })
      const own = await Registry.merge([register, processMetrics]).metrics()
      return reply.type(register.contentType).send(`${own}\n${fromDatabase}`)
    },
  )
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
