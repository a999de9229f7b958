import { GUEST_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { lockPlayer } from '../../accounts/people/lock-player.ts'
import { endSessions } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import { GUEST_SESSION_MS } from '../../http/session.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { closeAllChallenges } from '../../lobby/challenges/close-all-challenges.ts'
import { readRows } from '../../store/read-rows.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import type { Person } from '../map/table.ts'
import { eraseRows } from './erase-person.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 100

/**
 * Forgets the guests who have no running game and did nothing for long, or have logged out. Nobody can log in as them again.
 * Their games stay under their names.
 * @returns how many it found
 */
export async function forgetGuests({ now }: Deps, tx: Tx): Promise<number> {
  const at = now()
  // each use renews the session, at most once a day
  const usedSince = new Date(at.getTime() - GUEST_DAYS * DAY_MS + GUEST_SESSION_MS)
  const idle = await findIdleGuests(tx, usedSince)
  return tryEach(idle, async (guest) => {
    await closeAllChallenges(tx, guest.playerId, at, { received: true })
    await inTransaction(tx, async (tx) => {
      // whoever begins a game, makes a challenge or registers locks the player too
      await lockPlayer(tx, guest.playerId)
      const [still] = await findIdleGuests(tx, usedSince, guest)
      if (!still) return
      await endSessions(tx, guest.accountId)
      await eraseRows(tx, guest)
    })
  })
}

const findIdleGuests = (tx: Tx, usedSince: Date, guest?: Person): Promise<Person[]> =>
  readRows(
    tx,
    z.object({ playerId: z.int(), accountId: z.int() }),
    Prisma.sql`
      SELECT p.id AS "playerId", a.id AS "accountId" FROM players p JOIN accounts a ON a.player_id = p.id
      WHERE p.kind = 'guest' ${guest ? Prisma.sql`AND p.id = ${guest.playerId}` : Prisma.empty}
        AND NOT EXISTS (
          SELECT FROM sessions s WHERE s.account_id = a.id AND s.expires_at > ${usedSince}::timestamptz)
        AND NOT EXISTS (SELECT FROM games g WHERE g.status IN ('active', 'claimed') AND g.white_id = p.id)
        AND NOT EXISTS (SELECT FROM games g WHERE g.status IN ('active', 'claimed') AND g.black_id = p.id)
      ORDER BY p.id LIMIT ${AT_ONCE}`,
  )
