import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Beside a directory as long as it is being created. */
const markOf = (directory: string): string => `${directory}.unfinished`

/** Creates a directory so that a process that is killed meanwhile leaves what the next one discards. */
export async function createOnce<T>(directory: string, create: () => Promise<T>): Promise<T> {
  const mark = markOf(directory)
  writeFileSync(mark, '', { mode: 0o600 })
  syncDirectory(dirname(mark))
  const created = await create()
  rmSync(mark)
  // a mark that came back after a power cut would discard what was written since
  syncDirectory(dirname(mark))
  return created
}

export const isUnfinished = (directory: string): boolean => existsSync(markOf(directory))

export function discardUnfinished(directory: string): void {
  if (!isUnfinished(directory)) return
  rmSync(directory, { recursive: true, force: true })
  rmSync(markOf(directory))
}

function syncDirectory(directory: string): void {
  // Windows opens no directories
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
