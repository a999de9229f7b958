import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where Postgres 18 keeps what is read here in `global/pg_control`. */
const CONTROL = { version: 1800, crc: 292 }
const SHUT_DOWN = 1
const PAGE = 8192
/** Transactions in a file of pg_xact, and multixacts in a file of pg_multixact/offsets. */
const XACTS = 32 * PAGE * 4
const XACTS_PER_PAGE = PAGE * 4
const MULTIXACTS = (32 * PAGE) / 4
/** The databases template1, which PGlite copies, and postgres, which it opens. */
const DATABASES = ['base/1', 'base/5']

/**
 * Checks what Postgres needs for a start, and reads only: Postgres itself writes before it notices what is missing.
 * After an unclean end it takes the first gap in the log for its end, so the log must reach the newest page.
 * @returns whether the database was closed
 * @throws what is damaged
 */
export function checkCluster(directory: string): { isClosed: boolean } {
  const control = readControl(directory)
  for (const folder of ['global', ...DATABASES]) checkMap(directory, folder)
  checkTransactions(directory, control)
  const end = checkLog(directory, control)
  if (!control.isClosed) {
    const newest = newestPage(directory, control.blockSize)
    if (newest > end) throw new Error(`the log ends at ${end}, before the newest page at ${newest}`)
  }
  return { isClosed: control.isClosed }
}

interface Control {
  isClosed: boolean
  redo: bigint
  checkpoint: bigint
  timeline: number
  nextXid: number
  oldestXid: number
  nextMulti: number
  oldestMulti: number
  blockSize: number
  segmentSize: number
}

function readControl(directory: string): Control {
  // without this file PGlite would begin anew
  if (!existsSync(join(directory, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  const bytes = readFileSync(join(directory, 'global/pg_control'))
  if (bytes.length < PAGE || bytes.readUInt32LE(8) !== CONTROL.version)
    throw new Error('pg_control is cut or foreign')
  if (crc32c(bytes.subarray(0, CONTROL.crc)) !== bytes.readUInt32LE(CONTROL.crc))
    throw new Error('pg_control has a wrong checksum')
  return {
    isClosed: bytes.readUInt32LE(16) === SHUT_DOWN,
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    timeline: bytes.readUInt32LE(48),
    nextXid: Number(bytes.readBigUInt64LE(64)),
    nextMulti: bytes.readUInt32LE(76),
    oldestXid: bytes.readUInt32LE(84),
    oldestMulti: bytes.readUInt32LE(92),
    blockSize: bytes.readUInt32LE(216),
    segmentSize: bytes.readUInt32LE(228),
  }
}

/** The files of the catalogs that a start reads first. */
function checkMap(directory: string, folder: string): void {
  const map = readFileSync(join(directory, folder, 'pg_filenode.map'))
  const count = map.readInt32LE(4)
  for (let entry = 0; entry < count; entry++)
    statSync(join(directory, folder, String(map.readUInt32LE(8 + entry * 8 + 4))))
}

function checkTransactions(directory: string, { nextXid, oldestXid, nextMulti, oldestMulti }: Control): void {
  const file = (segment: number) => segment.toString(16).toUpperCase().padStart(4, '0')
  const last = nextXid - 1
  for (let segment = Math.floor(oldestXid / XACTS); segment <= Math.floor(last / XACTS); segment++) {
    const { size } = statSync(join(directory, 'pg_xact', file(segment)))
    const pages = segment < Math.floor(last / XACTS) ? 32 : Math.floor((last % XACTS) / XACTS_PER_PAGE) + 1
    if (size < pages * PAGE) throw new Error(`pg_xact/${file(segment)} is cut`)
  }
  const lastMulti = Math.max(oldestMulti, nextMulti - 1)
  for (
    let segment = Math.floor(oldestMulti / MULTIXACTS);
    segment <= Math.floor(lastMulti / MULTIXACTS);
    segment++
  )
    statSync(join(directory, 'pg_multixact/offsets', file(segment)))
}

/** @returns where the last page ends that belongs to the log from the last checkpoint on */
function checkLog(directory: string, { redo, checkpoint, timeline, segmentSize }: Control): bigint {
  const size = BigInt(segmentSize)
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')
  const segments = 0x1_0000_0000n / size
  const pathOf = (n: bigint) =>
    join(directory, 'pg_wal', hex(timeline) + hex(n / segments) + hex(n % segments))
  for (const name of readdirSync(join(directory, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)))
    if (statSync(join(directory, 'pg_wal', name)).size !== segmentSize)
      throw new Error(`pg_wal/${name} is cut`)
  const page = BigInt(PAGE)
  let at = redo - (redo % page)
  for (let n = at / size; existsSync(pathOf(n)); n++) {
    const bytes = readFileSync(pathOf(n))
    // a reused file has the addresses of its former pages
    while (at / size === n && bytes.readBigUInt64LE(Number(at % size) + 8) === at) at += page
    if (at / size === n) break
  }
  if (at <= checkpoint) throw new Error(`the log ends at ${at}, before the checkpoint at ${checkpoint}`)
  return at
}

/** The highest log position that a page of a table or an index has. */
function newestPage(directory: string, blockSize: number): bigint {
  const folders = ['global', ...readdirSync(join(directory, 'base')).map((name) => `base/${name}`)]
  const chunk = Buffer.alloc(blockSize * 128)
  let newest = 0n
  for (const folder of folders)
    for (const name of readdirSync(join(directory, folder)).filter((name) =>
      /^\d+(_vm)?(\.\d+)?$/.test(name),
    )) {
      const descriptor = openSync(join(directory, folder, name), 'r')
      try {
        const { size } = fstatSync(descriptor)
        for (let position = 0; position < size; position += chunk.length) {
          const length = readSync(descriptor, chunk, 0, chunk.length, position)
          for (let block = 0; block + blockSize <= length; block += blockSize) {
            const position =
              (BigInt(chunk.readUInt32LE(block)) << 32n) | BigInt(chunk.readUInt32LE(block + 4))
            if (position > newest) newest = position
          }
        }
      } finally {
        closeSync(descriptor)
      }
    }
  return newest
}

/** CRC-32C, as Postgres computes it. `node:zlib` has another polynomial. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}
