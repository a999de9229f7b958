import { MIN_STONES, placementsOf } from '@tegenzet/rules/mill'
import { loadTable, type TableFolders } from '../node/index.ts'
import type { TableGroup } from '../src/index.ts'
import type { PairSetup, SharedSet } from './table-thread.ts'

const shared = (size: number): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(size))

/** A set of a folder in memory that threads share; null if there is none. */
async function sharedSet(
  folders: TableFolders,
  group: TableGroup,
  own: number,
  enemy: number,
): Promise<SharedSet | null> {
  const table = await loadTable(folders, group, own, enemy)
  if (!table) return null
  const values = shared(table.values.length)
  values.set(table.values)
  return { own, enemy, values }
}

/** The sets that captures of a pair lead to: stones of the side to move, and of the other. */
export const capturedSets = ([a, b]: readonly [number, number]): [number, number][] => {
  const sets: [number, number][] = []
  if (b > MIN_STONES) sets.push([b - 1, a])
  if (a > MIN_STONES && a !== b) sets.push([a - 1, b])
  return sets
}

/** What threads need to solve a pair. */
export async function pairSetup(
  folders: TableFolders,
  group: TableGroup,
  pair: readonly [number, number],
): Promise<PairSetup> {
  const [a, b] = pair
  const captured: SharedSet[] = []
  for (const [own, enemy] of capturedSets(pair)) {
    const set = await sharedSet(folders, group, own, enemy)
    if (!set) throw new Error(`${group.id} ${own}-${enemy} is missing`)
    captured.push(set)
  }
  const values = shared(placementsOf(group.rules, a, b).size)
  return {
    kind: 'pair',
    rules: group.id,
    pair,
    captured,
    values: [values, a === b ? values : shared(placementsOf(group.rules, b, a).size)],
  }
}
