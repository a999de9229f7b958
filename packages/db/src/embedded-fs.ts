import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DiskSync } from './disk-sync.ts'
import { makeDirectory } from './make-directory.ts'
import { OTHERS } from './owner-only.ts'

/**
 * PGlite's files on disk. PGlite alone makes files that everybody can read and write (its file system sets modes
 * explicitly, so the umask has no effect) and never synchronises them.
 */
export class EmbeddedFs extends NodeFS {
  readonly disk: DiskSync

  /**
   * @param directory is created if missing
   * @param onFailure is called once if the disk refuses to synchronise
   */
  constructor(directory: string, onFailure: (error: Error) => void) {
    makeDirectory(directory)
    super(directory)
    this.disk = new DiskSync(onFailure)
  }

  override init(lite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const change = ({ NODEFS }: { NODEFS: unknown }) => {
      maskModes(NODEFS as NodeFileSystem)
      synchronise(NODEFS as NodeFileSystem, this.disk)
    }
    return super.init(lite, { ...options, preRun: [...(options.preRun ?? []), change] })
  }
}

/** Emscripten's NODEFS, as far as it is changed here. PGlite's types leave it out. */
interface NodeFileSystem {
  realPath(node: unknown): string
  /** Turns errors of Node into those of Emscripten, which Postgres gets as numbers. */
  tryFSOperation<T>(work: () => T): T
  node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown
    setattr: SetAttributes
  } & Record<Exclude<(typeof CHANGES)[number], 'mknod'>, (...args: unknown[]) => unknown>
  stream_ops: {
    setattr: SetAttributes
    write(stream: OpenFile, ...args: unknown[]): unknown
    close(stream: OpenFile): void
    /** Missing in Emscripten, which then synchronises nothing and reports success. */
    fsync(stream: OpenFile): 0
  }
}
type SetAttributes = (file: unknown, attributes: { mode?: number }) => void
interface OpenFile {
  node: unknown
  /** Node's descriptor. */
  nfd: number
  /** Shared by copies of a descriptor. */
  shared: { refcount: number }
}

function maskModes({ node_ops, stream_ops }: NodeFileSystem): void {
  const { mknod } = node_ops
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations
    operations.setattr = (file, { mode, ...attributes }) =>
      setattr(file, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS })
  }
}

/** What changes files or directories without writing to an open file. */
const CHANGES = ['mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const

const LOG_SEGMENT = /[\\/]pg_wal[\\/][0-9A-F]{24}$/

function synchronise(files: NodeFileSystem, disk: DiskSync): void {
  const { node_ops, stream_ops } = files
  const isLog = ({ node }: OpenFile) => LOG_SEGMENT.test(files.realPath(node))
  const syncLog = () => files.tryFSOperation(() => disk.syncLog())

  for (const name of CHANGES) {
    const change = node_ops[name] as (...args: unknown[]) => unknown
    node_ops[name] = (...args) => {
      syncLog()
      return change(...args)
    }
  }
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations
    operations.setattr = (file, attributes) => {
      syncLog()
      setattr(file, attributes)
    }
  }
  const { write } = stream_ops
  stream_ops.write = (stream, ...args) => {
    if (!disk.isSettled && !isLog(stream)) syncLog()
    return write(stream, ...args)
  }
  stream_ops.close = (stream) => {
    if (stream.nfd && !--stream.shared.refcount) files.tryFSOperation(() => disk.close(stream.nfd))
  }
  stream_ops.fsync = (stream) =>
    files.tryFSOperation(() => {
      if (isLog(stream)) disk.addLog(stream.nfd)
      else {
        disk.syncLog()
        disk.syncNow(stream.nfd)
      }
      return 0
    })
}
