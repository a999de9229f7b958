import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './read-blocks.ts'

interface Run {
  /** Where a host would be. Default: the repository. */
  cwd?: string
  env?: Record<string, string>
  /** What is written in the document, and what a host would fill in there, or what this machine has instead. */
  replace?: Record<string, string>
  /** What a person would type or paste. */
  input?: string
}

/** Runs a block in one shell that stops at the first failure. @returns what it printed */
export async function runBlock(
  block: string,
  { cwd = ROOT, env, replace = {}, input }: Run = {},
): Promise<string> {
  let script = block
  for (const [written, real] of Object.entries(replace)) {
    if (!script.includes(written)) throw new Error(`the block has no ${written}: ${block}`)
    script = script.replaceAll(written, () => real)
  }
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
