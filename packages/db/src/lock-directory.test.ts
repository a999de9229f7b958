import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory } from './lock-directory.ts'

let directory: string
const children: ChildProcess[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

const MODULE = new URL('./lock-directory.ts', import.meta.url).href
/** Prints whether it got the lock, and keeps it until it is killed. */
const PROGRAM = `
  const { lockDirectory } = await import(${JSON.stringify(MODULE)})
  try { lockDirectory(process.argv[1]); console.log('locked') } catch (error) { console.log(error.constructor.name) }
  setInterval(() => {}, 1000)`
const NODE = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM]

/** Tries to lock the directory in another process. */
async function lockElsewhere(command = process.execPath, options: string[] = []) {
  const child = spawn(command, [...options, ...NODE, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [output] = await once(child.stdout, 'data')
  return { child, result: String(output).trim() }
}

test('a directory is locked once, also within a process', async () => {
  const unlock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
  expect(() => lockDirectory(directory)).toThrow(
    `${directory} is in use by process ${process.pid}. Stop it, or choose another DATA_DIR.`,
  )
  expect((await lockElsewhere()).result).toBe('DirectoryInUse')
  unlock()
  expect(existsSync(join(directory, 'lock'))).toBe(false)
  lockDirectory(directory)()
})

test('the lock of a killed process is gone, whatever process ID its file names', async () => {
  const { child, result } = await lockElsewhere()
  expect(result).toBe('locked')
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(join(directory, 'lock'), '1')
  lockDirectory(directory)()
})

test('one of several processes that start at once on a stale lock gets it', async () => {
  writeFileSync(join(directory, 'lock'), '999999')
  const started = await Promise.all(Array.from({ length: 4 }, () => lockElsewhere()))
  expect(started.map(({ result }) => result).sort()).toEqual([
    ...['DirectoryInUse', 'DirectoryInUse', 'DirectoryInUse'],
    'locked',
  ])
})

const NAMESPACE = ['--pid', '--fork', '--kill-child', process.execPath]
const hasNamespaces = spawnSync('unshare', [...NAMESPACE, '-e', '0']).status === 0

test.runIf(hasNamespaces)(
  'the lock holds across process ID namespaces, where every process is number 1',
  async () => {
    expect((await lockElsewhere('unshare', NAMESPACE)).result).toBe('locked')
    expect((await lockElsewhere('unshare', NAMESPACE)).result).toBe('DirectoryInUse')
    expect(() => lockDirectory(directory)).toThrow('is in use by process 1.')
  },
  30_000,
)
