import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'

/** Plans that wait to be looked at. */
export function registerPlanMetrics(
  registers: Registry[],
  { database, now }: Pick<Deps, 'database' | 'now'>,
): void {
  const where = { dueAt: { not: null } }
  new Gauge({
    name: 'plans_due',
    help: 'Plans of all processes in whose games something has happened, and that were not looked at yet',
    registers,
    async collect() {
      this.set(await database.prisma.conditionalMoves.count({ where }))
    },
  })
  new Gauge({
    name: 'plans_oldest_seconds',
    help: 'How long the plan that is due first has been so',
    registers,
    async collect() {
      const { _min } = await database.prisma.conditionalMoves.aggregate({ where, _min: { dueAt: true } })
      this.set(_min.dueAt ? Math.max(0, (now().getTime() - _min.dueAt.getTime()) / 1000) : 0)
    },
  })
}
