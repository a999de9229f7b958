import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

/**
 * Runs a program of PostgreSQL's client package.
 * @param url its password goes by the environment, because other users can see arguments
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore' | 'psql',
  args: string[],
  { url, env }: { url?: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const address = url === undefined ? undefined : new URL(url)
  const password = address?.password
  if (address) address.password = ''
  try {
    await run(tool, address ? ['--dbname', address.href, ...args] : args, {
      env: { ...env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    if (code === 'ENOENT')
      throw new BackupError(`${tool} was not found: install PostgreSQL's client programs.`)
    throw new BackupError(`${tool} failed: ${stderr?.trim() || (error as Error).message}`)
  }
}
