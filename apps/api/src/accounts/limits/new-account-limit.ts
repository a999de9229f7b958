import { ok, type Result } from '@tegenzet/common'
import type { Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, runSql } from '../../store/transaction.ts'
import { countAttempt } from './rate-counters.ts'

const DAY_MS = 86_400_000

interface FirstContact {
  playerId: number
  to: Pick<Player, 'id' | 'kind'>
  what: 'challenge' | 'message'
}

/**
 * Counts what a new account sends to strangers, and refuses it after a few in a day, because accounts made for spam write
 * to many. Bots may be contacted freely.
 */
export async function countFirstContact(
  deps: Deps,
  db: Db,
  contact: FirstContact,
): Promise<Result<undefined, Refusal>> {
  const { newAccountDays, firstContacts } = deps.config.limits
  if (newAccountDays === 0 || contact.to.kind === 'bot') return ok(undefined)
  const since = new Date(deps.now().getTime() - newAccountDays * DAY_MS)
  if (!(await isFirstContact(db, contact, since))) return ok(undefined)
  const key = [`first-${contact.what}`, `${contact.playerId}`]
  const counted = await countAttempt(deps, db, { key, max: firstContacts, windowMs: DAY_MS })
  if (counted.ok) return counted
  const strangers =
    contact.what === 'challenge'
      ? 'challenges to players it has not played'
      : 'messages to players who have never written to it'
  const detail = `An account less than ${newAccountDays} days old can send ${firstContacts} ${strangers} a day.`
  return { ok: false, error: { ...counted.error, code: 'new-account-limit', detail } }
}

/** Whether an account made after `since` contacts somebody it has not played, or for messages, who has never written to it. */
async function isFirstContact(db: Db, { playerId, to, what }: FirstContact, since: Date): Promise<boolean> {
  const wrote = Prisma.sql`AND EXISTS (
    SELECT FROM messages WHERE game_id = games.id
      AND by = CASE WHEN white_id = ${to.id} THEN 'white' ELSE 'black' END::side)`
  const found = await runSql(
    db,
    Prisma.sql`
    SELECT FROM accounts WHERE player_id = ${playerId} AND created_at > ${since}::timestamptz
      AND NOT EXISTS (SELECT FROM managed_accounts WHERE account_id = accounts.id) AND NOT EXISTS (
      -- of the new account, because the other may have thousands. OFFSET keeps Postgres from looking for both.
      SELECT FROM (
        SELECT * FROM games WHERE white_id = accounts.player_id
        UNION ALL SELECT * FROM games WHERE black_id = accounts.player_id OFFSET 0
      ) games WHERE ${to.id} IN (white_id, black_id)
        ${what === 'message' ? wrote : Prisma.empty})`,
  )
  return found.length > 0
}
