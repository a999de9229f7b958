import { playerSchema, type RatedGame } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result, type RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { findPerson } from '../../accounts/people/find-person.ts'
import { playerColumns } from '../../accounts/people/player-columns.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'

interface History {
  username: string
  rules: RuleSetId
  limit: number
  cursor?: string | undefined
}

const rowSchema = z.object({
  sequence: z.int(),
  game: z.int(),
  endedAt: z.date(),
  opponent: playerSchema,
  score: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  rating: z.number(),
  deviation: z.number(),
})

/** A player's rated games in a rule set, oldest first. */
export async function listRatingHistory(
  tx: Tx,
  { username, rules, limit, cursor }: History,
): Promise<Result<Page<RatedGame>, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const player = await findPerson(tx, username, { closed: true })
  if (!player.ok) return player
  const rows = await readRows(
    tx,
    rowSchema,
    Prisma.sql`
      SELECT r.sequence, g.id AS game, g.ended_at AS "endedAt", ${playerColumns('opponent')},
        (CASE WHEN g.winner IS NULL THEN 0.5 WHEN g.winner = r.side THEN 1 ELSE 0 END)::float8 AS score,
        r.rating_after AS rating, r.deviation_after AS deviation
      FROM game_ratings r JOIN games g ON g.id = r.game_id
        JOIN players opponent ON opponent.id = CASE r.side WHEN 'white' THEN g.black_id ELSE g.white_id END
      WHERE r.player_id = ${player.value.id} AND r.rules = ${rules} AND r.sequence > ${after.value ?? 0}
      ORDER BY r.sequence LIMIT ${limit + 1}`,
  )
  return ok(
    pageOf(
      rows,
      limit,
      ({ sequence }) => sequence,
      ({ sequence: _sequence, endedAt, ...row }) => ({ ...row, endedAt: endedAt.toISOString() }),
    ),
  )
}
