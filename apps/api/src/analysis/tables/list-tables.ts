import type { TableSet } from '@tegenzet/contract'
import type { DiskTables } from '@tegenzet/tables/node'

/** Every set that this server has. */
export async function listTables(tables: DiskTables): Promise<TableSet[]> {
  const sets = await tables.list()
  return sets.map(({ group, header: { w, b, counts, fingerprint } }) => ({
    group: group.id,
    rules: [...group.members],
    w,
    b,
    ...counts,
    fingerprint,
  }))
}
