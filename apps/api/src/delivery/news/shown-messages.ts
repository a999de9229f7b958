import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { LOBBY } from '../notification-mail/notification-link.ts'
import { type NewsSubject, newsSubjectSchema, WAIT_MS } from './news.ts'
import { PUSHES } from './push-queue.ts'

/** Beyond this, only the newest is remembered. The others close when the site is opened in that browser. */
const MAX_SHOWN = 100

/** What a browser shows under a tag, as far as it is known; null: nothing. */
export async function readShown(db: Db, subscription: number, tag: string): Promise<NewsSubject | null> {
  const [row] = await readRows(
    db,
    z.object({ shown: newsSubjectSchema.nullable() }),
    Prisma.sql`SELECT shown->${tag} AS shown FROM push_subscriptions WHERE id = ${subscription}`,
  )
  return row?.shown ?? null
}

export async function writeShown(
  db: Db,
  subscription: number,
  tag: string,
  subject: NewsSubject,
): Promise<void> {
  await db.$executeRaw`
    UPDATE push_subscriptions SET shown =
      CASE WHEN (SELECT count(*) FROM jsonb_object_keys(shown)) < ${MAX_SHOWN} THEN shown ELSE '{}' END
      || jsonb_build_object(${tag}::text, ${JSON.stringify(subject)}::jsonb)
    WHERE id = ${subscription}`
}

export async function forgetShown(db: Db, subscription: number, tag: string): Promise<void> {
  await db.$executeRaw`UPDATE push_subscriptions SET shown = shown - ${tag}::text WHERE id = ${subscription}`
}

/** The player has just moved on the page with this tag in this session’s browser, which closes the message itself. */
export async function forgetShownBy(db: Db, sessionId: number, tag: string): Promise<void> {
  await db.$executeRaw`
    UPDATE push_subscriptions SET shown = shown - ${tag}::text WHERE session_id = ${sessionId} AND shown ? ${tag}::text`
}

/** The player has just read notifications in this session’s browser, which closes their messages itself. */
export async function forgetRead(db: Db, sessionId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE push_subscriptions SET shown = coalesce((
      SELECT jsonb_object_agg(tag, subject) FROM jsonb_each(shown) s(tag, subject)
      WHERE NOT EXISTS (
        SELECT FROM notifications n WHERE n.id = (subject->>'notification')::int AND n.read_at IS NOT NULL)
    ), '{}')
    WHERE session_id = ${sessionId} AND shown <> '{}'`
}

const pageOf = ({ event }: OutboxEvent): string | null => {
  switch (event?.type) {
    case 'game':
      return `/games/${event.game.id}`
    case 'claim':
      return `/games/${event.claim.game}`
    case 'challenge':
      return LOBBY
    default:
      return null
  }
}

/** Queues a check of what the players’ browsers show about the subjects of events. */
export async function recheckShown(db: Db, events: readonly OutboxEvent[]): Promise<void> {
  const touched = events.filter((each) => pageOf(each) !== null)
  const read = events.filter(({ event }) => event?.type === 'notices-read')
  if (touched.length + read.length === 0) return
  const players = (of: readonly OutboxEvent[]) => [...new Set(of.flatMap(({ playerIds }) => playerIds))]
  const tags = [...new Set(touched.map(pageOf))]
  const shown = await readRows(
    db,
    z.object({ subscription: z.int(), accountId: z.int(), tag: z.string() }),
    Prisma.sql`
      SELECT p.id AS subscription, p.account_id AS "accountId", s.tag
      FROM accounts a JOIN push_subscriptions p ON p.account_id = a.id AND p.shown <> '{}'
        CROSS JOIN LATERAL jsonb_each(p.shown) s(tag, subject)
      WHERE (a.player_id = ANY(${players(touched)}::int[]) AND s.tag = ANY(${tags}::text[]))
        OR (a.player_id = ANY(${players(read)}::int[]) AND EXISTS (
          SELECT FROM notifications n WHERE n.id = (s.subject->>'notification')::int AND n.read_at IS NOT NULL))`,
  )
  await queueRecheck(db, shown)
}

/** Queues a check whether what browsers show is still news. */
export const queueRecheck = (
  db: Db,
  shown: readonly { subscription: number; accountId: number; tag: string }[],
): Promise<void> =>
  enqueue(
    db,
    PUSHES,
    shown.map(({ subscription, accountId, tag }) => ({
      data: { subscription, subject: { withdraw: tag }, attempt: 0 },
      order: subscription,
      group: String(accountId),
      afterMs: WAIT_MS,
    })),
  )
