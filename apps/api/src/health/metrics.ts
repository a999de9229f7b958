import { type BlockList, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { addressList, LOOPBACK } from '../http/address-list.ts'
import { type Depth, ENDS } from '../jobs/queue.ts'
import { processMetrics } from '../metrics.ts'
import { registerMailMetrics } from './mail-metrics.ts'
import { registerPlanMetrics } from './plan-metrics.ts'

/** What Prometheus reads of this process, at `/metrics`, for those who may; to others there is nothing. */
export function registerMetrics(
  app: FastifyInstance,
  { config, database, live, queue, mailer, reminded, answered, heart, now }: Deps,
): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by operation of the API and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  let moves = 0
  new Counter({
    name: 'moves_total',
    help: 'Moves that this process has played: that a player sent, or that a plan answered',
    labelNames: ['by'],
    registers,
    collect() {
      this.reset()
      this.inc({ by: 'player' }, moves)
      this.inc({ by: 'plan' }, answered.moves)
    },
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

  let looking: Promise<Depth | null> | null = null
  /** Once for all figures of a scrape: they are collected at once. */
  const queueDepth = () => {
    looking ??= queue.depth().finally(() => {
      looking = null
    })
    return looking
  }
  new Gauge({
    name: 'webhook_calls',
    help: 'Calls of webhooks in the queue of all processes: for later, due, or under way',
    labelNames: ['state'],
    registers,
    async collect() {
      const depth = await queueDepth()
      if (!depth) return
      this.set({ state: 'waiting' }, depth.waiting)
      this.set({ state: 'due' }, depth.due)
      this.set({ state: 'active' }, depth.active)
    },
  })
  new Gauge({
    name: 'webhook_calls_oldest_seconds',
    help: 'How long the oldest call that is due has been so',
    registers,
    async collect() {
      const depth = await queueDepth()
      if (depth) this.set(depth.oldestSeconds)
    },
  })
  new Counter({
    name: 'webhook_attempts_total',
    help: 'Calls of webhooks by this process: taken, to be tried again, or given up',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const outcome of ENDS) this.inc({ outcome }, queue.tally[outcome])
    },
  })

  registerPlanMetrics(registers, { database, now })
  registerMailMetrics(registers, { database, mailer, reminded, now })

  new Counter({
    name: 'outages_total',
    help: 'Outages of the server that this process found and gave back',
    registers,
    collect() {
      this.reset()
      this.inc(heart.outages)
    },
  })
  new Counter({
    name: 'outages_seconds_total',
    help: 'How long those outages were together',
    registers,
    collect() {
      this.reset()
      this.inc(heart.outageMs / 1000)
    },
  })

  app.addHook('onResponse', async (request, reply) => {
    // the time of a socket or a stream is how long somebody looks on
    if (request.ws || request.routeOptions.config.lines) return
    const operation = operationOf(request)
    duration.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (operation === 'playMove' && reply.statusCode === 201) moves++
  })

  const allowed = addressList([...LOOPBACK, ...config.metricsAllow])
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['Health'],
        summary: 'Get Prometheus metrics',
        description: 'Only for loopback addresses and those in `METRICS_ALLOW`; others get 404.',
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
      return reply.type(register.contentType).send(await Registry.merge([register, processMetrics]).metrics())
    },
  )
}

/** One of a closed list: an address of nothing would make a new series each time. */
function operationOf({ routeOptions }: FastifyRequest): string {
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string }
  return operationId ?? (routeOptions.url ? 'page' : 'none')
}

/** By the address the request comes from: the client's where the proxy in front is trusted to say it. */
function mayRead(allowed: BlockList, { ip, headers, socket }: FastifyRequest): boolean {
  // a proxy on this machine that is not trusted speaks for somebody, and not for itself
  if (headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress) return false
  return allowed.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}
