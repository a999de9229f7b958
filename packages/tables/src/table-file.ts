import type { Counts } from './count-values.ts'
import { crc32 } from './crc32.ts'

/**
 * The file of one set: a prefix of 12 bytes (magic, length and CRC-32 of the header), the header as JSON, and the values in
 * blocks of raw deflate. Each ends with a full flush instead of a last deflate block: it can be read without the others, and all
 * of them, with STREAM_END, are one stream.
 */
export interface TableHeader {
  /** Of the rules for which the table was made. */
  fingerprint: string
  /** Stones of the side to move, and of the other. */
  w: number
  b: number
  /** Over all placements. */
  counts: Counts
  /** Folded positions: one byte each. */
  size: number
  /** Positions in each block but the last. */
  blockSize: number
  /** By block: the length of its compressed bytes, and their CRC-32. */
  lengths: number[]
  checksums: number[]
}

/** A table that must not be read: damaged, or made for other rules. */
export class UnusableTable extends Error {}

/** Bytes that contain the whole prefix. */
export const PREFIX_LENGTH = 12
/** `TZT1`. Another format gets another number. */
const MAGIC = 0x545a5431
const BLOCK_SIZE = 32768
/** An empty last deflate block. */
export const STREAM_END: Uint8Array<ArrayBuffer> = Uint8Array.of(3, 0)

/**
 * Writes the file of a set.
 * @param deflateBlock compresses to raw deflate that ends with a full flush
 */
export function writeTable(
  header: Omit<TableHeader, 'size' | 'blockSize' | 'lengths' | 'checksums'>,
  values: Uint8Array,
  deflateBlock: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < values.length; at += BLOCK_SIZE)
    blocks.push(deflateBlock(values.subarray(at, at + BLOCK_SIZE)))
  const json = new TextEncoder().encode(
    JSON.stringify({
      ...header,
      size: values.length,
      blockSize: BLOCK_SIZE,
      lengths: blocks.map(({ length }) => length),
      checksums: blocks.map(crc32),
    } satisfies TableHeader),
  )
  const file = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, PREFIX_LENGTH + json.length))
  const prefix = new DataView(file.buffer)
  prefix.setUint32(0, MAGIC)
  prefix.setUint32(4, json.length)
  prefix.setUint32(8, crc32(json))
  let at = PREFIX_LENGTH
  for (const part of [json, ...blocks]) {
    file.set(part, at)
    at += part.length
  }
  return file
}

/**
 * The length of the header.
 * @param prefix the first PREFIX_LENGTH bytes of a file, or more
 * @throws UnusableTable
 */
export function headerLength(prefix: Uint8Array): number {
  if (prefix.length < PREFIX_LENGTH) throw new UnusableTable('the file is too short')
  const view = viewOf(prefix)
  if (view.getUint32(0) !== MAGIC) throw new UnusableTable('the file is no table, or of another format')
  return view.getUint32(4)
}

/**
 * @param file at least prefix and header
 * @param fingerprint of the rules for which the table is read
 * @throws UnusableTable
 */
export function readHeader(file: Uint8Array, fingerprint: string): TableHeader {
  const length = headerLength(file)
  const json = file.subarray(PREFIX_LENGTH, PREFIX_LENGTH + length)
  if (json.length < length || crc32(json) !== viewOf(file).getUint32(8))
    throw new UnusableTable('the header is damaged')
  const header = JSON.parse(new TextDecoder().decode(json)) as TableHeader
  if (header.fingerprint !== fingerprint)
    throw new UnusableTable(`the table is for rules ${header.fingerprint}, not ${fingerprint}`)
  return header
}

/** By block: where its compressed bytes begin in the file. The last entry is the length of the file. */
export function blockStarts(header: TableHeader, headerLength: number): number[] {
  let start = PREFIX_LENGTH + headerLength
  const starts = [start]
  for (const length of header.lengths) {
    start += length
    starts.push(start)
  }
  return starts
}

/**
 * Checks the compressed bytes of a block, before they are used.
 * @throws UnusableTable
 */
export function checkBlock(header: TableHeader, block: number, compressed: Uint8Array): void {
  if (compressed.length !== header.lengths[block] || crc32(compressed) !== header.checksums[block])
    throw new UnusableTable(`block ${block} is damaged`)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
