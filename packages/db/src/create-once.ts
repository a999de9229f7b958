import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Beside a directory as long as it is being created. */
const markOf = (directory: string): string => `${directory}.unfinished`

/** Creates a directory so that a process that is killed meanwhile, or a power cut, leaves what the next one discards. */
export async function createOnce<T>(directory: string, create: () => Promise<T>): Promise<T> {
  const mark = markOf(directory)
  writeFileSync(mark, '', { mode: 0o600 })
  await sync(dirname(mark))
  const created = await create()
  await syncAll(directory)
  rmSync(mark)
  // a mark that came back after a power cut would discard what was written since
  await sync(dirname(mark))
  return created
}

export const isUnfinished = (directory: string): boolean => existsSync(markOf(directory))

export function discardUnfinished(directory: string): void {
  if (!isUnfinished(directory)) return
  rmSync(directory, { recursive: true, force: true })
  rmSync(markOf(directory))
}

/** More than the threads that Node has for files. Each holds a descriptor open. */
const SYNCS_AT_ONCE = 16

/** Brings a directory to the disk, with everything in it. Syncs that come together cost the disk little more than one. */
export async function syncAll(directory: string): Promise<void> {
  const paths = readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const syncNext = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await sync(path)
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncNext))
  await sync(directory)
}

/** Brings a file, or the names in a directory, to the disk. */
export async function sync(path: string): Promise<void> {
  // Windows opens no directories, and flushes only what was opened for writing
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
