import { type Database, migrationsPending, unavailability } from '@tegenzet/db'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { NightlyBackups } from '../backup/nightly-backups.ts'
import type { LiveChannel } from '../delivery/live/live.ts'
import type { Heartbeat } from '../play/outages/heartbeat.ts'
import { RETRY_AFTER_SECONDS, RefusalError } from '../refusal.ts'
import type { Replica } from '../store/replica.ts'
import { within } from './within.ts'
import { writeProbe } from './write-probe.ts'

const TIMEOUT_MS = 2000

const statusSchema = z.object({ status: z.literal('ok') }).meta({ examples: [{ status: 'ok' }] })
const okResponse = { description: 'OK', content: { 'application/json': { schema: statusSchema } } }
const readySchema = z
  .object({
    status: z.literal('ok'),
    degraded: z
      .array(z.enum(['bus', 'replica', 'backup']))
      .optional()
      .meta({
        description:
          'Parts that are set up and do not work, while the server does without them. `backup`: none for 48 hours.',
      }),
  })
  .meta({ examples: [{ status: 'ok' }] })
const readyResponse = { description: 'OK', content: { 'application/json': { schema: readySchema } } }

interface Checked {
  database: Pick<Database, 'pool' | 'checkConnecting'>
  heartbeat: Heartbeat
  live: Pick<LiveChannel, 'listens'>
  replica?: Pick<Replica, 'db'> | null
  backups?: Pick<NightlyBackups, 'isLate'> | null
}

/** Liveness and readiness probes. */
export function registerHealth(
  app: FastifyInstance,
  { database: { pool, checkConnecting }, heartbeat, live, replica, backups }: Checked,
): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'healthz',
        tags: ['Health'],
        summary: 'Check that the process is alive',
        description: 'Liveness probe. It does not use the database.',
        security: [],
        response: { 200: okResponse },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  /** Concurrent requests share one check, so that queries do not pile up on a database that hangs. */
  let checking: Promise<boolean> | null = null
  const checkWriting = writeProbe(pool)
  const isPending = async () => {
    // requests may need more connections than are open now
    await checkConnecting()
    const found = await migrationsPending(pool)
    await checkWriting()
    if (!found) await heartbeat.catchUp()
    return found
  }
  const pending = () => {
    checking ??= isPending().finally(() => {
      checking = null
    })
    return checking
  }

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        tags: ['Health'],
        summary: 'Check that the server can handle requests',
        description:
          'Readiness probe. 503 if the database does not respond, opens no connection, cannot write because its disk is full or it is read-only, or lacks migrations, or if the server is shutting down. `degraded` names optional parts that do not work.',
        security: [],
        response: { 200: readyResponse },
      },
    },
    async (request) => {
      const found = await within(TIMEOUT_MS, pending()).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the database is not ready')
        throw notReady(REASONS[unavailability(error) ?? ''] ?? 'The database does not respond.')
      })
      if (found) throw notReady('The database lacks migrations.')
      // a process without them still serves every request
      const degraded = [
        ...(live.listens === false ? (['bus'] as const) : []),
        ...(replica?.db === null ? (['replica'] as const) : []),
        ...(backups?.isLate() ? (['backup'] as const) : []),
      ]
      return { status: 'ok' as const, ...(degraded.length > 0 && { degraded }) }
    },
  )
}

const REASONS: Record<string, string> = {
  full: 'The database has no room.',
  'read-only': 'The database accepts no writes.',
}
const notReady = (detail: string) => new RefusalError('unavailable', detail, RETRY_AFTER_SECONDS)
