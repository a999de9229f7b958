import {
  type Database,
  migrate,
  OperatorError,
  openDatabase,
  setUpRole,
  usesRoleSettings,
} from '@tegenzet/db'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { raiseIds } from '../outbox/raise-ids.ts'
import { renumberRestored } from '../outbox/renumber-restored.ts'
import { openStore } from '../store/transaction.ts'

/** Opens the database, with all migrations and safe after a restore. Ends the process if the disk fails later. */
export async function openPreparedDatabase(
  { databaseUrl: url, pooledUrl, dataDir, maxConnections }: Config,
  deps: Pick<Deps, 'log' | 'now'>,
): Promise<Database> {
  if (!url) {
    // going on would confirm what may not be there after the next start
    const stopAtOnce = (err: Error) => {
      deps.log.fatal({ err }, `the disk of ${dataDir} cannot keep what is written: the server ends`)
      process.exit(1)
    }
    const database = await openDatabase({ dataDir, onDiskFailure: stopAtOnce })
    if (database.recovered)
      deps.log.warn('the database was not closed when the last process ended: it was recovered from its log')
    await prepare(database, deps)
    return database
  }
  // on a large database, a migration takes longer than any request may wait
  const unlimited = await openDatabase({ url, maxConnections: 1, limitsStatements: false })
  try {
    await prepare(unlimited, deps)
    if (pooledUrl) await setUpRole(unlimited.pool)
  } finally {
    await unlimited.close()
  }
  const database = await openDatabase({ url, pooledUrl, maxConnections })
  if (pooledUrl && !(await usesRoleSettings(database.pool))) {
    await database.close()
    throw new OperatorError(
      'The pooler has connections from before the role got its settings: run RECONNECT in its console, and check that both URLs use the same user and database.',
    )
  }
  return database
}

async function prepare(database: Database, { log, now }: Pick<Deps, 'log' | 'now'>): Promise<void> {
  for (const migration of await migrate(database.pool)) log.info({ migration }, 'migration applied')
  const store = openStore(database, { appended() {}, revoked() {} })
  await renumberRestored(store)
  await raiseIds(store, now())
}
