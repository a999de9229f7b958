import { existsSync } from 'node:fs'
import { DirectoryInUse, directoryOf, lockDirectory, migrationsPending, openDatabase } from '@tegenzet/db'
import type { Config } from '../config.ts'
import { explainFailure } from '../explain-failure.ts'
import { type Finding, good, problem, skipped } from './finding.ts'

const TOPIC = 'database'
/** The oldest major version of Postgres that its makers still support. */
const OLDEST_POSTGRES = 14
/** Deadlines of games are compared across machines. */
const MAX_SKEW_MS = 2000

export async function checkDatabase(config: Config, now: () => Date): Promise<Finding[]> {
  return config.databaseUrl ? checkPostgres(config.databaseUrl, config, now) : [checkEmbedded(config.dataDir)]
}

function checkEmbedded(dataDir: string): Finding {
  if (!existsSync(directoryOf(dataDir)))
    return skipped(TOPIC, `${dataDir} has no database yet: the first start creates it.`)
  try {
    lockDirectory(dataDir)()
    return good(TOPIC, `embedded, in ${dataDir}; no server uses it now`)
  } catch (error) {
    if (error instanceof DirectoryInUse) return good(TOPIC, `embedded, in ${dataDir}; a server uses it`)
    return problem(TOPIC, `${explainFailure(error)}`)
  }
}

async function checkPostgres(url: string, { maxConnections }: Config, now: () => Date): Promise<Finding[]> {
  const database = await openDatabase({ url, maxConnections: 1 })
  try {
    const { rows } = await database.pool.query<{
      version: number
      limit: number
      at: Date
      migrated: boolean
    }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
         current_setting('max_connections')::int AS "limit", clock_timestamp() AS at,
         to_regclass('"_prisma_migrations"') IS NOT NULL AS migrated`,
    )
    const { version, limit, at, migrated } = rows[0]!
    const skew = Math.abs(now().getTime() - at.getTime())
    const pending = migrated && (await migrationsPending(database.pool))
    return [
      version < OLDEST_POSTGRES
        ? problem(
            TOPIC,
            `Postgres ${version} is no longer supported: upgrade to ${OLDEST_POSTGRES} or later.`,
          )
        : good(TOPIC, `Postgres ${version} answers`),
      maxConnections + 1 > limit
        ? problem(
            TOPIC,
            `MAX_CONNECTIONS=${maxConnections}, but Postgres allows ${limit} in all: lower it or raise max_connections.`,
          )
        : good(TOPIC, `${maxConnections} of ${limit} connections per process`),
      pending
        ? problem(TOPIC, 'Migrations are missing: start this version of the server once.')
        : good(TOPIC, migrated ? 'all migrations are applied' : 'empty: the first start creates the tables'),
      skew > MAX_SKEW_MS
        ? problem(
            'time',
            `This machine and the database differ by ${Math.round(skew / 1000)} s: use NTP on both.`,
          )
        : good('time', 'this machine and the database agree'),
    ]
  } catch (error) {
    return [problem(TOPIC, `${explainFailure(error)}`)]
  } finally {
    await database.close()
  }
}
