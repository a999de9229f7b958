import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { choose, placementsOf } from '@tegenzet/rules/mill'
import { deflateBlock, findTable, type TableFolders, tablePath, writeWhole } from '../node/index.ts'
import { countValues, pairsUpTo, type TableGroup, writeTable } from '../src/index.ts'
import { estimateSeconds } from './estimate.ts'
import { capturedSets, pairSetup } from './shared-values.ts'
import type { PairSetup } from './table-thread.ts'
import { TableThreads } from './table-threads.ts'

/** How often the state of a pair is saved, so that an interruption costs no more. */
const SAVE_EVERY_MS = 60_000
const MEGABYTE = 1e6

/** The tables would take more disk than the host allows. */
export class NoRoom extends Error {}

type Pair = readonly [number, number]

interface Build {
  group: TableGroup
  /** Where the tables go. */
  folder: string
  folders: TableFolders
  /** Bytes that the folder may have. */
  maxBytes: number
  report: Report
}

export interface Report {
  say(text: string): void
  /** May leave out what comes in quick succession. */
  progress(text: string): void
}

/** Builds every set up to so many stones together that no folder has. */
export async function buildTables(
  group: TableGroup,
  stones: number,
  folder: string,
  shipped: TableFolders,
  maxBytes: number,
  report: Report,
): Promise<void> {
  const build: Build = { group, folder, folders: [...shipped, folder], maxBytes, report }
  const missing: Pair[] = []
  for (const pair of pairsUpTo(group.rules, stones)) if (!(await isThere(build, pair))) missing.push(pair)
  if (missing.length === 0) return report.say(`${group.id}: every set up to ${stones} stones is there`)
  await announce(build, missing)
  const threads = new TableThreads()
  try {
    for (const pair of missing) await buildPair(build, pair, threads)
  } finally {
    await threads.close()
  }
}

async function isThere({ group, folders }: Build, [a, b]: Pair): Promise<boolean> {
  return Boolean((await findTable(folders, group, a, b)) && (await findTable(folders, group, b, a)))
}

/** Says how long the build will take, and how much memory and disk. */
async function announce({ group, folder, maxBytes, report }: Build, pairs: readonly Pair[]): Promise<void> {
  const sizes = pairs.map(([a, b]) => bytesOf(group, [a, b]) + (a === b ? 0 : bytesOf(group, [b, a])))
  const memory = pairs.map((pair, index) =>
    capturedSets(pair).reduce((sum, set) => sum + bytesOf(group, set), 2 * sizes[index]!),
  )
  const most = Math.max(...memory)
  const disk = sizes.reduce((sum, size) => sum + size, 0)
  const seconds = pairs.reduce((sum, pair) => sum + estimateSeconds(group.rules, pair), 0)
  report.say(
    `${group.id}: ${pairs.map(([a, b]) => (a === b ? `${a}-${b}` : `${a}-${b} and ${b}-${a}`)).join(', ')}: ` +
      `about ${duration(seconds)}, ${megabytes(most)} of memory, at most ${megabytes(disk)} on the disk`,
  )
  const used = await bytesIn(folder)
  if (used + disk > maxBytes)
    throw new NoRoom(`${folder} may have ${megabytes(maxBytes)} (TABLES_DISK_MB) and has ${megabytes(used)}`)
  if (most > freemem())
    report.say(`warning: only ${megabytes(freemem())} of memory are free; the build would slow down or fail`)
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Without building the index, which takes a while for large sets: nearly every orbit has 16 placements. */
const bytesOf = ({ rules }: TableGroup, [own, enemy]: Pair): number => {
  const points = rules.board.points.length
  return (choose(points, own) * choose(points - own, enemy)) / 16
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`
}

async function buildPair(build: Build, pair: Pair, threads: TableThreads): Promise<void> {
  const { group, folder, folders, report } = build
  const [a, b] = pair
  const name = a === b ? `${a}-${b}` : `${a}-${b} and ${b}-${a}`
  const startedAt = performance.now()
  const setup = await pairSetup(folders, group, pair)
  await threads.prepare(setup)
  const state = savedState(folder, group, pair)
  let level = await state.load(setup, threads)
  if (level === null) {
    await threads.run('begin', 0, (share) =>
      report.progress(`${name}: captures ${Math.round(share * 100)} %`),
    )
    level = 0
  } else report.say(`${name}: going on at ${level} plies`)
  let savedAt = performance.now()
  for (; level <= threads.highest; level++) {
    await threads.run('step', level)
    report.progress(`${name}: ${level} of ${threads.highest} plies so far`)
    if (performance.now() - savedAt < SAVE_EVERY_MS) continue
    await state.save(setup, level + 1, threads.highest)
    savedAt = performance.now()
  }
  await writeSet(folder, group, [a, b], setup.values[0])
  if (a !== b) await writeSet(folder, group, [b, a], setup.values[1])
  await state.remove()
  report.say(`${name}: done in ${duration((performance.now() - startedAt) / 1000)}`)
}

async function writeSet(folder: string, group: TableGroup, [w, b]: Pair, values: Uint8Array): Promise<void> {
  const counts = countValues(placementsOf(group.rules, w, b), values)
  const file = writeTable({ fingerprint: group.fingerprint, w, b, counts }, values, deflateBlock)
  await writeWhole(tablePath(folder, group, w, b), file)
}

/** The state of a pair between two levels, in a file beside the tables: two numbers, the fingerprint, and the values. */
function savedState(folder: string, group: TableGroup, [a, b]: Pair) {
  const path = join(folder, group.id, `${a}-${b}.unfinished`)
  return {
    async save({ values: [values, others] }: PairSetup, level: number, highest: number): Promise<void> {
      const head = Buffer.from(`${group.fingerprint} ${level} ${highest}\n`)
      await writeWhole(path, Buffer.concat(a === b ? [head, values] : [head, values, others]))
    },
    /** @returns the level to go on with; null if nothing was saved */
    async load({ values: [values, others] }: PairSetup, threads: TableThreads): Promise<number | null> {
      if (!existsSync(path)) return null
      const bytes = await readFile(path)
      const end = bytes.indexOf('\n')
      const [print, level, highest] = bytes.toString('latin1', 0, end).split(' ')
      const size = a === b ? values.length : values.length + others.length
      if (print !== group.fingerprint || bytes.length !== end + 1 + size) return null
      values.set(bytes.subarray(end + 1, end + 1 + values.length))
      if (a !== b) others.set(bytes.subarray(end + 1 + values.length))
      threads.highest = Number(highest)
      return Number(level)
    },
    remove: () => rm(path, { force: true }),
  }
}
