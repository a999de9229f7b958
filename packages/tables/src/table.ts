import { itemAt } from '@tegenzet/common'
import type { MillRules } from '@tegenzet/rules'
import { placementsOf } from '@tegenzet/rules/mill'
import type { Counts } from './count-values.ts'
import { fingerprint } from './fingerprint.ts'
import type { SolvedSet } from './solved-set.ts'
import { blockStarts, checkBlock, headerLength, readHeader, STREAM_END, UnusableTable } from './table-file.ts'

/** A set in memory: the values of all positions with `own` stones of the side to move and `enemy` of the other. */
export interface Table extends SolvedSet {
  readonly own: number
  readonly enemy: number
  readonly counts: Counts
}

/** Decompresses raw deflate with what browsers and Node have built in. */
async function inflateRaw(...parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  const inflated = new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(inflated).arrayBuffer())
}

/**
 * Reads a whole file into memory, after checking every part of it.
 * @throws UnusableTable if it is damaged or was made for other rules
 */
export async function openTable(rules: MillRules, file: Uint8Array): Promise<Table> {
  const header = readHeader(file, fingerprint(rules))
  const { w, b, size, lengths, counts } = header
  const placements = placementsOf(rules, w, b)
  if (placements.size !== size) throw new UnusableTable(`expected ${placements.size} positions, not ${size}`)
  const starts = blockStarts(header, headerLength(file))
  for (const block of lengths.keys())
    checkBlock(header, block, file.subarray(itemAt(starts, block), itemAt(starts, block + 1)))
  const values = await inflateRaw(file.slice(itemAt(starts, 0), itemAt(starts, -1)), STREAM_END)
  if (values.length !== size) throw new UnusableTable(`expected ${size} values, not ${values.length}`)
  return { own: w, enemy: b, counts, placements, values }
}
