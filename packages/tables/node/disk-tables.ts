import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePosition, type Position, type RuleSet, sideToMove, stonesOn } from '@tegenzet/rules'
import { MIN_STONES, type Placements, placementsOf } from '@tegenzet/rules/mill'
import {
  blockStarts,
  checkBlock,
  groupOf,
  type Judgement,
  judgePosition,
  NOT_COVERED,
  TABLE_GROUPS,
  type TableGroup,
  type TableHeader,
  type Value,
  type ValueSource,
} from '../src/index.ts'
import { BlockCache } from './block-cache.ts'
import { inflateBlock } from './blocks.ts'
import { findTable, type TableFolders } from './table-folder.ts'

const TABLE_FILE = /^(\d{1,2})-(\d{1,2})\.table$/

/** A set whose blocks are read one by one. */
interface OpenSet {
  header: TableHeader
  placements: Placements
  file: FileHandle
  starts: number[]
}

/** A set that can be read, and its group. */
export interface ListedSet {
  group: TableGroup
  header: TableHeader
}

/** A value with the table that says it. */
export interface TableProof {
  value: Value
  /** Its group, stones of the side to move and of the other. */
  table: string
  fingerprint: string
}

/**
 * Tables in folders, of any size: blocks are read when they are needed, and the last ones used stay in memory. A table that is
 * damaged or was made for other rules counts as absent.
 */
export class DiskTables {
  readonly #folders: TableFolders
  readonly #onUnusable: (error: unknown, set: string) => void
  readonly #sets = new Map<string, Promise<OpenSet | null>>()
  readonly #blocks: BlockCache

  /**
   * @param maxBytes of the blocks in memory
   * @param onUnusable told once of each table that cannot be read
   */
  constructor(
    folders: TableFolders,
    maxBytes: number,
    onUnusable: (error: unknown, set: string) => void = () => {},
  ) {
    this.#folders = folders
    this.#blocks = new BlockCache(maxBytes)
    this.#onUnusable = onUnusable
  }

  /** The values of a group. */
  source(group: TableGroup): ValueSource {
    return { byteOf: (own, enemy, w, b) => this.#byteOf(group, own, enemy, w, b) }
  }

  /** The value of a position, as `judgePosition` says. */
  async judge(rules: RuleSet, position: Position): Promise<Judgement> {
    const group = groupOf(rules)
    return group ? judgePosition(group.rules, this.source(group), position) : NOT_COVERED
  }

  /** The value of a position, and which table says so; null if none does. */
  async prove(rules: RuleSet, position: Position): Promise<TableProof | null> {
    const group = groupOf(rules)
    const { value } = await this.judge(rules, position)
    if (!group || value === null) return null
    return { value, table: keyOf(group, ...stonesOf(rules, position)), fingerprint: group.fingerprint }
  }

  /** Whether there is a table with the position. Reads no values. */
  async covers(rules: RuleSet, position: Position): Promise<boolean> {
    const group = groupOf(rules)
    const hands = decodePosition(rules, position).hands
    if (!group || !hands || hands.white + hands.black > 0) return false
    const [own, enemy] = stonesOf(rules, position)
    return Math.min(own, enemy) < MIN_STONES || (await this.#openSet(group, own, enemy)) !== null
  }

  /** Up to how many stones on the board every set can be read. Reads no values. */
  async covered(rules: RuleSet): Promise<number> {
    const group = groupOf(rules)
    if (!group) return 0
    for (let stones = 2 * MIN_STONES; stones <= 2 * rules.stones; stones++)
      for (let w = MIN_STONES; w <= stones - MIN_STONES; w++)
        if (w <= rules.stones && stones - w <= rules.stones && !(await this.#openSet(group, w, stones - w)))
          return stones === 2 * MIN_STONES ? 0 : stones - 1
    return 2 * rules.stones
  }

  /** Every set, by group and number of stones. */
  async list(): Promise<ListedSet[]> {
    const listed: ListedSet[] = []
    for (const group of TABLE_GROUPS)
      for (const [w, b] of await this.#stonesIn(group)) {
        const set = await this.#openSet(group, w, b)
        if (set) listed.push({ group, header: set.header })
      }
    return listed
  }

  async close(): Promise<void> {
    for (const set of this.#sets.values()) await (await set)?.file.close()
    this.#sets.clear()
    this.#blocks.clear()
  }

  async #stonesIn(group: TableGroup): Promise<[number, number][]> {
    const names = new Set<string>()
    for (const folder of this.#folders)
      for (const name of await readdir(join(folder, group.id)).catch(() => [])) names.add(name)
    const sets = [...names].flatMap((name): [number, number][] => {
      const [, w, b] = TABLE_FILE.exec(name) ?? []
      return w && b ? [[Number(w), Number(b)]] : []
    })
    return sets.sort(([w, b], [w2, b2]) => w + b - w2 - b2 || w - w2)
  }

  async #byteOf(group: TableGroup, own: number, enemy: number, w: number, b: number): Promise<number | null> {
    const opening = this.#openSet(group, w, b)
    const set = await opening
    if (!set) return null
    const index = set.placements.indexOf(own, enemy)
    const { blockSize } = set.header
    const key = keyOf(group, w, b)
    try {
      const block = Math.floor(index / blockSize)
      const values = await this.#blocks.get(`${key} ${block}`, blockSize, () => readBlock(set, block))
      return values[index % blockSize]!
    } catch (error) {
      // fails closed: from now on the set is absent
      if (this.#sets.get(key) === opening) {
        this.#sets.set(key, Promise.resolve(null))
        this.#onUnusable(error, key)
        await set.file.close()
      }
      return null
    }
  }

  /** Sets that appear while the server runs are found. */
  #openSet(group: TableGroup, w: number, b: number): Promise<OpenSet | null> {
    const key = keyOf(group, w, b)
    const known = this.#sets.get(key)
    if (known) return known
    const opening = this.#open(group, w, b).catch((error: unknown) => {
      this.#onUnusable(error, key)
      return null
    })
    this.#sets.set(key, opening)
    return opening
  }

  async #open(group: TableGroup, w: number, b: number): Promise<OpenSet | null> {
    const found = await findTable(this.#folders, group, w, b)
    if (!found) {
      this.#sets.delete(keyOf(group, w, b))
      return null
    }
    const { header, headerLength, path } = found
    const placements = placementsOf(group.rules, w, b)
    return { header, placements, file: await open(path), starts: blockStarts(header, headerLength) }
  }
}

/** How many stones the side to move has on the board, and the other one. */
function stonesOf(rules: RuleSet, position: Position): [number, number] {
  const [white, black] = stonesOn(rules, position)
  return sideToMove(position) === 'white' ? [white, black] : [black, white]
}

const keyOf = ({ id }: TableGroup, w: number, b: number): string => `${id} ${w}-${b}`

async function readBlock({ header, file, starts }: OpenSet, block: number): Promise<Uint8Array> {
  const from = starts[block]!
  const compressed = new Uint8Array(starts[block + 1]! - from)
  const { bytesRead } = await file.read(compressed, 0, compressed.length, from)
  checkBlock(header, block, compressed.subarray(0, bytesRead))
  return inflateBlock(compressed)
}
