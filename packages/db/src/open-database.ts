import type { Writable } from 'node:stream'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { dumpFiles } from './dump-files.ts'
import { checkConnecting, type LimitedPool, postgresPool, type StatementListener } from './limited-pool.ts'
import { lockDirectory } from './lock-directory.ts'
import {
  checkEmbedded,
  directoryOf,
  type Embedded,
  type EmbeddedLocation,
  openEmbedded,
} from './open-embedded.ts'
import { pglitePool } from './pglite-pool.ts'

/** Prisma's transaction client. Inside a transaction use nothing else: the embedded database has one connection. */
export type Transaction = Prisma.TransactionClient

export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /** Connections that keep their state, to listen for notifications and to hold locks. `pool`, unless there is a pooler. */
  direct: pg.Pool
  /** Runs a statement outside of any transaction. It costs a fraction of Prisma's `$queryRaw` and returns the same. */
  query<Row>(statement: Prisma.Sql): Promise<Row[]>
  /** `embedded` is PGlite in this process: one connection, no LISTEN from other processes. */
  kind: 'postgres' | 'embedded'
  /** The embedded database was not closed when its last process ended, and was recovered from its log. */
  recovered: boolean
  /** Checks that a connection can be opened, unless the pool has all it may open. @throws DatabaseUnavailable */
  checkConnecting(): Promise<void>
  /** Has every statement of this database measured, on all its connections. */
  onStatement(listener: StatementListener): void
  /** Writes the files of the embedded database into a stream, as a tar file. Nothing else runs meanwhile. null: there are none. */
  dump: ((to: Writable) => Promise<void>) | null
  close(): Promise<void>
}

/** A Postgres URL, or where the embedded database is. */
export interface DatabaseLocation extends EmbeddedLocation {
  url?: string
  /** The same database through a pooler in transaction mode. */
  pooledUrl?: string | undefined
  /** Size of the pool on a Postgres server. */
  maxConnections?: number
  /** Whether statements on a Postgres server have a time limit. Default: true. */
  limitsStatements?: boolean
}

/** With a pooler: one that listens, one for the lease on the built-in bots. */
const DIRECT_CONNECTIONS = 2

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const { url, pooledUrl, maxConnections = 10, limitsStatements = true } = location
  if (url && pooledUrl)
    return onPool(postgresPool({ url: pooledUrl, maxConnections, limitsStatements, isPooled: true }), {
      direct: postgresPool({ url, maxConnections: DIRECT_CONNECTIONS, limitsStatements }),
    })
  if (url) return onPool(postgresPool({ url, maxConnections, limitsStatements }))
  const unlock = location.dataDir ? lockDirectory(location.dataDir) : () => {}
  try {
    const recovered = location.dataDir ? checkEmbedded(location.dataDir) : false
    const embedded = await openEmbedded(location)
    const close = async () => {
      if (!embedded.disk?.failure) await embedded.lite.close()
      unlock()
    }
    return { ...embeddedDatabase(embedded, close, location.dataDir), recovered }
  } catch (error) {
    unlock()
    throw error
  }
}

/** @param dataDir undefined: in memory */
export function embeddedDatabase(
  { lite, disk }: Embedded,
  close: () => Promise<void>,
  dataDir?: string,
): Database {
  const pool = pglitePool(lite, disk)
  const dump = dataDir === undefined ? null : (to: Writable) => dumpFiles(pool, directoryOf(dataDir), to)
  const database = onPool(pool, { embedded: { dump, close } })
  const { prisma } = database
  const begin = prisma.$transaction.bind(prisma)
  prisma.$transaction = async (work: any, options?: any) => {
    const result = await begin(work, options)
    await disk?.settled()
    return result
  }
  return database
}

interface Around {
  embedded?: { dump: Database['dump']; close(): Promise<void> }
  /** Connections that do not go through the pooler. */
  direct?: pg.Pool
}

function onPool(pool: LimitedPool, { embedded, direct }: Around = {}): Database {
  // without a listener, a connection dropped by a restarting Postgres would end the process; the pool replaces it
  pool.on('error', () => {})
  direct?.on('error', () => {})
  // prepared, because parsing and planning a statement takes Postgres longer than running it
  const nameOf = statementNames()
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: nameOf }) })
  return {
    prisma,
    pool,
    direct: direct ?? pool,
    async query({ text, values }) {
      const { rows } = await pool.query({ text, values, types: PRISMA_TYPES, name: nameOf({ sql: text }) })
      return rows
    },
    kind: embedded ? 'embedded' : 'postgres',
    recovered: false,
    checkConnecting: embedded ? async () => {} : () => checkConnecting(pool),
    onStatement: (listener) => pool.statementListeners.push(listener),
    dump: embedded?.dump ?? null,
    async close() {
      await prisma.$disconnect()
      await pool.end()
      await direct?.end()
      await embedded?.close()
    },
  }
}

/** Parses the types that Prisma and node-postgres read differently as Prisma does. */
const PRISMA_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format),
}

/** Names the first thousand different statements. Later ones are not prepared, to limit memory. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const name = names.get(sql) ?? (names.size < 1000 ? `s${names.size}` : '')
    if (name) names.set(sql, name)
    return name
  }
}
