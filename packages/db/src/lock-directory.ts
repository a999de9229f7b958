/// <reference path="./fs-native-extensions.d.ts" />
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { makeDirectory } from './make-directory.ts'
import { OperatorError } from './operator-error.ts'
import { giveToOwner } from './owner-only.ts'

/** Another process uses the directory. The message says which one and what to do. */
export class DirectoryInUse extends OperatorError {}

/**
 * Locks a directory for this process. PGlite does not notice a second process, and both would corrupt the data. The
 * kernel holds the lock, so it ends with the process however that dies, and other containers respect it.
 * @returns a function that releases the lock
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  makeDirectory(directory)
  const file = join(directory, 'lock')
  let descriptor = tryToLock(file)
  // a process that was just stopping may have removed the file after we opened it
  while (!isOpenAt(file, descriptor)) {
    closeSync(descriptor)
    descriptor = tryToLock(file)
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, String(process.pid))
  return () => {
    giveToOwner(directory)
    rmSync(file, { force: true })
    closeSync(descriptor)
  }
}

function tryToLock(file: string): number {
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    if (tryLock(descriptor)) return descriptor
    throw new DirectoryInUse(
      `${dirname(file)} is in use by ${holderOf(file)}. Stop it, or choose another DATA_DIR.`,
    )
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

const isOpenAt = (file: string, descriptor: number): boolean =>
  statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino

/** Names the process by the ID that it wrote into the file. If it runs in another container, it has another ID here. */
function holderOf(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch {
    // Windows lets no other process read a locked file
    return 'another process'
  }
}
