import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './read-blocks.ts'

interface Run {
  /** Where a host would be. Default: the repository. */
  cwd?: string
  env?: Record<string, string>
  /** What is written in the document, and what takes its place. */
  replace?: Record<string, string>
  /** What a person would type or paste. */
  input?: string
}

/** Fills in what a host would, or what this machine has instead. @throws if the block has nothing of that */
export function filledIn(block: string, replace: Record<string, string>): string {
  return Object.entries(replace).reduce((script, [written, real]) => {
    if (!script.includes(written)) throw new Error(`the block has no ${written}: ${block}`)
    return script.replaceAll(written, () => real)
  }, block)
}

/** Runs a block in one shell that stops at the first failure. @returns what it printed */
export async function runBlock(
  block: string,
  { cwd = ROOT, env, replace = {}, input }: Run = {},
): Promise<string> {
  const script = filledIn(block, replace)
  const shell = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    timeout: 300_000,
  })
  shell.child.stdin?.end(input ?? '')
  return (await shell).stdout
}

/** Makes programs that take the place of others. @param programs shell scripts by name @returns PATH with them first */
export function programs(folder: string, programs: Record<string, string>): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/bash\nset -euo pipefail\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return `${folder}:${process.env.PATH}`
}
