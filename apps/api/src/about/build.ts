import { execFileSync } from 'node:child_process'
import { ROOT } from '../paths.ts'
import { PACKED_COMMIT } from '../version.ts'

let commit = PACKED_COMMIT

/** The Git commit of this checkout, or of what the package was built from. null: it is not a repository, or Git is missing. */
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
