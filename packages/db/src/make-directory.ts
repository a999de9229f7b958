import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory and its parents. Node's own `recursive` never returns below /proc. @param directory absolute */
export function makeDirectory(directory: string): void {
  if (!existsSync(dirname(directory))) makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
