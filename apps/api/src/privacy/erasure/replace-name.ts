import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { closedName, type Erased } from './close-account.ts'
import { withoutPerson } from './without-person.ts'

/**
 * Removes an erased person's name and words from events, webhook deliveries, notifications and subjects of mails to others.
 * These are deleted anyway, but only after weeks.
 */
export async function replaceName(tx: Tx, erased: Erased): Promise<void> {
  await inEvents(tx, erased)
  await inDeliveries(tx, erased)
  await inNotifications(tx, erased)
  await inMails(tx, erased)
}

/** How many rows are in memory at once. */
const BATCH = 200

const quoted = (name: string): string => JSON.stringify(name)

async function inEvents(tx: Tx, erased: Erased): Promise<void> {
  const { playerId, username } = erased
  const row = z.object({ id: z.bigint(), type: z.string(), payload: z.unknown() })
  for (let after = 0n; ; ) {
    const rows = await readRows(
      tx,
      row,
      Prisma.sql`
        SELECT id, type, payload FROM events
        WHERE id > ${after}
          AND (player_ids @> ${[playerId]}::int[] OR actor_id = ${playerId}
            OR strpos(payload::text, ${quoted(username)}) > 0)
        ORDER BY id LIMIT ${BATCH}`,
    )
    const sides = await readSides(
      tx,
      erased,
      rows.map(({ payload }) => payload),
    )
    for (const { id, type, payload } of rows) {
      const cleaned = withoutPerson(type, payload, { ...erased, sides }) as Prisma.InputJsonValue
      await tx.event.updateMany({ where: { id }, data: { payload: cleaned } })
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) return
  }
}

async function inDeliveries(tx: Tx, erased: Erased): Promise<void> {
  const { username } = erased
  const games = await tx.game.findMany({
    where: { OR: [{ whiteId: erased.playerId }, { blackId: erased.playerId }] },
    select: { id: true },
  })
  const row = z.object({ id: z.bigint(), type: z.string(), body: z.string() })
  for (let after = 0n; ; ) {
    const rows = await readRows(
      tx,
      row,
      Prisma.sql`
        SELECT id, type, body FROM deliveries
        WHERE id > ${after} AND (strpos(body, ${quoted(username)}) > 0
          OR type IN ('message', 'claim') AND (body::jsonb -> type ->> 'game')::int = ANY(${games.map(({ id }) => id)}::int[]))
        ORDER BY id LIMIT ${BATCH}`,
    )
    const events = rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    const sides = await readSides(
      tx,
      erased,
      events.map((event, n) => event[rows[n]!.type]),
    )
    for (const [n, { id, type }] of rows.entries()) {
      const event = events[n]!
      const body = JSON.stringify({
        ...event,
        [type]: withoutPerson(type, event[type], { ...erased, sides }),
      })
      await tx.delivery.updateMany({ where: { id }, data: { body } })
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) return
  }
}

/** The person's side in the games that these events name by ID. */
async function readSides(
  tx: Tx,
  { playerId }: Erased,
  payloads: readonly unknown[],
): Promise<Map<number, 'white' | 'black'>> {
  const ids = payloads.flatMap((payload) => {
    const { game } = (payload ?? {}) as { game?: unknown }
    return typeof game === 'number' ? game : []
  })
  const games = await tx.game.findMany({
    where: { id: { in: ids }, OR: [{ whiteId: playerId }, { blackId: playerId }] },
    select: { id: true, whiteId: true },
  })
  return new Map(games.map(({ id, whiteId }) => [id, whiteId === playerId ? 'white' : 'black']))
}

/** The parameters that contain a name. */
const NAMES = ['by', 'player', 'opponent']

async function inNotifications(tx: Tx, erased: Erased): Promise<void> {
  const { username } = erased
  await tx.$executeRaw`
    UPDATE notifications SET params = params - 'reason'
    WHERE kind = 'challenge-declined' AND params ->> 'by' = ${username}`
  await tx.$executeRaw`
    UPDATE notifications SET params = params || '{"reason": null}'
    WHERE kind = 'tournament' AND params ->> 'by' = ${username}`
  for (const name of NAMES)
    await tx.$executeRaw`
      UPDATE notifications SET params = jsonb_set(params, ${[name]}::text[], to_jsonb(${closedName(erased)}::text))
      WHERE params ->> ${name} = ${username}`
}

/** Other people’s mails about the person. Their texts are deleted once they are sent. */
async function inMails(tx: Tx, erased: Erased): Promise<void> {
  // usernames have no special characters of regular expressions
  const name = `(?<![A-Za-z0-9_-])${erased.username}(?![A-Za-z0-9_-])`
  await tx.$executeRaw`
    UPDATE mails SET subject = regexp_replace(subject, ${name}, ${closedName(erased)}, 'g')
    WHERE state <> 'waiting' AND subject ~ ${name}`
}
