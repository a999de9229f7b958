import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { lockDirectory, makeDirectory, sync } from '@tegenzet/db'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

const manifestSchema = z.object({
  format: z.literal(2),
  /** Which database it is from. It can only be restored to the same kind. */
  kind: z.enum(['embedded', 'postgres']),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int().nonnegative()),
})
export type Manifest = z.output<typeof manifestSchema>

/** A backup, unpacked: a folder with `manifest.json`, `database`, and `secret` if it was asked for. */
export interface Unpacked {
  folder: string
  manifest: Manifest
  /** The dump: PGlite's files as a gzipped tar, or pg_dump's custom format. */
  database: string
  secret: string | undefined
}

/** The last line of a backup, after the end of the tar file: the checksum of everything before it. */
const CHECKSUM_LINE = /^sha256 [0-9a-f]{64}\n$/
const CHECKSUM_BYTES = 72

/**
 * Packs a backup into one tar file. It gets its name when it is complete, read again and on disk.
 * @param fill writes `database`, and `secret` if wanted, into a folder that only the owner can read
 */
export async function packBackup(
  file: string,
  fill: (folder: string) => Promise<Omit<Manifest, 'format'>>,
): Promise<Manifest> {
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`)
  return inWorkFolder(dirname(resolve(file)), async (work) => {
    const contents = join(work, 'contents')
    await mkdir(contents)
    const manifest: Manifest = { format: 2, ...(await fill(contents)) }
    await writeFile(join(contents, 'manifest.json'), JSON.stringify(manifest))
    const archive = join(work, 'archive')
    await run('tar', ['-cf', archive, '-C', contents, '.'])
    await appendFile(archive, await checksumLine(archive))
    await rm(contents, { recursive: true })
    await unpackInto(work, archive)
    await chmod(archive, 0o600)
    await sync(archive)
    await rename(archive, file)
    await sync(dirname(resolve(file)))
    return manifest
  })
}

/**
 * Unpacks a backup beside `near`, which needs room for it.
 * @throws BackupError if the file is not a backup as it was written, before anything is unpacked
 */
export async function unpackBackup<T>(
  file: string,
  near: string,
  use: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  await verifyChecksum(file)
  return inWorkFolder(near, async (work) => use(await unpackInto(work, file)))
}

/** Reads the whole file. @throws BackupError if it is not a backup as it was written */
export async function verifyChecksum(file: string): Promise<void> {
  const line = await lastBytes(file)
  if (!CHECKSUM_LINE.test(line))
    throw new BackupError(
      (await isWithoutChecksum(file))
        ? `${file} was made by an earlier version and has no checksum: restore it with that version, then upgrade.`
        : `${file} is not a backup, or it is damaged: it does not end with a checksum.`,
    )
  if ((await checksumLine(file, CHECKSUM_BYTES)) !== line)
    throw new BackupError(`${file} is damaged: its checksum does not match.`)
}

/** @param without that many bytes at the end */
async function checksumLine(file: string, without = 0): Promise<string> {
  const hash = createHash('sha256')
  const { size } = await stat(file)
  // `end` is the last byte that is read
  if (size > without) await pipeline(createReadStream(file, { end: size - without - 1 }), hash)
  return `sha256 ${hash.digest('hex')}\n`
}

async function lastBytes(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(CHECKSUM_BYTES),
      position: Math.max(0, size - CHECKSUM_BYTES),
    })
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function isWithoutChecksum(file: string): Promise<boolean> {
  try {
    const { stdout } = await run('tar', ['-xOf', resolve(file), './manifest.json'])
    return JSON.parse(stdout).format === 1
  } catch {
    return false
  }
}

async function unpackInto(work: string, archive: string): Promise<Unpacked> {
  const folder = join(work, 'unpacked')
  const secret = join(folder, 'secret')
  await mkdir(folder)
  try {
    await run('tar', ['-xf', resolve(archive), '-C', folder])
    return {
      folder,
      manifest: manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))),
      database: join(folder, 'database'),
      secret: existsSync(secret) ? await readFile(secret, 'utf8') : undefined,
    }
  } catch (error) {
    throw new BackupError(`${archive} is not a complete backup.`, { cause: error })
  }
}

const WORK_FOLDER = '.tegenzet-backup-'

/** Runs `use` with a folder that only the owner can read, and deletes it afterwards. */
async function inWorkFolder<T>(near: string, use: (work: string) => Promise<T>): Promise<T> {
  makeDirectory(near)
  await removeAbandoned(near)
  const work = await mkdtemp(join(near, WORK_FOLDER))
  // a file system without locks can be backed up to all the same
  const unlock = tryLockDirectory(work) ?? (() => {})
  try {
    return await use(work)
  } finally {
    unlock()
    await rm(work, { recursive: true, force: true })
  }
}

/** Deletes what killed runs have left: unpacked data, and perhaps the secret. */
async function removeAbandoned(near: string): Promise<void> {
  for (const name of await readdir(near)) {
    const unlock = name.startsWith(WORK_FOLDER) && tryLockDirectory(join(near, name))
    if (!unlock) continue
    unlock()
    await rm(join(near, name), { recursive: true, force: true })
  }
}

/** @returns undefined if another process has locked it, or the file system has no locks */
function tryLockDirectory(directory: string): (() => void) | undefined {
  try {
    return lockDirectory(directory)
  } catch {
    return undefined
  }
}
