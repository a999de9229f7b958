import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { OutboxEvent } from '../../outbox/outbox.ts'
import { catchUp } from '../outages/heartbeat.ts'
import { answerPlan, type DuePlan } from './play-conditional-move.ts'

const AT_ONCE = 50
/** After which a plan that could not be looked at is tried again. */
const AGAIN_MS = 60_000

/** That the plans of the games in which something happened are to be looked at, in the transaction that reads of it. */
export async function plansDue(tx: Transaction, events: readonly OutboxEvent[], now: Date): Promise<void> {
  const games = new Set(events.flatMap(({ event }) => (event?.type === 'game' ? event.game.id : [])))
  if (games.size > 0)
    await tx.$executeRaw`
      UPDATE conditional_moves SET due_at = ${now}::timestamptz WHERE game_id = ANY(${[...games]}::int[]) AND branches <> '[]'`
}

/** Looks at the plans that are due, and plays what they answer. One that fails holds up no other. */
export async function answerPlans(deps: Deps): Promise<void> {
  const { database, log, now } = deps
  await catchUp(deps)
  for (;;) {
    const due = await database.prisma.$queryRaw<DuePlan[]>`
      SELECT game_id AS game, by::text FROM conditional_moves WHERE due_at <= ${now()}::timestamptz
      ORDER BY due_at LIMIT ${AT_ONCE}`
    for (const plan of due)
      try {
        await answerPlan(deps, plan)
      } catch (error) {
        log.error({ err: error, ...plan }, 'a plan could not be looked at; it is tried again')
        const later = new Date(now().getTime() + AGAIN_MS)
        await database.prisma.$executeRaw`
          UPDATE conditional_moves SET due_at = ${later}::timestamptz
          WHERE game_id = ${plan.game} AND by = ${plan.by}::side AND due_at IS NOT NULL`
      }
    if (due.length < AT_ONCE) return
  }
}
