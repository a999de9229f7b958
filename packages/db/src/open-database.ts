import { existsSync, openAsBlob, readdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { checkCluster } from './check-cluster.ts'
import { createOnce, discardUnfinished, isUnfinished } from './create-once.ts'
import {
  checkConnecting,
  type LimitedPool,
  postgresPool,
  RANDOM_PAGE_COST,
  type StatementListener,
} from './limited-pool.ts'
import { lockDirectory } from './lock-directory.ts'
import { OperatorError } from './operator-error.ts'
import { OwnerOnlyFs, restrictToOwner } from './owner-only.ts'
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
  /** Archives the files of the embedded database (a gzipped tar). Nothing else runs meanwhile. null: Postgres. */
  dump: (() => Promise<Blob>) | null
  close(): Promise<void>
}

/** A Postgres URL, or a directory for the embedded database. With neither, the database is in memory, from a dump if given. */
export interface DatabaseLocation {
  url?: string
  /** The same database through a pooler in transaction mode. */
  pooledUrl?: string | undefined
  /** Created if missing, and locked against a second process. */
  dataDir?: string
  dump?: Blob
  /** Size of the pool on a Postgres server. */
  maxConnections?: number
  /** Whether statements on a Postgres server have a time limit. Default: true. */
  limitsStatements?: boolean
}

/**
 * A migrated database, written by `pnpm db:template`, which `npm start` runs. Making and migrating a new one takes several
 * times as long, and twice the memory. The bundle's folder is as deep as this one.
 */
export const TEMPLATE = fileURLToPath(
  new URL('../../../packages/db/generated-template/pglite.tar', import.meta.url),
)
const template = async () => (existsSync(TEMPLATE) ? { loadDataDir: await openAsBlob(TEMPLATE) } : {})

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
    const lite = await openEmbedded(location)
    const close = async () => {
      await lite.close()
      unlock()
    }
    return { ...embeddedDatabase(lite, close), recovered }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The folder of the embedded database in a data directory. */
export const directoryOf = (dataDir: string): string => join(dataDir, 'postgres')

/** PGlite clears its cache at start. The default of 128 MB costs 0.1 s and 100 MB of memory. */
const START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=32MB', '-c', `random_page_cost=${RANDOM_PAGE_COST}`],
]

/**
 * How long V8 runs a WebAssembly function before optimising it. With its default of 1.8 million, optimising takes half the
 * CPU time of a start. With this value, code runs about 10 % slower afterwards.
 */
const TIERING_BUDGET = 300_000_000

/** Makes a process that opens an embedded database start faster, and run slower afterwards. */
export const optimiseLate = (): void => setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)

export async function openEmbedded({ dataDir, dump }: DatabaseLocation = {}): Promise<PGlite> {
  optimiseLate()
  if (dump) return PGlite.create({ loadDataDir: dump, startParams: START_PARAMS })
  if (!dataDir) return PGlite.create({ ...(await template()), startParams: START_PARAMS })
  restrictToOwner(dataDir)
  const directory = directoryOf(dataDir)
  try {
    if (!isNew(directory))
      return await PGlite.create({ fs: new OwnerOnlyFs(directory), startParams: START_PARAMS })
    return await createOnce(directory, async () =>
      PGlite.create({ fs: new OwnerOnlyFs(directory), ...(await template()), startParams: START_PARAMS }),
    )
  } catch (error) {
    throw explainEmbedded(directory, error)
  }
}

const isNew = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0

/** Writes nothing, so that nobody loses more of a damaged database. @returns whether it was not closed when it ended */
function checkEmbedded(dataDir: string): boolean {
  const directory = directoryOf(dataDir)
  discardUnfinished(directory)
  if (isNew(directory)) return false
  try {
    return !checkCluster(directory).isClosed
  } catch (cause) {
    throw damaged(directory, cause)
  }
}

/** A new database takes 40 MB. */
const ROOM_BYTES = 50e6

const damaged = (directory: string, cause: unknown) =>
  new OperatorError(`The database in ${directory} is damaged: restore a backup (\`restore\`).`, { cause })

/** PGlite's own errors are bare numbers, or say nothing about the cause. */
function explainEmbedded(directory: string, cause: unknown): OperatorError {
  const { bavail, bsize } = statfsSync(dirname(directory))
  if (bavail * bsize < ROOM_BYTES)
    return new OperatorError(`The disk of ${directory} is full: make room and start again.`, { cause })
  return isUnfinished(directory)
    ? new OperatorError(`No database can be created in ${directory}: choose another DATA_DIR.`, { cause })
    : damaged(directory, cause)
}

export const embeddedDatabase = (lite: PGlite, close: () => Promise<void>): Database =>
  onPool(pglitePool(lite), { embedded: { dump: () => lite.dumpDataDir('gzip'), close } })

interface Around {
  embedded?: { dump: () => Promise<Blob>; close(): Promise<void> }
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
