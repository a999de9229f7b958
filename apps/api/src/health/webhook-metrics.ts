import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Depth } from '../jobs/queues.ts'
import type { Db } from '../store/transaction.ts'

/** @param calls the queue of calls; null: this process does not use it */
export function registerWebhookMetrics(
  registers: Registry[],
  db: Db,
  { now }: Pick<Deps, 'now'>,
  calls: { depth(): Promise<Depth> } | null,
): void {
  new Gauge({
    name: 'tegenzet_webhook_calls',
    help: 'Webhook calls in the queue of all processes, by state: waiting (for later), due, or active',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries(calls ? await calls.depth() : {}))
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'tegenzet_webhook_calls_oldest_seconds',
    help: 'How long the oldest due call has been due',
    registers,
    async collect() {
      const { _min } = await db.delivery.aggregate({
        // nothing is sent to a webhook whose token has expired
        where: {
          state: 'pending',
          webhook: {
            OR: [{ tokenId: null }, { token: { expiresAt: null } }, { token: { expiresAt: { gt: now() } } }],
          },
        },
        _min: { nextAttemptAt: true },
      })
      const { nextAttemptAt } = _min
      this.set(nextAttemptAt ? Math.max(0, (now().getTime() - nextAttemptAt.getTime()) / 1000) : 0)
    },
  })
}
