import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from '@tegenzet/db'

// Processor time, which other programs on the machine hardly change. Needs Linux.

/** Of the times in /proc. */
const TICK_MS = 10

/** The process id of the Postgres server. */
export async function postmasterOf({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query('SELECT pg_backend_pid() AS pid')
  return statOf(rows[0].pid)!.parent
}

/** The processor time of a server and of all processes of Postgres so far, in milliseconds. */
export function processorTime(
  serverPid: number,
  postmaster: number | null,
): [server: number, postgres: number] {
  const server = statOf(serverPid)!.own
  if (postmaster === null) return [server, 0]
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(Number(pid)) ?? []) : []))
  const ofPostgres = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
  const ended = statOf(postmaster)!.children
  return [server, ofPostgres.reduce((sum, { own }) => sum + own, ended)]
}

/** A process with its processor time, and that of its children that have ended, in milliseconds. */
function statOf(pid: number): { pid: number; parent: number; own: number; children: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [own, children] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!]
    return { pid, parent: fields[1]!, own: own * TICK_MS, children: children * TICK_MS }
  } catch {
    return undefined // has ended
  }
}
