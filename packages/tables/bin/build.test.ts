import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deflateBlock, loadTable, tablePath } from '../node/index.ts'
import { groupOf, writeTable } from '../src/index.ts'
import { buildTables, NoRoom } from './build.ts'
import { verifyTables } from './verify.ts'

const SHIPPED = fileURLToPath(new URL('../data', import.meta.url))
const group = groupOf(ruleSet('merels'))!
const said: string[] = []
const report = { say: (text: string) => void said.push(text), progress: () => {} }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const verify = async () => {
  const lines: string[] = []
  const right = await verifyTables([group], [folder], async (line) => void lines.push(line))
  return { right, lines }
}

it('does not start a build for which the host leaves no room', async () => {
  await expect(buildTables(group, 6, folder, [], 1000, report)).rejects.toThrow(NoRoom)
})

it('builds what is missing, in threads, and says beforehand how long and how large', async () => {
  await buildTables(group, 6, folder, [], Number.POSITIVE_INFINITY, report)
  expect(said.at(-2)).toMatch(
    /^merels: 3-3: about .*(seconds|minutes), 1 MB of memory, at most 1 MB on the disk$/,
  )
  const [built, shipped] = await Promise.all([
    loadTable([folder], group, 3, 3),
    loadTable([SHIPPED], group, 3, 3),
  ])
  expect(Buffer.compare(built!.values, shipped!.values)).toBe(0)
  await buildTables(group, 6, folder, [], Number.POSITIVE_INFINITY, report)
  expect(said.at(-1)).toBe('merels: every set up to 6 stones is there')
  expect(await verify()).toEqual({ right: true, lines: ['merels 3-3: good, 169,626 positions'] })
})

it('goes on where it was interrupted, in the middle of a level or of the captures', async () => {
  const shipped = (await loadTable([SHIPPED], group, 3, 3))!
  await rm(tablePath(folder, group, 3, 3))
  said.length = 0
  let [parts, interruptions, built] = [0, 0, false]
  const interrupted = {
    ...report,
    progress: () => {
      if (++parts % 17 === 3) throw new Error('interrupted')
    },
  }
  while (!built)
    await buildTables(group, 6, folder, [], Number.POSITIVE_INFINITY, interrupted, 0).then(
      () => (built = true),
      (error: Error) => {
        if (error.message !== 'interrupted') throw error
        interruptions++
      },
    )
  expect(interruptions).toBeGreaterThan(5)
  expect(said).toContain('3-3: going on at captures')
  expect(said.filter((line) => /going on at \d+ plies/.test(line)).length).toBeGreaterThan(4)
  const found = (await loadTable([folder], group, 3, 3))!
  expect(Buffer.compare(found.values, shipped.values)).toBe(0)
})

it('verifying finds a wrong value, wrong counts and a damaged file', async () => {
  const { values, counts, own: w, enemy: b } = (await loadTable([SHIPPED], group, 3, 3))!
  const path = tablePath(folder, group, 3, 3)
  const { fingerprint } = group
  const wrong = values.slice()
  const at = wrong.indexOf(5)
  wrong[at] = 7
  await writeFile(path, writeTable({ fingerprint, w, b, counts }, wrong, deflateBlock))
  expect(await verify()).toMatchObject({ right: false, lines: [expect.stringContaining('disagrees')] })
  const more = { ...counts, win: counts.win + 1 }
  await writeFile(path, writeTable({ fingerprint, w, b, counts: more }, values, deflateBlock))
  expect(await verify()).toMatchObject({ right: false, lines: ['merels 3-3: the counts of 3-3 are wrong'] })
  const file = await readFile(path)
  file[file.length - 20]! ^= 1
  await writeFile(path, file)
  expect(await verify()).toMatchObject({ right: false, lines: [expect.stringContaining('is damaged')] })
})
