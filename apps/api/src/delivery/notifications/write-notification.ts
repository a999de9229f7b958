import type { LiveEvent, Notification } from '@tegenzet/contract'
import { Prisma, type Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'

/** What somebody is to be told of. */
export interface NewNotice {
  accountId: number
  playerId: number
  kind: Notification['kind']
  params: Notification['params']
  game: number | null
  /** What it is about: nobody is told twice. */
  key: string
  createdAt: Date
}

/** What to announce once the transaction is committed. */
export interface Told {
  event: LiveEvent
  playerIds: number[]
}

/** Writes a notice with its event, unless it stands already. */
export async function writeNotice(tx: Transaction, notice: NewNotice): Promise<Told[]> {
  const { accountId, playerId, kind, params, game, key, createdAt } = notice
  const [made] = await tx.$queryRaw<{ id: number; eventId: bigint }[]>`
    WITH made AS (
      INSERT INTO notifications (account_id, kind, params, game_id, key, created_at)
      SELECT ${accountId}::int, ${kind}, ${JSON.stringify(params)}::jsonb, ${game}::int, ${key}, ${createdAt}::timestamptz
      ${ONCE_UNREAD.includes(kind) ? unlessUnread(accountId, game, kind) : Prisma.empty}
      ON CONFLICT DO NOTHING RETURNING id
    ), told AS (
      INSERT INTO events (type, player_ids, payload, created_at)
      SELECT 'notice', ${[playerId]}::int[],
        ${JSON.stringify(viewOf({ ...notice, id: 0, readAt: null }))}::jsonb || jsonb_build_object('id', id),
        ${createdAt}::timestamptz
      FROM made RETURNING id
    )
    SELECT made.id, told.id AS "eventId" FROM made, told`
  if (!made) return []
  const view = viewOf({ ...notice, id: made.id, readAt: null })
  return [{ event: { id: Number(made.eventId), type: 'notice', notice: view }, playerIds: [playerId] }]
}

/** However often these come in a game, one notice says so until it is read. */
const ONCE_UNREAD: readonly Notification['kind'][] = ['message-received', 'plan-played']
const unlessUnread = (accountId: number, game: number | null, kind: Notification['kind']) => Prisma.sql`
  WHERE NOT EXISTS (SELECT FROM notifications WHERE account_id = ${accountId} AND game_id = ${game}::int
    AND kind = ${kind} AND read_at IS NULL)`

export const viewOf = (row: {
  id: number
  kind: string
  params: unknown
  game: number | null
  createdAt: Date
  readAt: Date | null
}): Notification =>
  ({
    id: row.id,
    kind: row.kind,
    params: row.params,
    game: row.game,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }) as Notification

export function announceAll({ live }: Deps, told: readonly Told[]): void {
  for (const { event, playerIds } of told) live.announce(event, playerIds)
}
