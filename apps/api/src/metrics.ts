import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counters of this process since it started. Metrics that are read from the database are in `health/`. */
export const processMetrics = new Registry()
const registers = [processMetrics]
// never ends: it observes the event loop and the garbage collector
collectDefaultMetrics({ register: processMetrics })

export const jobDuration = new Histogram({
  name: 'tegenzet_job_duration_seconds',
  help: 'How long runs of periodic tasks and queued jobs took in this process',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers,
})

export const jobInterval = new Gauge({
  name: 'tegenzet_job_interval_seconds',
  help: 'How often a periodic task is due. A run that takes about as long holds up the next',
  labelNames: ['job'],
  registers,
})

export const jobRowsRead = new Gauge({
  name: 'tegenzet_job_rows_read',
  help: 'Rows of tables and entries of indexes that a run of a periodic task read. One run in ten minutes is counted',
  labelNames: ['job'],
  registers,
})

export const webhookAttempts = new Counter({
  name: 'tegenzet_webhook_attempts_total',
  help: 'Webhook calls of this process by outcome: delivered, pending (will be retried), or failed (given up)',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of ['delivered', 'pending', 'failed']) webhookAttempts.inc({ outcome }, 0)

export const reminders = new Counter({
  name: 'tegenzet_reminders_total',
  help: 'Reminders of this process by channel',
  labelNames: ['channel'],
  registers,
})
for (const channel of ['app', 'mail']) reminders.inc({ channel }, 0)

export const reminderLag = new Gauge({
  name: 'tegenzet_reminders_lag_seconds',
  help: 'How late the last reminder of this process was. Reminders wait until the end of quiet hours',
  registers,
})

export const digests = new Counter({
  name: 'tegenzet_digests_total',
  help: 'Daily mails that this process has written',
  registers,
})

export const mailAttempts = new Counter({
  name: 'tegenzet_mail_attempts_total',
  help: 'Mails of this process by kind and outcome: sent, waiting (will be retried), failed (given up), or overtaken (seen in the app first)',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const moves = new Counter({
  name: 'tegenzet_moves_total',
  help: 'Moves that this process has played: sent by a player, or conditional moves',
  labelNames: ['by'],
  registers,
})
for (const by of ['player', 'conditional-moves']) moves.inc({ by }, 0)

export const outages = new Counter({
  name: 'tegenzet_outages_total',
  help: 'Outages that this process found and gave back to the clocks',
  registers,
})

export const outageSeconds = new Counter({
  name: 'tegenzet_outages_seconds_total',
  help: 'Total duration of these outages',
  registers,
})
