import { ok, type Result } from '@tegenzet/common'
import { playerSchema, type SharedAddress } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { findPerson } from '../../accounts/players/find-person.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

interface FindSharedAddresses {
  username: string
  /** Why the caller looks, for the log. */
  reason: string
  caller: Caller
  arrivedAt: Date
}

const rowSchema = z.object({
  player: playerSchema,
  addresses: z.int(),
  sameBrowser: z.boolean(),
  lastUsedAt: z.date(),
})

/** Finds accounts that have logged in from the same addresses, and records that somebody looked. */
export async function findSharedAddresses(
  db: Db,
  { username, reason, caller, arrivedAt: at }: FindSharedAddresses,
): Promise<Result<{ items: SharedAddress[] }, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const playerId = person.value.id
  if (playerId === caller.playerId)
    return refuse('yourself', 'You cannot review your own account: ask another admin.')
  return inTransaction(db, async (tx) => {
    await recordAct(tx, { kind: 'addresses-compared', byId: caller.playerId, playerId, reason, at })
    const rows = await readRows(tx, rowSchema, sharedAddresses(playerId))
    return ok({ items: rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() })) })
  })
}

const sharedAddresses = (playerId: number): Prisma.Sql => Prisma.sql`
  SELECT ${playerColumns('player')}, count(*)::int AS addresses, max(theirs.used_at) AS "lastUsedAt", EXISTS (
    SELECT FROM sessions s JOIN sessions o ON o.user_agent = s.user_agent
    WHERE s.account_id = a.id AND o.account_id = other.id) AS "sameBrowser"
  FROM accounts a JOIN known_addresses mine ON mine.account_id = a.id
    JOIN known_addresses theirs ON theirs.network = mine.network AND theirs.account_id <> a.id
    JOIN accounts other ON other.id = theirs.account_id JOIN players player ON player.id = other.player_id
  WHERE a.player_id = ${playerId}
  GROUP BY player.id, a.id, other.id
  ORDER BY addresses DESC, "lastUsedAt" DESC LIMIT 50`
