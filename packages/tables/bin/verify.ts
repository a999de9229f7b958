import { findTable, loadTable, type TableFolders } from '../node/index.ts'
import { countValues, pairsUpTo, type TableGroup } from '../src/index.ts'
import { pairSetup } from './shared-values.ts'
import { TableThreads } from './table-threads.ts'

/**
 * Compares every position of every set with its successors, and counts and checksums with what the files say.
 * @param write gets a line for each set
 * @returns whether all is as it should be
 */
export async function verifyTables(
  groups: readonly TableGroup[],
  folders: TableFolders,
  write: (line: string) => Promise<void>,
): Promise<boolean> {
  const threads = new TableThreads()
  let right = true
  try {
    for (const group of groups)
      for (const pair of pairsUpTo(group.rules, 2 * group.rules.stones)) {
        const fault = await verifyPair(group, pair, folders, threads).catch((error: Error) => error.message)
        if (fault === null) continue
        right &&= fault.startsWith('good')
        await write(`${group.id} ${pair.join('-')}: ${fault}`)
      }
  } finally {
    await threads.close()
  }
  return right
}

/** @returns what was found, null if there is no such pair */
async function verifyPair(
  group: TableGroup,
  pair: readonly [number, number],
  folders: TableFolders,
  threads: TableThreads,
): Promise<string | null> {
  const [a, b] = pair
  const found = await Promise.all([findTable(folders, group, a, b), findTable(folders, group, b, a)])
  if (!found[0] && !found[1]) return null
  const setup = await pairSetup(folders, group, pair)
  let positions = 0
  for (const set of a === b ? [0] : [0, 1]) {
    const [own, enemy] = set === 0 ? [a, b] : [b, a]
    const table = await loadTable(folders, group, own, enemy)
    if (!table) return `${own}-${enemy} is missing`
    const counts = countValues(table.placements, table.values)
    if (JSON.stringify(counts) !== JSON.stringify(table.counts))
      return `the counts of ${own}-${enemy} are wrong`
    setup.values[set]!.set(table.values)
    positions += table.values.length
  }
  await threads.prepare(setup)
  const { wrong } = await threads.run('check', 0)
  return wrong
    ? `position ${wrong.index} of set ${wrong.set === 0 ? `${a}-${b}` : `${b}-${a}`} disagrees with its successors`
    : `good, ${positions.toLocaleString('en')} positions`
}
