import fs from 'node:fs'
import { join, relative } from 'node:path'
import { vi } from 'vitest'

// A disk that forgets at a power cut what was not synchronised. It records what Node writes below a directory, and makes
// the directory as it may be after a cut at any point of that record. What was synchronised is there. Of everything else
// some blocks are there, because a disk may write before it is asked to.
//
// Files and their names are kept apart, as on a disk. Synchronising a directory keeps all changes of names so far.
// Synchronising a file keeps its bytes, and the changes of names up to its creation: file systems with a journal do that,
// and Postgres relies on it.

const BLOCK = 4096

/** A file or directory of the record, whatever its name is. */
type Inode = number

type Entry =
  | { kind: 'write'; inode: Inode; at: number; bytes: Buffer }
  | { kind: 'size'; inode: Inode; bytes: number }
  | { kind: 'make'; path: string; inode: Inode; isDirectory: boolean }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }
  /** What came before the entry `until` is on the disk. */
  | { kind: 'sync'; inode: Inode; isDirectory: boolean; until: number }

export interface LossyDisk {
  /** Entries so far: a point at which the power may be cut. */
  readonly length: number
  /** Makes a directory as a cut at this point leaves it. @param random decides what else was written */
  makeAfterCut(point: number, into: string, random: () => number): void
}

