import type { ClubChannelKind, LiveEvent } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { queueCalls } from './channel-queue.ts'

export const clubSubjectSchema = z.union([
  z.object({ match: z.int(), board: z.int(), game: z.int() }),
  z.object({ match: z.int(), change: z.enum(['accepted', 'closing', 'finished', 'cancelled']) }),
  z.object({ tournament: z.int() }),
])
/** What a club is told in its channels. */
export type ClubSubject = z.output<typeof clubSubjectSchema>

export interface ClubNews {
  kind: ClubChannelKind
  subject: ClubSubject
  createdAt: Date
}

/** What an event says to the clubs that it is about; null: nothing. */
export function clubNewsOf(event: LiveEvent): Omit<ClubNews, 'createdAt'> | null {
  switch (event.type) {
    case 'match': {
      const { id: match, change } = event.match
      if (change === 'accepted') return { kind: 'match-announced', subject: { match, change } }
      if (change === 'finished' || change === 'cancelled')
        return { kind: 'match-over', subject: { match, change } }
      return null
    }
    case 'game': {
      const { id: game, match, outcome, ratings } = event.game
      // ratings come with a later event
      if (!match || !outcome || ratings || outcome.reason === 'cancelled') return null
      return { kind: 'board-over', subject: { match: match.id, board: match.board, game } }
    }
    case 'tournament': {
      const { id: tournament, change } = event.tournament
      return change === 'created' ? { kind: 'tournament-announced', subject: { tournament } } : null
    }
    default:
      return null
  }
}

/** Writes news down for the channels of the clubs that want it, and queues one call for each channel. */
export async function tellClubs(db: Db, news: readonly ClubNews[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ createdAt, ...each }) => ({ ...each, created_at: createdAt }))
  const receivers = await readRows(
    db,
    z.object({ id: z.int(), clubId: z.int() }),
    Prisma.sql`
      WITH written AS (
        INSERT INTO channel_messages (channel_id, subject, created_at)
        SELECT c.id, new.subject, new.created_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS new (kind text, subject jsonb, created_at timestamptz)
          CROSS JOIN LATERAL (
            SELECT club_a_id AS id FROM matches WHERE id = (new.subject->>'match')::int
            UNION SELECT club_b_id FROM matches WHERE id = (new.subject->>'match')::int
            UNION SELECT club_id FROM tournaments WHERE id = (new.subject->>'tournament')::int
          ) club
          JOIN channels c ON c.club_id = club.id AND c.broken_at IS NULL
            AND (c.kinds = '{}' OR new.kind = ANY(c.kinds))
        ORDER BY new.created_at
        RETURNING channel_id
      )
      SELECT id, club_id AS "clubId" FROM channels WHERE id IN (SELECT channel_id FROM written)`,
  )
  await queueCalls(
    db,
    receivers.map(({ id, clubId }) => ({ id, owner: { clubId } })),
  )
}
