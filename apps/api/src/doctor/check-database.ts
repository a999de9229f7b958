import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  checkNotNewer,
  DirectoryInUse,
  directoryOf,
  lockDirectory,
  migrationsPending,
  onlyRow,
  openDatabase,
  usesRoleSettings,
} from '@tegenzet/db'
import type { Config } from '../config/config.ts'
import { explainFailure } from '../config/explain-failure.ts'
import { checkBackupTools } from './check-backup-tools.ts'
import { checkCollation } from './check-collation.ts'
import { type Finding, good, problem, skipped } from './finding.ts'

const TOPIC = 'database'
/** The oldest major version of Postgres that is still supported. */
const OLDEST_POSTGRES = 14
/** Deadlines of games are compared across machines. */
const MAX_SKEW_MS = 2000

export async function checkDatabase(config: Config, now: () => Date): Promise<Finding[]> {
  const { databaseUrl, pooledUrl, replicaUrl, dataDir } = config
  if (!databaseUrl) return [checkEmbedded(dataDir)]
  return [
    ...(await checkPostgres(databaseUrl, config, now)),
    ...(pooledUrl ? [await checkPooler(databaseUrl, pooledUrl)] : []),
    ...(replicaUrl ? [await checkReplica(databaseUrl, replicaUrl, config)] : []),
  ]
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
    const answer = await database.pool.query<{
      version: number
      limit: number
      at: Date
      migrated: boolean
    }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
         current_setting('max_connections')::int AS "limit", clock_timestamp() AS at,
         to_regclass('"_prisma_migrations"') IS NOT NULL AS migrated`,
    )
    const { version, limit, at, migrated } = onlyRow(answer)
    const skew = Math.abs(now().getTime() - at.getTime())
    if (migrated) await checkNotNewer(database.pool)
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
      await checkCollation(database.pool, version),
      await checkBackupTools(version),
    ]
  } catch (error) {
    return [problem(TOPIC, `${explainFailure(error)}`)]
  } finally {
    await database.close()
  }
}

/** Connects as the server does. */
async function checkPooler(url: string, pooledUrl: string): Promise<Finding> {
  const database = await openDatabase({ url, pooledUrl, maxConnections: 1 })
  try {
    const sql = 'SELECT current_database() || current_user AS name'
    const [pooled, direct] = await Promise.all([database.pool.query(sql), database.direct.query(sql)])
    if (pooled.rows[0].name !== direct.rows[0].name)
      return problem(
        'pooler',
        'The pooler connects to another database or user: let DATABASE_URL and DATABASE_DIRECT_URL name the same.',
      )
    return (await usesRoleSettings(database.pool))
      ? good('pooler', 'it answers, and its connections have the settings of the role')
      : problem(
          'pooler',
          'Its connections lack the settings of the role: start the server once, then run RECONNECT in its console.',
        )
  } catch (error) {
    return problem('pooler', `${explainFailure(error)}`)
  } finally {
    await database.close()
  }
}

async function checkReplica(
  url: string,
  replicaUrl: string,
  { replicaLagSeconds }: Config,
): Promise<Finding> {
  const primary = await openDatabase({ url, maxConnections: 1 })
  const replica = await openDatabase({ url: replicaUrl, maxConnections: 1 })
  try {
    const { rows } = await replica.pool.query('SELECT pg_is_in_recovery() AS follows')
    if (!rows[0].follows)
      return problem('replica', 'DATABASE_REPLICA_URL is a primary: set it to a streaming replica.')
    const wal = await primary.pool.query('SELECT pg_current_wal_lsn()::text AS lsn')
    const begun = performance.now()
    const reached = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS value'
    while (!(await replica.pool.query(reached, [wal.rows[0].lsn])).rows[0].value) {
      if (performance.now() - begun > replicaLagSeconds * 1000)
        return problem(
          'replica',
          `It lags more than ${replicaLagSeconds} s behind and is not used: look at its log, and at pg_stat_replication on the primary.`,
        )
      await sleep(100)
    }
    return good('replica', `it answers and lags ${((performance.now() - begun) / 1000).toFixed(1)} s behind`)
  } catch (error) {
    return problem('replica', `${explainFailure(error)}`)
  } finally {
    await primary.close()
    await replica.close()
  }
}