/** Records until `vi.restoreAllMocks`. @param root what is in it now counts as synchronised */
export function recordDisk(root: string): LossyDisk {
  const before = `${root}.before`
  fs.cpSync(root, before, { recursive: true })
  const entries: Entry[] = []
  const names = new Map<string, Inode>()
  const files = new Map<number, { inode: Inode; isDirectory: boolean }>()
  /** The names of the inodes that were there at the start. */
  const initial = new Map<Inode, string>()
  let inodes = 0

  const inodeOf = (path: string): Inode => {
    const known = names.get(path)
    if (known !== undefined) return known
    const inode = inodes++
    names.set(path, inode)
    initial.set(inode, path)
    return inode
  }
  const isHere = (path: unknown): path is string => typeof path === 'string' && path.startsWith(`${root}/`)
  const make = (path: string, isDirectory: boolean) => {
    const inode = inodes++
    names.set(path, inode)
    entries.push({ kind: 'make', path, inode, isDirectory })
  }
  const forget = (path: string) => {
    entries.push({ kind: 'remove', path })
    names.delete(path)
  }
  const rename = (from: string, to: string) => {
    entries.push({ kind: 'rename', from, to })
    for (const [path, inode] of [...names])
      if (path === from || path.startsWith(`${from}/`)) {
        names.delete(path)
        names.set(to + path.slice(from.length), inode)
      }
  }
  const synced = (descriptor: number, until: number) => {
    const file = files.get(descriptor)
    if (file) entries.push({ kind: 'sync', inode: file.inode, isDirectory: file.isDirectory, until })
  }

  const real = { ...fs }
  const replaced: Partial<Record<keyof typeof fs, (...args: any[]) => unknown>> = {
    openSync(path, flags, mode) {
      const wasThere = real.existsSync(path)
      const descriptor = real.openSync(path, flags, mode)
      if (isHere(path) || path === root) {
        if (!wasThere) make(path, false)
        const inode = inodeOf(path)
        if (wasThere && Number(flags) & fs.constants.O_TRUNC) entries.push({ kind: 'size', inode, bytes: 0 })
        files.set(descriptor, { inode, isDirectory: real.statSync(path).isDirectory() })
      }
      return descriptor
    },
    closeSync(descriptor) {
      files.delete(descriptor)
      real.closeSync(descriptor)
    },
    writeSync(descriptor, buffer, offset, length, at) {
      const file = files.get(descriptor)
      const written = real.writeSync(descriptor, buffer, offset, length, at)
      if (file) {
        if (typeof at !== 'number') throw new Error('a write without a position is not recorded')
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset + offset, written)
        entries.push({ kind: 'write', inode: file.inode, at, bytes: Buffer.from(bytes) })
      }
      return written
    },
    writeFileSync(path, data, options) {
      const wasThere = real.existsSync(path)
      real.writeFileSync(path, data, options)
      if (!isHere(path)) return
      if (!wasThere) make(path, false)
      const inode = inodeOf(path)
      if (wasThere) entries.push({ kind: 'size', inode, bytes: 0 })
      const bytes = Buffer.from(data)
      if (bytes.length > 0) entries.push({ kind: 'write', inode, at: 0, bytes })
    },
    truncateSync(path, bytes = 0) {
      real.truncateSync(path, bytes)
      if (isHere(path)) entries.push({ kind: 'size', inode: inodeOf(path), bytes })
    },
    ftruncateSync(descriptor, bytes = 0) {
      real.ftruncateSync(descriptor, bytes)
      const file = files.get(descriptor)
      if (file) entries.push({ kind: 'size', inode: file.inode, bytes })
    },
    mkdirSync(path, options) {
      const made = real.mkdirSync(path, options)
      if (isHere(path)) make(path, true)
      return made
    },
    renameSync(from, to) {
      real.renameSync(from, to)
      if (!isHere(from)) return
      inodeOf(from)
      rename(from, to as string)
    },
    unlinkSync(path) {
      real.unlinkSync(path)
      if (isHere(path)) forget(path)
    },
    rmdirSync(path) {
      real.rmdirSync(path)
      if (isHere(path)) forget(path)
    },
    fsyncSync(descriptor) {
      real.fsyncSync(descriptor)
      synced(descriptor, entries.length)
    },
    fsync(descriptor, done) {
      const until = entries.length
      real.fsync(descriptor, (error) => {
        if (!error) synced(descriptor, until)
        done(error)
      })
    },
  }
  for (const [name, work] of Object.entries(replaced))
    vi.spyOn(fs, name as 'openSync').mockImplementation(work as typeof fs.openSync)

  function makeAfterCut(point: number, into: string, random: () => number): void {
    const seen = entries.slice(0, point)
    // up to which entry names are kept, and up to which each file's bytes are
    let names = 0
    const bytes = new Map<Inode, number>()
    const madeAt = new Map<Inode, number>()
    for (const [n, entry] of seen.entries()) {
      if (entry.kind === 'make') madeAt.set(entry.inode, n + 1)
      if (entry.kind !== 'sync') continue
      bytes.set(entry.inode, Math.max(bytes.get(entry.inode) ?? 0, entry.until))
      names = Math.max(names, entry.isDirectory ? entry.until : (madeAt.get(entry.inode) ?? 0))
    }
    names += Math.floor(random() * (point - names + 1))

    real.cpSync(before, into, { recursive: true })
    const place = (path: string) => join(into, relative(root, path))
    const where = new Map([...initial].map(([inode, path]) => [inode, place(path)]))
    const isNamed = (n: number) => n < names
    for (const [n, entry] of seen.entries()) {
      if (entry.kind === 'make' && isNamed(n)) {
        const path = place(entry.path)
        if (entry.isDirectory) real.mkdirSync(path)
        else real.writeFileSync(path, '')
        where.set(entry.inode, path)
      } else if (entry.kind === 'rename' && isNamed(n)) {
        const [from, to] = [place(entry.from), place(entry.to)]
        for (const [inode, path] of [...where])
          if (path === to) where.delete(inode)
          else if (path === from || path.startsWith(`${from}/`))
            where.set(inode, to + path.slice(from.length))
        real.renameSync(from, to)
      } else if (entry.kind === 'remove' && isNamed(n)) {
        const path = place(entry.path)
        for (const [inode, at] of [...where]) if (at === path) where.delete(inode)
        real.rmSync(path, { recursive: true })
      } else if (entry.kind === 'write' || entry.kind === 'size') {
        const path = where.get(entry.inode)
        if (path === undefined) continue
        const isSynced = n < (bytes.get(entry.inode) ?? 0)
        if (entry.kind === 'size') {
          if (isSynced || random() < 0.5) real.truncateSync(path, entry.bytes)
          continue
        }
        const descriptor = real.openSync(path, 'r+')
        for (let from = 0; from < entry.bytes.length; ) {
          // to the end of a block of the file
          const to = Math.min(entry.bytes.length, from + BLOCK - ((entry.at + from) % BLOCK))
          if (isSynced || random() < 0.5)
            real.writeSync(descriptor, entry.bytes, from, to - from, entry.at + from)
          from = to
        }
        real.closeSync(descriptor)
      }
    }
  }

  return {
    get length() {
      return entries.length
    },
    makeAfterCut,
  }
}
