import { Prisma } from '@tegenzet/db'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readRow, readRows } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'

/** More running games than this are estimated, because this is read often. */
const COUNTED_GAMES = 10_000
/** More unread events than this are not counted. */
const COUNTED_EVENTS = 10_000

const runningRow = z.object({ count: z.int(), estimate: z.int() })
const lagRow = z.object({ consumer: z.string(), unread: z.int(), oldest: z.date().nullable() })

/** Running games, what waits for arbiters and moderators, and what the consumers of the outbox have yet to read. */
export function registerPlayMetrics(registers: Registry[], db: Db, { now }: Pick<Deps, 'now'>): void {
  const ageOf: AgeOf = (at) => (at ? Math.max(0, (now().getTime() - at.getTime()) / 1000) : 0)
  measureGames(registers, db)
  measureReviews(registers, db, ageOf)
  measureConsumers(registers, db, ageOf)
}

/** Seconds since a moment; 0 without one. */
type AgeOf = (at: Date | null) => number

function measureGames(registers: Registry[], db: Db): void {
  new Gauge({
    name: 'tegenzet_games_running',
    help: 'Games that wait for a move. More than 10,000 are estimated by the planner’s statistics',
    registers,
    async collect() {
      const row = await readRow(
        db,
        runningRow,
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM (
            SELECT FROM games WHERE status = 'active' LIMIT ${COUNTED_GAMES}) g) AS count,
          (SELECT reltuples::int FROM pg_class WHERE oid = 'games_deadline'::regclass) AS estimate`,
      )
      const { count, estimate } = row
      this.set(count < COUNTED_GAMES ? count : Math.max(count, estimate))
    },
  })
}

function measureReviews(registers: Registry[], db: Db, ageOf: AgeOf): void {
  const open = { where: { state: 'open' }, _count: true, _min: { createdAt: true } } as const
  const waiting = {
    claims: db.claim,
    reports: db.report,
    appeals: db.appeal,
    content_reports: db.contentReport,
  }
  const oldest = new Gauge({
    name: 'tegenzet_reviews_oldest_seconds',
    help: 'How long the oldest open claim, report or appeal has waited for a decision',
    labelNames: ['queue'],
    registers,
  })
  new Gauge({
    name: 'tegenzet_reviews_open',
    help: 'Open draw claims, reports of players, appeals, and reports of content',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, { aggregate }] of Object.entries(waiting) as [string, typeof db.claim][]) {
        const { _count, _min } = await aggregate(open)
        this.set({ queue }, _count)
        oldest.set({ queue }, ageOf(_min.createdAt))
      }
    },
  })
}

function measureConsumers(registers: Registry[], db: Db, ageOf: AgeOf): void {
  const lag = new Gauge({
    name: 'tegenzet_outbox_lag_seconds',
    help: 'Age of the oldest event that a consumer of the outbox has not read',
    labelNames: ['consumer'],
    registers,
  })
  new Gauge({
    name: 'tegenzet_outbox_unread_events',
    help: 'Events that a consumer of the outbox has not read, at most 10,000',
    labelNames: ['consumer'],
    registers,
    async collect() {
      const rows = await readRows(
        db,
        lagRow,
        Prisma.sql`
          SELECT o.consumer, count(e.id)::int AS unread, min(e.created_at) AS oldest
          FROM consumer_offsets o LEFT JOIN events last ON last.id = o.event_id
          LEFT JOIN LATERAL (
            SELECT id, created_at FROM events WHERE (tx, id) > (coalesce(last.tx, '0'), coalesce(last.id, 0))
            ORDER BY tx, id LIMIT ${COUNTED_EVENTS}
          ) e ON true GROUP BY o.consumer`,
      )
      for (const { consumer, unread, oldest } of rows) {
        this.set({ consumer }, unread)
        lag.set({ consumer }, ageOf(oldest))
      }
    },
  })
}
