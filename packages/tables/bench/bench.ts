import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DiskTables } from '../node/index.ts'
import { lookUp, openTable, TABLE_GROUPS } from '../src/index.ts'

// `pnpm bench tables`: how long opening a shipped set and reading positions take
const SHIPPED = fileURLToPath(new URL('../data', import.meta.url))
const LOOKUPS = 500_000
const DISK_READS = 3000
/** Less than the set, so that most reads go to the disk. */
const CACHE_BYTES = 2 ** 20

const group = TABLE_GROUPS.find(({ id }) => id === 'merels')!
const file = await readFile(`${SHIPPED}/merels/4-4.table`)
let table = await openTable(group.rules, file)
const opening = await best(async () => {
  table = await openTable(group.rules, file)
})
console.info(`opening ${table.values.length} positions: ${opening.toFixed(0)} ms`)

const { placements } = table
const positions = Array.from({ length: LOOKUPS }, (_, n) => {
  placements.find(Math.floor((((n * 7919) % LOOKUPS) / LOOKUPS) * placements.size))
  return [placements.foundOwn, placements.foundEnemy] as const
})
let sum = 0
const looking = await best(async () => {
  for (const [own, enemy] of positions) sum += lookUp(table, own, enemy)
})
console.info(`a position in memory: ${((looking / LOOKUPS) * 1000).toFixed(2)} µs (sum ${sum})`)

const disk = new DiskTables([SHIPPED], CACHE_BYTES)
const source = disk.source(group)
const times: number[] = []
for (const [own, enemy] of positions.slice(0, DISK_READS)) {
  const startedAt = performance.now()
  await source.byteOf(own, enemy, 4, 4)
  times.push(performance.now() - startedAt)
}
await disk.close()
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(DISK_READS * share)]!.toFixed(2)
console.info(`a position on the disk: median ${at(0.5)} ms, p99 ${at(0.99)} ms`)

/** The shortest of five times, in milliseconds. */
async function best(work: () => Promise<void>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const startedAt = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - startedAt)
  }
  return shortest
}
