import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from './operator-error.ts'

/**
 * Processes that lack this migration cannot run beside this release: they do not enter ended games to be counted, and
 * read tables that are gone. Raise it with a migration that the release before cannot run with.
 */
export const NEEDED_BESIDE = '20261126095300_player_results'

/** A process updates the heartbeat every five seconds. */
const TWO_BEATS_MS = 11_000
const LOOK_EVERY_MS = 200

/** A process of a release that cannot run beside this one still runs. The message is for the operator. */
export class OldProcessRuns extends OperatorError {}

/**
 * Called before migrations are applied.
 * @param left those that the database lacks
 * @throws OldProcessRuns if the heartbeat moves on and such a process may cause it
 */
export async function refuseOldProcesses(
  client: Pick<pg.Pool, 'query'>,
  left: readonly string[],
  timeoutMs = TWO_BEATS_MS,
): Promise<void> {
  if (!left.some((name) => name <= NEEDED_BESIDE)) return
  const table = await client.query(`SELECT to_regclass('heartbeat') AS oid`)
  if (!table.rows[0].oid) return
  const read = async () => {
    const { rows } = await client.query<{ at: string | null; recent: boolean }>(
      `SELECT at::text, coalesce(abs(extract(epoch FROM clock_timestamp() - at)) < 60, false) AS recent FROM heartbeat`,
    )
    return rows[0]
  }
  const first = await read()
  if (!first?.recent) return
  for (let waited = 0; waited < timeoutMs; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    if ((await read())?.at !== first.at)
      throw new OldProcessRuns(
        'A process of an earlier release runs on this database and cannot run beside this release: stop every process, then start again.',
      )
  }
}
