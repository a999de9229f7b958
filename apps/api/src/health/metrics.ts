import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { Deps } from '../deps.ts'

/** What Prometheus reads of this process, at `/metrics`, for those who may; to others there is nothing. */
export function registerMetrics(app: FastifyInstance, { config, database, live }: Deps): void {
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
  const moves = new Counter({ name: 'moves_total', help: 'Moves played through this process', registers })
  new Gauge({
    name: 'live_sockets',
    help: 'Open sockets of the live channel',
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

  app.addHook('onResponse', async (request, reply) => {
    if (request.ws) return // a socket's time is how long somebody looks on
    const operation = operationOf(request)
    duration.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (operation === 'playMove' && reply.statusCode === 201) moves.inc()
  })

  const allowed = addressList(['127.0.0.0/8', '::1', ...config.metricsAllow])
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['Health'],
        summary: 'Figures for Prometheus',
        description: 'To loopback and to the addresses in `METRICS_ALLOW`; 404 to others.',
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      if (!mayRead(allowed, request)) return reply.callNotFound()
      return reply.type(register.contentType).send(await register.metrics())
    },
  )
}

/** One of a closed list: an address of nothing would make a new series each time. */
function operationOf({ routeOptions }: FastifyRequest): string {
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string }
  return operationId ?? (routeOptions.url ? 'page' : 'none')
}

/** @param ranges addresses, or networks `address/bits`, as the configuration has checked them */
function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** By the address the request comes from: the client's where the proxy in front is trusted to say it. */
function mayRead(allowed: BlockList, { ip, headers, socket }: FastifyRequest): boolean {
  // a proxy on this machine that is not trusted speaks for somebody, and not for itself
  if (headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress) return false
  return allowed.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}
