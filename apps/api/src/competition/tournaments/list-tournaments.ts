import type { listTournamentsQuery, Tournament } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { queryTournaments } from './tournament-store.ts'
import { tournamentView } from './tournament-view.ts'

/** Newest first. */
export async function listTournaments(
  tx: Tx,
  { state, rules, format, club, mine, limit, cursor }: z.output<typeof listTournamentsQuery>,
  caller: Caller | null,
): Promise<Result<Page<Tournament>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  if (mine && !caller) return refuse('unauthenticated', 'Log in, or send a token, to see your tournaments.')
  const where = [
    Prisma.sql`true`,
    ...(before.value === undefined ? [] : [Prisma.sql`t.id < ${before.value}`]),
    ...(state ? [Prisma.sql`t.state = ${state}::tournament_state`] : []),
    ...(rules ? [Prisma.sql`t.rules = ${rules}`] : []),
    ...(format ? [Prisma.sql`t.format = ${format}`] : []),
    ...(club === undefined ? [] : [Prisma.sql`t.club_id = (SELECT id FROM clubs WHERE slug = ${club})`]),
    ...(mine && caller
      ? [
          Prisma.sql`(t.organiser_id = ${caller.playerId} OR EXISTS (
            SELECT FROM tournament_entries e WHERE e.tournament_id = t.id AND e.player_id = ${caller.playerId}))`,
        ]
      : []),
  ]
  const rows = await queryTournaments(
    tx,
    Prisma.sql`WHERE ${Prisma.join(where, ' AND ')} ORDER BY t.id DESC LIMIT ${limit + 1}`,
  )
  return ok(pageOf(rows, limit, ({ id }) => id, tournamentView))
}
