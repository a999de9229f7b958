import { GUEST_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { endSessions } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import { GUEST_SESSION_MS } from '../../http/session.ts'
import { closeAllChallenges } from '../../lobby/challenges/close-all-challenges.ts'
import { readIds } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction, runSql, type Tx } from '../../store/transaction.ts'
import { eraseRows } from './erase-person.ts'

const DAY_MS = 86_400_000
/** Guests erased together. */
const BATCH = 100
/** Looks again after this at guests who have running games or could not be forgotten. */
const AGAIN_MS = 10 * 60_000

/**
 * Forgets the guests who have no running game and did nothing for long, or have logged out. Nobody can log in as them again.
 * Their games stay under their names.
 * @returns how many
 */
export async function forgetGuests({ now }: Deps, db: Db): Promise<number> {
  const at = now()
  let forgotten = 0
  for (;;) {
    const accounts = await claimGuests(db, at)
    const idle = await findIdleGuests(db, accounts, at)
    for (const { playerId } of idle) await closeAllChallenges(db, playerId, at, { received: true })
    if (idle.length > 0) forgotten += await inTransaction(db, (tx) => forget(tx, idle, at))
    if (accounts.length < BATCH) return forgotten
  }
}

interface Guest {
  accountId: number
  playerId: number
}

async function forget(tx: Tx, guests: readonly Guest[], at: Date): Promise<number> {
  // whoever begins a game, makes a challenge or registers locks the player too
  await runSql(
    tx,
    Prisma.sql`
    SELECT FROM players WHERE id = ANY(${guests.map(({ playerId }) => playerId)}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  )
  const still = await findIdleGuests(
    tx,
    guests.map(({ accountId }) => accountId),
    at,
  )
  for (const { accountId } of still) await endSessions(tx, accountId)
  await eraseRows(tx, {
    accountId: { in: still.map(({ accountId }) => accountId) },
    playerId: { in: still.map(({ playerId }) => playerId) },
  })
  return still.length
}

/**
 * Takes guests to look at, and plans when to look at them again: each use renews the session, at most once a day. Who has
 * registered is no guest any more.
 */
const claimGuests = (db: Db, at: Date): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`
      UPDATE accounts a SET forget_at = CASE WHEN p.kind = 'guest' THEN greatest(
        ${new Date(at.getTime() + AGAIN_MS)}::timestamptz,
        (SELECT max(s.expires_at) FROM sessions s WHERE s.account_id = a.id)
          + ${GUEST_DAYS * DAY_MS - GUEST_SESSION_MS}::float8 * interval '1 millisecond') END
      FROM players p
      WHERE p.id = a.player_id AND a.id = ANY(ARRAY(
        SELECT id FROM accounts WHERE forget_at <= ${at}::timestamptz ORDER BY forget_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING a.id`,
  )

function findIdleGuests(db: Db, accounts: readonly number[], at: Date): Promise<Guest[]> {
  const usedSince = new Date(at.getTime() - GUEST_DAYS * DAY_MS + GUEST_SESSION_MS)
  return readRows(
    db,
    z.object({ playerId: z.int(), accountId: z.int() }),
    // subqueries with one result each, so that Postgres looks each guest up by index
    Prisma.sql`
      SELECT a.player_id AS "playerId", a.id AS "accountId" FROM accounts a
      WHERE a.id = ANY(${[...accounts]}::int[]) AND (SELECT kind FROM players p WHERE p.id = a.player_id) = 'guest' AND 0 = (
        (SELECT count(*) FROM sessions s WHERE s.account_id = a.id AND s.expires_at > ${usedSince}::timestamptz)
        + (SELECT count(*) FROM games g WHERE g.status IN ('active', 'claimed') AND g.white_id = a.player_id)
        + (SELECT count(*) FROM games g WHERE g.status IN ('active', 'claimed') AND g.black_id = a.player_id))
      ORDER BY a.player_id`,
  )
}
