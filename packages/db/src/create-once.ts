import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Beside a directory as long as it is being created. */
const markOf = (directory: string): string => `${directory}.unfinished`

/** Creates a directory so that a process that is killed meanwhile, or a power cut, leaves what the next one discards. */
export async function createOnce<T>(directory: string, create: () => Promise<T>): Promise<T> {
  const mark = markOf(directory)
  writeFileSync(mark, '', { mode: 0o600 })
  sync(dirname(mark))
  const created = await create()
  syncAll(directory)
  rmSync(mark)
  // a mark that came back after a power cut would discard what was written since
  sync(dirname(mark))
  return created
}

export const isUnfinished = (directory: string): boolean => existsSync(markOf(directory))

export function discardUnfinished(directory: string): void {
  if (!isUnfinished(directory)) return
  rmSync(directory, { recursive: true, force: true })
  rmSync(markOf(directory))
}

/** Brings a directory to the disk, with everything in it. */
export function syncAll(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncAll(path)
    else if (entry.isFile()) sync(path)
  }
  sync(directory)
}

/** Brings a file, or the names in a directory, to the disk. */
export function sync(path: string): void {
  // Windows opens no directories, and flushes only what was opened for writing
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
