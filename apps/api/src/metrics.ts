import { Histogram, Registry } from 'prom-client'

/** What this process has counted since it started. What is read from the database is in `health/`. */
export const processMetrics = new Registry()
const registers = [processMetrics]

export const jobDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'How long runs of periodic tasks and queued jobs took in this process',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers,
})
