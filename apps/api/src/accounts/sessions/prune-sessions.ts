import type { Deps } from '../../deps.ts'

/** Sessions an account may have: the oldest end where more are begun. */
const MOST_SESSIONS = 50

/** Removes an account's sessions that have expired, and of the others the oldest of too many. */
export async function pruneSessions({ database, now }: Deps, accountId: number): Promise<void> {
  const at = now()
  await database.prisma.$executeRaw`
    DELETE FROM sessions WHERE account_id = ${accountId} AND (expires_at <= ${at} OR id <= (
      SELECT id FROM sessions WHERE account_id = ${accountId} AND expires_at > ${at}
      ORDER BY id DESC OFFSET ${MOST_SESSIONS} LIMIT 1))`
}
