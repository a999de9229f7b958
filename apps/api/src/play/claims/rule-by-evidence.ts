import { AUTO_RULING_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Db } from '../../store/transaction.ts'
import { ruleOnClaim } from './rule-on-claim.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Small, so that Postgres reads them by their index. The next run rules on the others. */
const BATCH = 100

/**
 * Rules by the evidence on claims that have waited too long for an admin, and on those that the server rules on at once but
 * that are still open, because a process stopped right after they were filed.
 * @returns how many it found
 */
export function ruleByEvidence(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  const { ruleClaimsByEvidence } = deps.config
  const filedBefore = new Date(now.getTime() - AUTO_RULING_DAYS * DAY_MS)
  // another lease for each value of the setting: when a host turns it on, the first run covers all open claims
  const name = ruleClaimsByEvidence ? 'rulings-by-evidence' : 'rulings'
  return sinceLastRun(db, name, now, async (since) => {
    const claims = await readIds(
      db,
      Prisma.sql`
        -- ORDER BY and LIMIT keep Postgres from reading all open claims
        (SELECT id FROM claims WHERE state = 'open' AND created_at <= ${filedBefore}::timestamptz
          ORDER BY created_at LIMIT ${Prisma.raw(`${BATCH}`)})
        UNION
        -- joined, because for a subquery Postgres would read all games of the bots
        SELECT filed.id FROM (
          SELECT id, game_id, evidence FROM claims WHERE state = 'open' AND created_at >= ${since}::timestamptz OFFSET 0
        ) filed JOIN games ON games.id = filed.game_id
        WHERE (${ruleClaimsByEvidence} AND evidence @> '{"holds": true}')
          OR EXISTS (SELECT FROM players WHERE id IN (white_id, black_id) AND built_in)
        ORDER BY 1`,
    )
    return tryEach(claims, (claim) => ruleOnClaim(db, { claim, by: 'server', arrivedAt: now }))
  })
}
