import { MAIL_KINDS } from '@tegenzet/contract'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'

/** Mails and reminders. */
export function registerMailMetrics(
  registers: Registry[],
  { database, mailer, reminded, now }: Pick<Deps, 'database' | 'mailer' | 'reminded' | 'now'>,
): void {
  new Gauge({
    name: 'mails_waiting',
    help: 'Mails of all processes that are to be sent, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const waiting = await database.prisma.mail.groupBy({
        by: ['kind'],
        where: { state: 'waiting' },
        _count: true,
      })
      for (const kind of MAIL_KINDS) this.set({ kind }, 0)
      for (const { kind, _count } of waiting) this.set({ kind }, _count)
    },
  })
  new Gauge({
    name: 'mails_oldest_seconds',
    help: 'How long the mail that is due first has been so',
    registers,
    async collect() {
      const where = { state: 'waiting' } as const
      const { _min } = await database.prisma.mail.aggregate({ where, _min: { nextAt: true } })
      this.set(_min.nextAt ? Math.max(0, (now().getTime() - _min.nextAt.getTime()) / 1000) : 0)
    },
  })
  if (mailer)
    new Counter({
      name: 'mail_attempts_total',
      help: 'Mails of this process by kind: sent, to be tried again, given up, or of no more use before they were sent',
      labelNames: ['kind', 'outcome'],
      registers,
      collect() {
        this.reset()
        for (const { kind, outcome, count } of mailer.tally) this.inc({ kind, outcome }, count)
      },
    })

  new Counter({
    name: 'reminders_total',
    help: 'Reminders of this process, by the way they went',
    labelNames: ['channel'],
    registers,
    collect() {
      this.reset()
      this.inc({ channel: 'app' }, reminded.app)
      this.inc({ channel: 'mail' }, reminded.mail)
    },
  })
  new Counter({
    name: 'digests_total',
    help: 'Daily mails that this process has written',
    registers,
    collect() {
      this.reset()
      this.inc(reminded.digests)
    },
  })
  new Gauge({
    name: 'reminders_lag_seconds',
    help: 'How long after its time the last reminder of this process came; within quiet hours they wait',
    registers,
    collect() {
      this.set(reminded.lagSeconds)
    },
  })
  new Gauge({
    name: 'reminders_round_age_seconds',
    help: 'How long ago any process last looked for reminders',
    registers,
    async collect() {
      const lease = await database.prisma.lease.findUnique({ where: { name: 'reminders' } })
      if (lease) this.set((now().getTime() - lease.at.getTime()) / 1000)
    },
  })
}
