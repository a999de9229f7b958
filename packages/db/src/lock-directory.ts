import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another process uses the directory. The message says which one and what to do. */
export class DirectoryInUse extends Error {}

/**
 * Locks a directory for this process. PGlite does not notice a second process, and both would corrupt the data.
 * Takes over the lock of a process that has ended.
 * @returns a function that releases the lock
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'lock')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(file, 'utf8'))
    if (isOther(holder))
      throw new DirectoryInUse(
        `${directory} is in use by process ${holder}. Stop it, or choose another DATA_DIR. (If that is not Tegenzet, remove ${file}.)`,
      )
    rmSync(file, { force: true })
  }
}

/** A lock with our own process ID is old: in a container, every start has the same one. */
function isOther(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
