import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Db } from '../store/transaction.ts'

/** Conditional moves that are due. */
export function registerConditionalMovesMetrics(
  registers: Registry[],
  db: Db,
  { now }: Pick<Deps, 'now'>,
): void {
  const where = { dueAt: { not: null } }
  new Gauge({
    name: 'tegenzet_conditional_moves_due',
    help: 'Conditional moves of all processes whose games have changed since they were last checked',
    registers,
    async collect() {
      this.set(await db.conditionalMoves.count({ where }))
    },
  })
  new Gauge({
    name: 'tegenzet_conditional_moves_oldest_seconds',
    help: 'How long the oldest due conditional moves have been due',
    registers,
    async collect() {
      const { _min } = await db.conditionalMoves.aggregate({ where, _min: { dueAt: true } })
      this.set(_min.dueAt ? Math.max(0, (now().getTime() - _min.dueAt.getTime()) / 1000) : 0)
    },
  })
}
