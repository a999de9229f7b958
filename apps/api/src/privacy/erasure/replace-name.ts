import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { closedName, type Erased } from './close-account.ts'
import { withoutPerson } from './without-person.ts'

/**
 * Removes an erased person's name and words from events, webhook deliveries, notifications and subjects of mails to others.
 * These are deleted anyway, but only after weeks.
 */
export async function replaceName(db: Db, erased: Erased): Promise<void> {
  await inEvents(db, erased)
  await inDeliveries(db, erased)
  await inNotifications(db, erased)
  await inMails(db, erased)
}

/** How many rows a statement searches. Nothing indexes the names in texts, and a statement may take 10 s. */
const BATCH = 2000

interface Range {
  after: bigint
  until: bigint
}

/** All ids of a table in ranges of as many rows as a statement searches. */
async function* rangesOf(
  db: Db,
  table: 'events' | 'deliveries' | 'notifications' | 'mails',
): AsyncGenerator<Range, void> {
  const row = z.object({ until: z.bigint().nullable() })
  for (let after = 0n; ; ) {
    const [found] = await readRows(
      db,
      row,
      Prisma.sql`
        SELECT max(id)::bigint AS until
        FROM (SELECT id FROM ${Prisma.raw(table)} WHERE id > ${after} ORDER BY id LIMIT ${BATCH}) t`,
    )
    const until = found?.until
    if (until == null) return
    yield { after, until }
    after = until
  }
}

const quoted = (name: string): string => JSON.stringify(name)

async function inEvents(db: Db, erased: Erased): Promise<void> {
  const { playerId, username } = erased
  const row = z.object({ id: z.bigint(), type: z.string(), payload: z.unknown() })
  for await (const { after, until } of rangesOf(db, 'events')) {
    // notifications of the person, with the words of others about them
    await db.$executeRaw`
      DELETE FROM events
      WHERE id > ${after} AND id <= ${until} AND type = 'notice' AND player_ids = ${[playerId]}::int[]`
    const rows = await readRows(
      db,
      row,
      Prisma.sql`
        SELECT id, type, payload FROM events
        WHERE id > ${after} AND id <= ${until}
          AND (player_ids @> ${[playerId]}::int[] OR actor_id = ${playerId}
            OR strpos(payload::text, ${quoted(username)}) > 0)
        ORDER BY id`,
    )
    const sides = await readSides(
      db,
      erased,
      rows.map(({ payload }) => payload),
    )
    for (const { id, type, payload } of rows) {
      const cleaned = withoutPerson(type, payload, { ...erased, sides }) as Prisma.InputJsonValue
      await db.event.updateMany({ where: { id }, data: { payload: cleaned } })
    }
  }
}

async function inDeliveries(db: Db, erased: Erased): Promise<void> {
  const { username } = erased
  const games = await db.game.findMany({
    where: { OR: [{ whiteId: erased.playerId }, { blackId: erased.playerId }] },
    select: { id: true },
  })
  const row = z.object({ id: z.bigint(), type: z.string(), body: z.string() })
  for await (const { after, until } of rangesOf(db, 'deliveries')) {
    const rows = await readRows(
      db,
      row,
      Prisma.sql`
        SELECT id, type, body FROM deliveries
        WHERE id > ${after} AND id <= ${until} AND (strpos(body, ${quoted(username)}) > 0
          OR type IN ('message', 'claim') AND (body::jsonb -> type ->> 'game')::int = ANY(${games.map(({ id }) => id)}::int[]))
        ORDER BY id`,
    )
    const deliveries = rows.map(({ body, ...row }) => ({
      ...row,
      event: JSON.parse(body) as Record<string, unknown>,
    }))
    const sides = await readSides(
      db,
      erased,
      deliveries.map(({ event, type }) => event[type]),
    )
    for (const { id, type, event } of deliveries) {
      const body = JSON.stringify({
        ...event,
        [type]: withoutPerson(type, event[type], { ...erased, sides }),
      })
      await db.delivery.updateMany({ where: { id }, data: { body } })
    }
  }
}

/** The person's side in the games that these events name by ID. */
async function readSides(
  db: Db,
  { playerId }: Erased,
  payloads: readonly unknown[],
): Promise<Map<number, 'white' | 'black'>> {
  const ids = payloads.flatMap((payload) => {
    const { game } = (payload ?? {}) as { game?: unknown }
    return typeof game === 'number' ? game : []
  })
  const games = await db.game.findMany({
    where: { id: { in: ids }, OR: [{ whiteId: playerId }, { blackId: playerId }] },
    select: { id: true, whiteId: true },
  })
  return new Map(games.map(({ id, whiteId }) => [id, whiteId === playerId ? 'white' : 'black']))
}

/** The parameters that contain a name. */
const NAMES = ['by', 'player', 'opponent']

async function inNotifications(db: Db, erased: Erased): Promise<void> {
  const { username } = erased
  for await (const { after, until } of rangesOf(db, 'notifications')) {
    const inRange = Prisma.sql`id > ${after} AND id <= ${until}`
    await db.$executeRaw`
      UPDATE notifications SET params = params - 'reason'
      WHERE ${inRange} AND kind = 'challenge-declined' AND params ->> 'by' = ${username}`
    await db.$executeRaw`
      UPDATE notifications SET params = params || '{"reason": null}'
      WHERE ${inRange} AND kind = 'tournament' AND params ->> 'by' = ${username}`
    await db.$executeRaw`
      UPDATE notifications SET params = params || '{"text": null}'
      WHERE ${inRange} AND kind = 'club' AND params ->> 'by' = ${username}`
    for (const name of NAMES)
      await db.$executeRaw`
        UPDATE notifications SET params = jsonb_set(params, ${[name]}::text[], to_jsonb(${closedName(erased)}::text))
        WHERE ${inRange} AND params ->> ${name} = ${username}`
  }
}

/** Other people’s mails about the person. Their texts are deleted once they are sent. */
async function inMails(db: Db, erased: Erased): Promise<void> {
  // usernames have no special characters of regular expressions
  const name = `(?<![A-Za-z0-9_-])${erased.username}(?![A-Za-z0-9_-])`
  for await (const { after, until } of rangesOf(db, 'mails'))
    await db.$executeRaw`
      UPDATE mails SET subject = regexp_replace(subject, ${name}, ${closedName(erased)}, 'g')
      WHERE id > ${after} AND id <= ${until} AND state <> 'waiting' AND subject ~ ${name}`
}
