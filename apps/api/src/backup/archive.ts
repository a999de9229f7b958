import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

const manifestSchema = z.object({
  format: z.literal(1),
  /** Which database it is from. It can only be restored to the same kind. */
  kind: z.enum(['embedded', 'postgres']),
  version: z.string(),
  createdAt: z.iso.datetime(),
})
export type Manifest = z.output<typeof manifestSchema>

/** A backup, unpacked: a folder with `manifest.json`, `database`, and `secret` if it was asked for. */
export interface Unpacked {
  manifest: Manifest
  /** The dump: PGlite's files as a gzipped tar, or pg_dump's custom format. */
  database: string
  secret: string | undefined
}

/**
 * Packs a backup into one tar file. It gets its name when it is complete, checked and on disk.
 * @param fill writes `database`, and `secret` if wanted, into a folder that only the owner can read
 * @param check is given the finished archive, unpacked again
 */
export async function packBackup<T>(
  file: string,
  manifest: Manifest,
  fill: (folder: string) => Promise<void>,
  check: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`)
  const work = await workFolder(dirname(resolve(file)))
  try {
    const contents = join(work, 'contents')
    await mkdir(contents)
    await writeFile(join(contents, 'manifest.json'), JSON.stringify(manifest))
    await fill(contents)
    const archive = join(work, 'archive')
    await run('tar', ['-cf', archive, '-C', contents, '.'])
    await rm(contents, { recursive: true })
    const result = await unpackInto(work, archive, check)
    await flush(archive)
    await rename(archive, file)
    return result
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Unpacks a backup beside `near`, which needs room for it. @throws BackupError if the file is not a backup */
export async function unpackBackup<T>(
  file: string,
  near: string,
  use: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const work = await workFolder(near)
  try {
    return await unpackInto(work, file, use)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function unpackInto<T>(
  work: string,
  archive: string,
  use: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  const folder = join(work, 'unpacked')
  await mkdir(folder)
  try {
    return await use(await unpack(archive, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpack(archive: string, folder: string): Promise<Unpacked> {
  const secret = join(folder, 'secret')
  try {
    await run('tar', ['-xf', resolve(archive), '-C', folder])
    return {
      manifest: manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))),
      database: join(folder, 'database'),
      secret: existsSync(secret) ? await readFile(secret, 'utf8') : undefined,
    }
  } catch (error) {
    throw new BackupError(`${archive} is not a complete backup.`, { cause: error })
  }
}

const workFolder = async (near: string) => {
  await mkdir(near, { recursive: true })
  // readable by the owner only
  return mkdtemp(join(near, '.tegenzet-backup-'))
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
  await handle.close()
}
