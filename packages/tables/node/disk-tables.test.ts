import { cp, type FileHandle, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parsePosition, ruleSet } from '@tegenzet/rules'
import { expect, it, onTestFinished, vi } from 'vitest'
import { groupOf, headerLength, PREFIX_LENGTH } from '../src/index.ts'
import { DiskTables, tablePath } from './index.ts'

const SHIPPED = fileURLToPath(new URL('../data', import.meta.url))

const opened = vi.hoisted((): FileHandle[] => [])
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  const open: typeof fs.open = async (...args) => {
    const file = await fs.open(...args)
    opened.push(file)
    return file
  }
  return { ...fs, open }
})
const openFiles = () => opened.filter(({ fd }) => fd !== -1)

it('closes the file of a table that turns out to be damaged, and says it once', async () => {
  const rules = ruleSet('muehle')
  const group = groupOf(rules)!
  const folder = await mkdtemp(join(tmpdir(), 'tables-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(SHIPPED, folder, { recursive: true })
  const path = tablePath(folder, group, 3, 4)
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0, PREFIX_LENGTH + headerLength(bytes)))

  const said: string[] = []
  const tables = new DiskTables([folder], 2 ** 20, (_, set) => said.push(set))
  const position = parsePosition(rules, 'ww./..w/..b/....../.b./.../.bb w 0 0 0 40')
  if (!position.ok) throw new Error(position.error.message)
  expect(await tables.covered(rules)).toBe(8)
  const before = openFiles().length
  const asked = Array.from({ length: 3 }, () => tables.judge(rules, position.value))
  expect((await Promise.all(asked)).map(({ covered }) => covered)).toEqual([false, false, false])
  expect(openFiles()).toHaveLength(before - 1)
  expect(said).toEqual(['muehle 3-4'])
  expect(await tables.covered(rules)).toBe(6)
  await tables.close()
  expect(openFiles()).toEqual([])
})
