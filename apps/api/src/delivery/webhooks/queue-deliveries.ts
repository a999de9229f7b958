import type { EventType, Role, Scope } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { mayHear } from '../../http/caller.ts'
import type { OutboxEvent } from '../../outbox/outbox.ts'
import { JOIN_MAKERS, TOKEN_STANDS } from './webhook-row.ts'

/** A webhook that may be sent something. */
interface Hearer {
  id: number
  accountId: number
  playerId: number
  types: EventType[]
  role: Role
  scopes: 'all' | Scope[]
  failing: boolean
}

/** Writes down what each webhook is to be sent of some events, and puts it in the queue, in the same transaction. */
export async function queueDeliveries(
  tx: Transaction,
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  events: readonly OutboxEvent[],
): Promise<void> {
  const hearers = await readHearers(tx, new Set(events.flatMap(({ playerIds }) => playerIds)), now())
  if (hearers.length === 0) return
  const createdAt = now()
  const rows = events.flatMap(({ event, playerIds }) =>
    event
      ? hearers
          .filter(
            (hearer) =>
              playerIds.includes(hearer.playerId) &&
              (hearer.types.length === 0 || hearer.types.includes(event.type)) &&
              mayHear(hearer, event.type),
          )
          .map(({ id }) => ({
            ...{ webhookId: id, eventId: event.id, type: event.type, body: JSON.stringify(event) },
            ...{ nextAttemptAt: createdAt, createdAt },
          }))
      : [],
  )
  const made = await tx.delivery.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true, webhookId: true },
  })
  const byId = new Map(hearers.map((hearer) => [hearer.id, hearer]))
  const calls = made.map(({ id, webhookId }) => ({
    ...{ delivery: Number(id), webhook: webhookId, attempt: 0 },
    account: byId.get(webhookId)!.accountId,
  }))
  // who answers is not held up by those who do not
  await queue.add(
    tx,
    calls.filter(({ webhook }) => !byId.get(webhook)!.failing),
  )
  await queue.add(
    tx,
    calls.filter(({ webhook }) => byId.get(webhook)!.failing),
    'last',
  )
}

const readHearers = (tx: Transaction, playerIds: ReadonlySet<number>, now: Date): Promise<Hearer[]> =>
  tx.$queryRaw`
    SELECT w.id, a.id AS "accountId", a.player_id AS "playerId", w.types, a.role::text, coalesce(to_jsonb(t.scopes), to_jsonb(c.scopes), '"all"') AS scopes,
      w.failing_since IS NOT NULL AS failing
    FROM webhooks w JOIN accounts a ON a.id = w.account_id ${JOIN_MAKERS}
    WHERE a.player_id = ANY(${[...playerIds]}::int[]) AND w.disabled_reason IS NULL AND ${TOKEN_STANDS(now)}`
