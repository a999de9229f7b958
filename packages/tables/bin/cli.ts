import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRuleSetId, parsePosition, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { inputLines, runCommand, UsageError, writeLine } from '@tegenzet/rules/command-line'
import { MIN_STONES } from '@tegenzet/rules/mill'
import { loadTable, type TableFolders } from '../node/index.ts'
import {
  countValues,
  groupOf,
  judgePosition,
  lookUp,
  TABLE_GROUPS,
  type Table,
  type TableGroup,
  UnusableTable,
} from '../src/index.ts'
import { buildTables, NoRoom } from './build.ts'
import { verifyTables } from './verify.ts'

const USAGE = `usage:
  tables build RULES STONES   build every set of up to so many stones together into DATA_DIR/tables; goes on after an interruption
  tables verify [RULES]       compare every position with its successors, check checksums and fingerprints
  tables count RULES W B      count the values with W stones of the side to move and B of the other: a JSON line
  tables probe RULES          read position texts from standard input, one per line; write a JSON line for each
RULES: ${TABLE_GROUPS.flatMap(({ members }) => members).join(' ')}`

const { DATA_DIR = '.data', TABLES_DISK_MB } = process.env
const MAX_BYTES = TABLES_DISK_MB ? Number(TABLES_DISK_MB) * 1e6 : Number.POSITIVE_INFINITY
const BUILT = resolve(DATA_DIR, 'tables')
const SHIPPED = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../data' : '../../../packages/tables/data', import.meta.url),
)
const FOLDERS: TableFolders = [SHIPPED, BUILT]
const PROGRESS_EVERY_MS = 2000

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return writeLine(USAGE)
  const [rules, ...numbers] = rest
  if (command === 'verify') return verify(rest)
  const group = groupNamed(rules)
  const { stones } = group.rules
  if (command === 'build' && numbers.length === 1)
    return build(group, stonesOf(numbers[0], 2 * MIN_STONES, 2 * stones))
  if (command === 'count' && numbers.length === 2) {
    const [w, b] = numbers.map((text) => stonesOf(text, MIN_STONES, stones)) as [number, number]
    return printCounts(group, w, b)
  }
  if (command === 'probe' && numbers.length === 0) return probe(group)
  throw new UsageError(USAGE)
}

function groupNamed(rules: string | undefined): TableGroup {
  const group = rules && isRuleSetId(rules) ? groupOf(ruleSet(rules)) : null
  if (group) return group
  const known = rules && RULE_SET_IDS.some((id) => id === rules)
  throw new UsageError(known ? `${rules} has no tables` : USAGE)
}

function stonesOf(text = '', least: number, most: number): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(USAGE)
  const stones = Number(text)
  if (stones < least || stones > most) throw new UsageError(`${text} stones: expected ${least} to ${most}`)
  return stones
}

async function build(group: TableGroup, stones: number): Promise<void> {
  await buildTables(group, stones, BUILT, [SHIPPED], MAX_BYTES, {
    say: (text) => console.error(text),
    progress: throttled((text) => console.error(text)),
  })
}

function throttled(print: (text: string) => void): (text: string) => void {
  let last = performance.now()
  return (text) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return
    last = performance.now()
    print(text)
  }
}

async function verify([rules, ...more]: string[]): Promise<void> {
  if (more.length > 0) throw new UsageError(USAGE)
  const groups = rules === undefined ? TABLE_GROUPS : [groupNamed(rules)]
  if (!(await verifyTables(groups, FOLDERS, writeLine))) process.exitCode = 1
}

async function printCounts(group: TableGroup, w: number, b: number): Promise<void> {
  const table = await loadTable(FOLDERS, group, w, b)
  if (!table)
    throw new UsageError(`There is no table of ${w}-${b}: pnpm tables build ${group.id} ${w + b} makes it.`)
  const { n, win, loss, draw, max } = countValues(table.placements, table.values)
  await writeLine(JSON.stringify({ w, b, n, win, loss, draw, max }))
}

async function probe(group: TableGroup): Promise<void> {
  const tables = new Map<string, Table | null>()
  const source = {
    async byteOf(own: number, enemy: number, ownStones: number, enemyStones: number) {
      const key = `${ownStones}-${enemyStones}`
      if (!tables.has(key)) tables.set(key, await loadTable(FOLDERS, group, ownStones, enemyStones))
      const table = tables.get(key)
      return table ? lookUp(table, own, enemy) : null
    },
  }
  for await (const line of inputLines()) {
    const position = parsePosition(group.rules, line.trim())
    if (!position.ok) {
      await writeLine(JSON.stringify({ error: position.error.message }))
      continue
    }
    const { covered, value, plies, claimable } = await judgePosition(group.rules, source, position.value)
    await writeLine(JSON.stringify(covered ? { value, plies, claimable } : { value: null }))
  }
}

await runCommand(main, [UnusableTable, NoRoom])
