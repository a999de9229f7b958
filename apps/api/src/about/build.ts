import { execFileSync } from 'node:child_process'
import { ROOT } from '../paths.ts'

let commit: string | null | undefined

/** The Git commit of this checkout. null: it is not a repository, or Git is missing. */
export function readCommit(): string | null {
  if (commit === undefined) commit = askGit()
  return commit
}

function askGit(): string | null {
  try {
    // another user may own the checkout
    return execFileSync('git', ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
