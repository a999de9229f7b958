import { chmodSync, lchownSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** The mode bits of other users, and of the owner. */
export const OTHERS = 0o077
const OWNER = 0o700

/** What the server keeps in its data directory. A restore leaves the old `postgres` and `secret` there with an ending. */
const CONTENTS = ['backup', 'lock', 'postgres', 'secret']
const isOurs = (entry: string): boolean =>
  CONTENTS.some((name) => entry === name || entry.startsWith(`${name}.`))

/**
 * Takes all access to the server's files in a data directory away from other users, also from files of earlier releases.
 * The directory itself is included unless it contains something else or belongs to another user.
 */
export function restrictToOwner(dataDir: string): void {
  const entries = readdirSync(dataDir)
  const { uid, mode } = statSync(dataDir)
  const isOwn = uid === process.getuid?.() && entries.every(isOurs)
  if (isOwn && mode & OTHERS) chmodSync(dataDir, mode & OWNER)
  for (const entry of entries.filter(isOurs))
    forEachFile(realpathSync(join(dataDir, entry)), (path, { mode }) => {
      if (mode & OTHERS) chmodSync(path, mode & OWNER)
    })
}

/** Gives the server's files that root has made in the data directory of another user to that user. */
export function giveToOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner?.uid || process.getuid?.() !== 0) return
  for (const entry of readdirSync(dataDir).filter(isOurs))
    forEachFile(realpathSync(join(dataDir, entry)), (path, { uid }) => {
      if (uid !== owner.uid) lchownSync(path, owner.uid, owner.gid)
    })
}

function forEachFile(path: string, use: (path: string, stats: Stats) => void): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  use(path, stats)
  if (stats.isDirectory()) for (const entry of readdirSync(path)) forEachFile(join(path, entry), use)
}
