import fs from 'node:fs'
import { join } from 'node:path'
import { existing } from '../../src/store/existing.ts'

// A disk that forgets at a power cut what was not synchronised. It records what Node writes below a directory, and makes
// the directory as it may be after a cut at any point of that record. What was synchronised is there. Of everything else
// none, some or all blocks are there, because a disk may write before it is asked to.
//
// Files and their names are kept apart, as on a disk. Synchronising a directory keeps all changes of names so far.
// Synchronising a file keeps its bytes, and the changes of names up to its creation: file systems with a journal do that,
// and Postgres relies on it.

const BLOCK = 4096

/** A file or directory of the record, whatever its name is. */
type Inode = number

/** null: a directory. */
type Content = Buffer | null

type Entry =
  | { kind: 'write'; inode: Inode; at: number; bytes: Buffer }
  | { kind: 'size'; inode: Inode; bytes: number }
  | { kind: 'make'; path: string; inode: Inode; isDirectory: boolean }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }
  /** What came before the entry `until` is on the disk. */
  | { kind: 'sync'; inode: Inode; isDirectory: boolean; until: number }

interface LossyDisk {
  /** Entries so far: a point at which the power may be cut. */
  readonly length: number
  stop(): void
  /**
   * Makes a directory as a cut at this point leaves it, also from one that an earlier cut has left.
   * @param random decides what else was written
   */
  makeAfterCut(point: number, into: string, random: () => number): void
}

/** Records until `stop`. @param root what is in it now counts as synchronised */
export function recordDisk(root: string): LossyDisk {
  const before = [...readTree(root)]
  const entries: Entry[] = []
  /** Of what is there now. */
  const names = new Map<string, Inode>(before.map(([path], inode) => [path, inode]))
  /** By descriptor. */
  const files = new Map<number, { inode: Inode; isDirectory: boolean }>()
  let inodes = before.length

  const inodeOf = (path: string): Inode => existing(names.get(path))
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
    moveNames(names, from, to)
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
      if (isHere(from)) rename(from, to as string)
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
  Object.assign(fs, replaced)

  function makeAfterCut(point: number, into: string, random: () => number): void {
    const seen = entries.slice(0, point)
    // up to which entry names are kept, and up to which each file's bytes are
    let kept = 0
    const bytes = new Map<Inode, number>()
    const madeAt = new Map<Inode, number>()
    for (const [n, entry] of seen.entries()) {
      if (entry.kind === 'make') madeAt.set(entry.inode, n + 1)
      if (entry.kind !== 'sync') continue
      bytes.set(entry.inode, Math.max(bytes.get(entry.inode) ?? 0, entry.until))
      kept = Math.max(kept, entry.isDirectory ? entry.until : (madeAt.get(entry.inode) ?? 0))
    }
    const share = Math.floor(random() * 3) / 2
    kept += Math.floor(share * random() * (point - kept + 1))

    const names = new Map<string, Inode>(before.map(([path], inode) => [path, inode]))
    const contents = new Map<Inode, Content>(before.map(([, content], inode) => [inode, content]))
    /** Of `before`, which stays as it is, no more. */
    const own = new Set<Inode>()
    const resize = (inode: Inode, length: number): Buffer => {
      const old = existing(contents.get(inode))
      if (own.has(inode) && old.length === length) return old
      const content = Buffer.alloc(length)
      old.copy(content)
      contents.set(inode, content)
      own.add(inode)
      return content
    }
    for (const [n, entry] of seen.entries()) {
      if (entry.kind === 'make') contents.set(entry.inode, entry.isDirectory ? null : Buffer.alloc(0))
      if (n < kept) {
        if (entry.kind === 'make') names.set(entry.path, entry.inode)
        if (entry.kind === 'rename') moveNames(names, entry.from, entry.to)
        if (entry.kind === 'remove') names.delete(entry.path)
      }
      if (entry.kind !== 'write' && entry.kind !== 'size') continue
      const isWritten = () => n < (bytes.get(entry.inode) ?? 0) || random() < share
      if (entry.kind === 'size') {
        if (isWritten()) resize(entry.inode, entry.bytes)
        continue
      }
      for (let from = 0; from < entry.bytes.length; ) {
        // to the end of a block of the file
        const to = Math.min(entry.bytes.length, from + BLOCK - ((entry.at + from) % BLOCK))
        if (isWritten()) {
          const { length } = existing(contents.get(entry.inode))
          entry.bytes.copy(resize(entry.inode, Math.max(length, entry.at + to)), entry.at + from, from, to)
        }
        from = to
      }
    }
    writeTree(
      into,
      new Map([...names].map(([path, inode]) => [path.slice(root.length), contents.get(inode) ?? null])),
    )
  }

  return {
    get length() {
      return entries.length
    },
    stop() {
      for (const name of Object.keys(replaced) as (keyof typeof replaced)[])
        Object.assign(fs, { [name]: real[name] })
    },
    makeAfterCut,
  }
}

function moveNames(names: Map<string, Inode>, from: string, to: string): void {
  for (const [path, inode] of [...names])
    if (path === from || path.startsWith(`${from}/`)) {
      names.delete(path)
      names.set(to + path.slice(from.length), inode)
    }
}

/** Everything in a directory by its path, a directory before what is in it. */
function readTree(directory: string, found = new Map<string, Content>()): Map<string, Content> {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    found.set(path, entry.isDirectory() ? null : fs.readFileSync(path))
    if (entry.isDirectory()) readTree(path, found)
  }
  return found
}

/** Makes a directory contain this and nothing else. What it contains already is not written again. */
function writeTree(directory: string, wanted: Map<string, Content>): void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const there = readTree(directory)
  for (const path of there.keys())
    if (!wanted.has(path.slice(directory.length))) fs.rmSync(path, { recursive: true, force: true })
  for (const [path, content] of wanted) {
    const place = directory + path
    const now = there.get(place)
    if (content === null) fs.mkdirSync(place, { recursive: true, mode: 0o700 })
    else if (!now?.equals(content)) fs.writeFileSync(place, content, { mode: 0o600 })
  }
}
