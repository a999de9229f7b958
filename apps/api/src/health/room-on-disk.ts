import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The disk of a directory, or of its nearest parent that exists, in bytes.
 * @returns `free` for this user, of `total`
 */
export function roomOnDisk(directory: string): { free: number; total: number } {
  if (!existsSync(directory)) return roomOnDisk(dirname(directory))
  const { bavail, blocks, bsize } = statfsSync(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}
