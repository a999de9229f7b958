import { existsSync, mkdirSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { lockDirectory } from './lock-directory.ts'
import { pglitePool } from './pglite-pool.ts'

/** What a use case that is inside a transaction passes on: with the embedded pool of one, nothing else may be used there. */
export type Transaction = Prisma.TransactionClient

export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /** `embedded` is PGlite in this process: one connection, no LISTEN from other processes. */
  kind: 'postgres' | 'embedded'
  close(): Promise<void>
}

/** A Postgres server's URL, or a directory for the embedded database. With neither it lives in memory. */
export interface Whereabouts {
  url?: string
  /** Created if missing, and locked against a second process. */
  dataDir?: string
  /** Of the pool, on a Postgres server. */
  maxConnections?: number
}

/** A migrated database, made by `pnpm db:template`. Loading it takes 0.4 s, making it 2 s. */
export const TEMPLATE = fileURLToPath(new URL('../generated-template/pglite.tar', import.meta.url))

export async function openDatabase(where: Whereabouts): Promise<Database> {
  // Prisma's adapter writes and reads instants without their offset: every connection must speak UTC
  if (where.url)
    return onPool(
      new pg.Pool({
        connectionString: where.url,
        max: where.maxConnections ?? 10,
        options: '-c TimeZone=UTC',
      }),
    )
  const unlock = where.dataDir ? lockDirectory(where.dataDir) : () => {}
  try {
    const lite = await openEmbedded(where.dataDir)
    return onPool(pglitePool(lite), async () => {
      await lite.close()
      unlock()
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/** The embedded database's folder in a data directory. */
export const directoryOf = (dataDir: string): string => join(dataDir, 'postgres')

/** A smaller cache than Postgres's 128 MB, which PGlite clears at start: a tenth of a second and 100 MB of memory. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/**
 * How much a WebAssembly function runs before V8 optimises it. With V8's default of 1.8 million the optimiser takes half
 * of the processor time of a start; the code it leaves alone for longer runs a tenth slower.
 */
const TIERING_BUDGET = 300_000_000

async function openEmbedded(dataDir: string | undefined): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
  if (!dataDir)
    return existsSync(TEMPLATE)
      ? PGlite.create({ loadDataDir: await openAsBlob(TEMPLATE), startParams: START_PARAMS })
      : PGlite.create('memory://', { startParams: START_PARAMS })
  mkdirSync(dataDir, { recursive: true })
  return PGlite.create(directoryOf(dataDir), { startParams: START_PARAMS })
}

function onPool(pool: pg.Pool, closeEmbedded?: () => Promise<void>): Database {
  // without a listener, an idle connection that a restarting Postgres drops would end the process; the pool replaces it
  pool.on('error', () => {})
  // parsing and planning a statement costs Postgres more than running it, so statements are prepared
  const options = closeEmbedded ? {} : { statementNameGenerator: statementNames() }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, options) })
  return {
    prisma,
    pool,
    kind: closeEmbedded ? 'embedded' : 'postgres',
    async close() {
      await prisma.$disconnect()
      await pool.end()
      await closeEmbedded?.()
    },
  }
}

/** Names the first thousand different statements. Later ones stay unprepared, so that memory is bounded. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const name = names.get(sql) ?? (names.size < 1000 ? `s${names.size}` : '')
    if (name) names.set(sql, name)
    return name
  }
}
