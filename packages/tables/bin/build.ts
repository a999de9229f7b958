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
import { PART_SIZE, TableThreads } from './table-threads.ts'

/** How often the state of a pair is saved, so that an interruption costs hardly more. */
const SAVE_EVERY_MS = 60_000
const MEGABYTE = 1e6
/** The level before 0: what follows from captures alone. */
const BEGIN = -1

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
  saveEveryMs: number
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
  saveEveryMs = SAVE_EVERY_MS,
): Promise<void> {
  const build: Build = { group, folder, folders: [...shipped, folder], maxBytes, report, saveEveryMs }
  const missing: Pair[] = []
  for (const pair of pairsUpTo(group.rules, stones)) if (!(await isThere(build, pair))) missing.push(pair)
  if (missing.length === 0) return report.say(`${group.id}: every set up to ${stones} stones is there`)
  // numbering the positions of large sets takes a minute
  report.say(`${group.id}: measuring how long it will take`)
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

/** Nearly every orbit has 16 placements. */
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
  const { group, folder, folders, report, saveEveryMs } = build
  const [a, b] = pair
  const name = a === b ? `${a}-${b}` : `${a}-${b} and ${b}-${a}`
  const startedAt = performance.now()
  const setup = await pairSetup(folders, group, pair)
  await threads.prepare(setup)
  const state = savedState(folder, group, pair)
  const saved = await state.load(setup, threads)
  let at = saved ?? { level: BEGIN, part: 0 }
  if (saved) report.say(`${name}: going on at ${saved.level === BEGIN ? 'captures' : `${saved.level} plies`}`)
  let savedAt = performance.now()
  const pauses = () => performance.now() - savedAt >= saveEveryMs
  while (at.level <= threads.highest) {
    const { level } = at
    const { next } = await threads.run(level === BEGIN ? 'begin' : 'step', level, {
      from: at.part,
      pauses,
      onProgress: (share) =>
        report.progress(
          `${name}: ${level === BEGIN ? 'captures' : `${level} of ${threads.highest} plies so far`}, ${Math.round(share * 100)} %`,
        ),
    })
    at = next === null ? { level: level + 1, part: 0 } : { level, part: next }
    if (!pauses()) continue
    await state.save(setup, at, threads.highest)
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

/** How far a pair is: the level, and the part of it to go on with. */
interface At {
  level: number
  part: number
}

/** The state of a pair between two parts, in a file beside the tables: a line of text, and the values. */
function savedState(folder: string, group: TableGroup, [a, b]: Pair) {
  const path = join(folder, group.id, `${a}-${b}.unfinished`)
  return {
    async save({ values: [values, others] }: PairSetup, { level, part }: At, highest: number): Promise<void> {
      const head = Buffer.from(`${group.fingerprint} ${PART_SIZE} ${level} ${part} ${highest}\n`)
      await writeWhole(path, Buffer.concat(a === b ? [head, values] : [head, values, others]))
    },
    /** @returns where to go on; null if nothing was saved */
    async load({ values: [values, others] }: PairSetup, threads: TableThreads): Promise<At | null> {
      if (!existsSync(path)) return null
      const bytes = await readFile(path)
      const end = bytes.indexOf('\n')
      const [print, ...numbers] = bytes.toString('latin1', 0, end).split(' ')
      const [partSize, level, part, highest] = numbers.map(Number)
      const size = a === b ? values.length : values.length + others.length
      if (print !== group.fingerprint || partSize !== PART_SIZE || bytes.length !== end + 1 + size)
        return null
      if (level === undefined || part === undefined || highest === undefined) return null
      values.set(bytes.subarray(end + 1, end + 1 + values.length))
      if (a !== b) others.set(bytes.subarray(end + 1 + values.length))
      threads.highest = highest
      return { level, part }
    },
    remove: () => rm(path, { force: true }),
  }
}
