import type { PeriodicTask } from './ticker.ts'

const EVERY_MS = 10 * 60_000

/** A periodic task that deletes old rows. */
export const pruneTask = (what: string, run: PeriodicTask['run']): PeriodicTask => ({
  name: `prune-${what}`,
  everyMs: EVERY_MS,
  runsOn: 'one-process',
  run,
})
