import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, good, problem, skipped } from './finding.ts'

const TOPIC = 'backup'

/** `backup` and `restore` run these, and pg_dump refuses a server newer than itself. @param server the major version */
export async function checkBackupTools(server: number): Promise<Finding> {
  const [dump, psql] = await Promise.all([versionOf('pg_dump'), versionOf('psql')])
  const install = `install PostgreSQL's client programs of version ${server} (Debian: postgresql-client-${server})`
  if (dump === null || psql === null)
    return skipped(
      TOPIC,
      `${dump === null ? 'pg_dump' : 'psql'} was not found, so \`backup\` and \`restore\` do not work here: ${install}, or run pg_dump where Postgres is.`,
    )
  if (dump < server) return problem(TOPIC, `pg_dump ${dump} cannot back up Postgres ${server}: ${install}.`)
  return good(TOPIC, `pg_dump ${dump} can back up Postgres ${server}`)
}

/** @returns the major version; null if the program is missing */
async function versionOf(program: string): Promise<number | null> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }))
  const version = / (\d+)/.exec(stdout)?.[1]
  return version === undefined ? null : Number(version)
}
