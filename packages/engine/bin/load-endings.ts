import type { RuleSet } from '@tegenzet/rules'
import { DRAW, groupOf, lookUp, pairsUpTo, type Table } from '@tegenzet/tables'
import { loadTable, type TableFolders } from '@tegenzet/tables/node'
import { type Endings, NEVER, NOT_COVERED } from '../src/index.ts'

/** Whole sets are in memory, a byte a position: with nine stones they are 44 MB. */
const MOST_STONES = 9

/** Reads the endgame tables of these rules; null if they have none. A damaged one counts as absent. */
export async function loadEndings(folders: TableFolders, rules: RuleSet): Promise<Endings | null> {
  const group = groupOf(rules)
  if (!group) return null
  const tables: (Table | null)[] = []
  const indexOf = (own: number, enemy: number) => own * (group.rules.stones + 1) + enemy
  for (const pair of pairsUpTo(group.rules, MOST_STONES))
    for (const [own, enemy] of [pair, pair.toReversed()] as [number, number][])
      tables[indexOf(own, enemy)] ??= await loadTable(folders, group, own, enemy).catch(() => null)
  const mostStones = Math.max(0, ...tables.map((table) => (table ? table.own + table.enemy : 0)))
  return {
    mostStones,
    pliesToEnd(own, enemy, ownStones, enemyStones) {
      const table = tables[indexOf(ownStones, enemyStones)]
      if (!table) return NOT_COVERED
      const byte = lookUp(table, own, enemy)
      return byte === DRAW ? NEVER : byte
    },
  }
}
