import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openAsBlob, readdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { checkCluster } from './check-cluster.ts'
import { createOnce, discardUnfinished, isUnfinished } from './create-once.ts'
import type { DiskSync } from './disk-sync.ts'
import { EmbeddedFs } from './embedded-fs.ts'
import { RANDOM_PAGE_COST } from './limited-pool.ts'
import { OperatorError } from './operator-error.ts'
import { restrictToOwner } from './owner-only.ts'

/**
 * A migrated database, written by `pnpm db:template`, which `npm start` runs. Making and migrating a new one takes several
 * times as long, and twice the memory. The bundle's folder is as deep as this one.
 */
export const TEMPLATE = fileURLToPath(
  new URL('../../../packages/db/generated-template/pglite.tar', import.meta.url),
)
const template = async () => (existsSync(TEMPLATE) ? { loadDataDir: await openAsBlob(TEMPLATE) } : {})

/** Unpacking with PGlite takes this process 130 MB of memory, which it keeps. */
async function unpackTemplate(directory: string): Promise<void> {
  // `-o`: as the user who unpacks
  const tar = spawn('tar', ['-xof', TEMPLATE, '-C', directory], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(tar.stderr), once(tar, 'close')])
  if (code !== 0) throw new Error(`tar ended with ${code}: ${said}`)
}

/** The folder of the embedded database in a data directory. */
export const directoryOf = (dataDir: string): string => join(dataDir, 'postgres')

const START_PARAMS = [
  // `-F`: without fsync
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // PGlite's fdatasync, Postgres' default, does nothing
  ...['-c', 'wal_sync_method=fsync'],
  // PGlite clears its cache at start. The default of 128 MB costs 0.1 s and 100 MB of memory
  ...['-c', 'shared_buffers=32MB', '-c', `random_page_cost=${RANDOM_PAGE_COST}`],
  // a checkpoint, for which everybody waits, comes more often and is shorter than with PGlite's 64 MB
  ...['-c', 'max_wal_size=16MB'],
]

/**
 * How long V8 runs a WebAssembly function before optimising it. With its default of 1.8 million, optimising takes half the
 * CPU time of a start. With this value, code runs about 10 % slower afterwards.
 */
const TIERING_BUDGET = 300_000_000

/** Makes a process that opens an embedded database start faster, and run slower afterwards. */
export const optimiseLate = (): void => setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)

/** Without a directory, the database is a new one in memory. */
export interface EmbeddedLocation {
  /** Created if missing, and locked against a second process. */
  dataDir?: string
  /** Is told once if the disk of `dataDir` refuses to synchronise. The database accepts nothing more then. */
  onDiskFailure?: (error: Error) => void
}

export interface Embedded {
  lite: PGlite
  /** null: in memory. */
  disk: DiskSync | null
}

export async function openEmbedded(location: EmbeddedLocation = {}): Promise<Embedded> {
  const { dataDir, onDiskFailure = () => {} } = location
  optimiseLate()
  const start = (options: PGliteOptions) => PGlite.create({ ...options, startParams: START_PARAMS })
  if (!dataDir) return { lite: await start(await template()), disk: null }
  restrictToOwner(dataDir)
  const directory = directoryOf(dataDir)
  try {
    const fs = new EmbeddedFs(directory, onDiskFailure)
    if (isNew(directory)) {
      if (!existsSync(TEMPLATE)) {
        const lite = await createOnce(directory, () => start({ fs }))
        fs.disk.start()
        return { lite, disk: fs.disk }
      }
      await createOnce(directory, () => unpackTemplate(directory))
      restrictToOwner(dataDir)
    }
    fs.disk.start()
    return { lite: await start({ fs }), disk: fs.disk }
  } catch (error) {
    throw explainEmbedded(directory, error)
  }
}

const isNew = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0

/** Writes nothing, so that nobody loses more of a damaged database. @returns whether it was not closed when it ended */
export function checkEmbedded(dataDir: string): boolean {
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
