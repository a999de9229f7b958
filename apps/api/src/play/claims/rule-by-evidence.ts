import { AUTO_RULING_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Tx } from '../../store/transaction.ts'
import { ruleOnClaim } from './rule-on-claim.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Rules by the evidence on claims that have waited too long for an admin, and on those that the server rules on at once but
 * that are still open, because a process stopped right after they were filed.
 * @returns how many it found
 */
export async function ruleByEvidence(deps: Deps, tx: Tx): Promise<number> {
  const now = deps.now()
  const filedBefore = new Date(now.getTime() - AUTO_RULING_DAYS * DAY_MS)
  const claims = await readIds(
    tx,
    Prisma.sql`
      -- joined, because for a subquery Postgres would read all games of the bots
      SELECT claims.id FROM claims JOIN games ON games.id = game_id
      WHERE state = 'open' AND (claims.created_at <= ${filedBefore}::timestamptz
        OR (${deps.config.ruleClaimsByEvidence} AND evidence @> '{"holds": true}')
        OR EXISTS (SELECT FROM players WHERE id IN (white_id, black_id) AND built_in)) ORDER BY claims.id`,
  )
  return tryEach(claims, (claim) => ruleOnClaim(tx, { claim, by: 'server', arrivedAt: now }))
}
