import type { MillRules } from '@tegenzet/rules'
import { type Placements, placementsOf } from '@tegenzet/rules/mill'
import type { Counts } from './count-values.ts'
import { fingerprint } from './fingerprint.ts'
import { blockStarts, checkBlock, headerLength, readHeader, UnusableTable } from './table-file.ts'

/** A set in memory: the values of all positions with `own` stones of the side to move and `enemy` of the other. */
export interface Table {
  readonly own: number
  readonly enemy: number
  readonly counts: Counts
  readonly placements: Placements
  /** By placement number; `decodeValue` and `decodePlies` say what a byte means. */
  readonly values: Uint8Array
}

/** Looks up a position with these sets of points. */
export const lookUp = ({ placements, values }: Table, own: number, enemy: number): number =>
  values[placements.indexOf(own, enemy)]!

/** Decompresses with what browsers and Node have built in. */
async function inflateRaw(compressed: Uint8Array): Promise<Uint8Array> {
  const inflated = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(inflated).arrayBuffer())
}

/**
 * Reads a whole file into memory, after checking every part of it.
 * @throws UnusableTable if it is damaged or was made for other rules
 */
export async function openTable(rules: MillRules, file: Uint8Array): Promise<Table> {
  const header = readHeader(file, fingerprint(rules))
  const { w, b, size, blockSize, lengths, counts } = header
  const placements = placementsOf(rules, w, b)
  if (placements.size !== size) throw new UnusableTable(`expected ${placements.size} positions, not ${size}`)
  const starts = blockStarts(header, headerLength(file))
  const values = new Uint8Array(size)
  await Promise.all(
    lengths.map(async (_, block) => {
      const compressed = file.subarray(starts[block]!, starts[block + 1]!)
      checkBlock(header, block, compressed)
      const bytes = await inflateRaw(compressed)
      if (bytes.length !== Math.min(blockSize, size - block * blockSize))
        throw new UnusableTable(`block ${block} has ${bytes.length} positions`)
      values.set(bytes, block * blockSize)
    }),
  )
  return { own: w, enemy: b, counts, placements, values }
}
