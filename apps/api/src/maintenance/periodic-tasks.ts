import { type Database, vacuumTables } from '@tegenzet/db'
import type { PeriodicTask } from '../jobs/ticker.ts'

/** What Postgres does by itself and the embedded database does not. */
export const maintenanceTasks = ({ kind, pool }: Pick<Database, 'kind' | 'pool'>): PeriodicTask[] =>
  kind === 'postgres'
    ? []
    : [
        {
          name: 'vacuum',
          // as often as Postgres looks
          everyMs: 60_000,
          runsOn: 'every-process',
          run: (_, stop) => vacuumTables(pool, stop),
        },
      ]
