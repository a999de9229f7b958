import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../src/paths.ts'
import { assertFreshBundle } from './fresh-bundle.ts'

interface Run {
  /** Written to its standard input. */
  input?: string
  env?: Record<string, string>
}

/** Runs a command of the built package. @returns what it printed @throws if it fails */
export async function runTegenzet(args: string[], { input = '', env = {} }: Run = {}): Promise<string> {
  assertFreshBundle()
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'bundle/tegenzet.mjs'), ...args], {
    env: { ...process.env, ...env },
  })
  run.child.stdin?.end(input)
  return (await run).stdout
}
