import { MAIL_KINDS } from '@tegenzet/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Db } from '../store/transaction.ts'

/** Mails and reminders. */
export function registerMailMetrics(registers: Registry[], db: Db, { now }: Pick<Deps, 'now'>): void {
  new Gauge({
    name: 'tegenzet_mails_waiting',
    help: 'Mails in the queue of all processes, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const waiting = await db.mail.groupBy({ by: ['kind'], where: { state: 'waiting' }, _count: true })
      for (const kind of MAIL_KINDS) this.set({ kind }, 0)
      for (const { kind, _count } of waiting) this.set({ kind }, _count)
    },
  })
  new Gauge({
    name: 'tegenzet_mails_oldest_seconds',
    help: 'How long the oldest due mail has been due',
    registers,
    async collect() {
      const where = { state: 'waiting' } as const
      const { _min } = await db.mail.aggregate({ where, _min: { nextAt: true } })
      this.set(_min.nextAt ? Math.max(0, (now().getTime() - _min.nextAt.getTime()) / 1000) : 0)
    },
  })
  new Gauge({
    name: 'tegenzet_reminders_last_run_age_seconds',
    help: 'How long ago any process last looked for reminders',
    registers,
    async collect() {
      const lease = await db.lease.findUnique({ where: { name: 'reminders' } })
      if (lease) this.set((now().getTime() - lease.at.getTime()) / 1000)
    },
  })
}
