import type { OptionalFeature } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { z } from 'zod'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** The games that are being played. With the rule sets, because the index begins with them. */
const RUNNING_GAMES = Prisma.sql`games g WHERE g.rules = ANY(${[...RULE_SET_IDS]}::text[]) AND g.status IN ('active', 'claimed')`
const RUNNING_MATCHES = Prisma.sql`matches WHERE state IN ('open', 'running')`
const RUNNING_TOURNAMENTS = Prisma.sql`tournaments WHERE state IN ('open', 'running') AND format <> 'league'`

/** The rows that say that something of a feature goes on after it has been switched off. Of others nothing does. */
const running = (at: Date): Partial<Record<OptionalFeature, readonly Prisma.Sql[]>> => ({
  tournaments: [RUNNING_TOURNAMENTS],
  // no further season starts
  leagues: [Prisma.sql`tournaments WHERE state = 'running' AND format = 'league'`],
  ladders: [Prisma.sql`ladder_games WHERE settled_at IS NULL`],
  matches: [RUNNING_MATCHES],
  clubs: [RUNNING_MATCHES, Prisma.sql`${RUNNING_TOURNAMENTS} AND club_id IS NOT NULL`],
  ratings: [Prisma.sql`${RUNNING_GAMES} AND g.rated`],
  // a gift of time is no message
  chat: [
    Prisma.sql`${RUNNING_GAMES} AND EXISTS (SELECT FROM messages m WHERE m.game_id = g.id AND m.days IS NULL)`,
  ],
  // no further ones are issued
  apps: [Prisma.sql`access_tokens WHERE expires_at > ${at}::timestamptz`],
})

/** Whether something of a feature that is switched off still goes on. */
export async function isRunning(db: Db, feature: OptionalFeature, at: Date): Promise<boolean> {
  const rows = running(at)[feature]
  if (!rows) return false
  const anyOf = Prisma.join(
    rows.map((each) => Prisma.sql`EXISTS (SELECT FROM ${each})`),
    ' OR ',
  )
  const { found } = await readRow(db, z.object({ found: z.boolean() }), Prisma.sql`SELECT ${anyOf} AS found`)
  return found
}
