import { fileURLToPath } from 'node:url'
import type { MillRules } from '@tegenzet/rules'
import { groupOf, lookUp, pairsUpTo, type Table, type ValueSource } from '@tegenzet/tables'
import { loadTable } from '@tegenzet/tables/node'

/** The sets that ship with the project go up to so many stones together. */
const STONES = 8
const SHIPPED = fileURLToPath(new URL('../../tables/data', import.meta.url))

/** The endgame tables of a rule set that ship with the project, in memory. */
export interface Values extends ValueSource {
  tables: Table[]
  byteOf(own: number, enemy: number, ownStones: number, enemyStones: number): number | null
}

export async function loadValues(rules: MillRules): Promise<Values> {
  const group = groupOf(rules)
  if (!group) throw new Error(`${rules.id} has no endgame tables`)
  const bySize = new Map<string, Table>()
  for (const [a, b] of pairsUpTo(group.rules, STONES))
    for (const [own, enemy] of [
      [a, b],
      [b, a],
    ] as const) {
      const table = await loadTable([SHIPPED], group, own, enemy)
      if (!table) throw new Error(`the table ${group.id} ${own}-${enemy} is missing`)
      bySize.set(`${own}-${enemy}`, table)
    }
  return {
    tables: [...bySize.values()],
    byteOf(own, enemy, ownStones, enemyStones) {
      const table = bySize.get(`${ownStones}-${enemyStones}`)
      return table ? lookUp(table, own, enemy) : null
    },
  }
}
