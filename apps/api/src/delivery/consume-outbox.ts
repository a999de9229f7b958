import { valueAt } from '@tegenzet/common'
import { playerSchema, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../accounts/players/player-columns.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from '../outbox/consume.ts'
import { gameOfEvent } from '../outbox/game-of-event.ts'
import type { OutboxEvent } from '../outbox/read-events.ts'
import { markConditionalMovesDue } from '../play/conditional-moves/play-due-conditional-moves.ts'
import { readRows } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'
import { clubNewsOf, tellClubs } from './news/club-news.ts'
import { recheckShown } from './news/shown-messages.ts'
import { tellTurns } from './news/tell-news.ts'
import { mailNotification, mailTurn, playerToMove, readMailReaders } from './notification-mail/mail-event.ts'
import { mailWarnings } from './notification-mail/mail-warnings.ts'
import { notificationsOf } from './notifications/notifications-of.ts'
import type { PlayersOfGame } from './notifications/player-notification.ts'
import { settleNotifications } from './notifications/settle-notifications.ts'
import { writeNotifications } from './notifications/write-notification.ts'
import { planChecks } from './reminders/reminder-checks.ts'
import { writeDeliveries } from './webhooks/write-deliveries.ts'

/** Turns events into notifications, mails and webhook deliveries, plans reminders, and marks conditional moves as due. */
export const deliveryConsumer = (deps: Deps): Consumer => ({
  name: 'outbox',
  async handle(tx, events) {
    await notify(deps, tx, events)
    await tellClubs(
      tx,
      events.flatMap(({ event, createdAt }) => {
        const news = event && clubNewsOf(event)
        return news ? [{ ...news, createdAt }] : []
      }),
    )
    await settleNotifications(tx, events, deps.now())
    await recheckShown(tx, events)
    await mailWarnings(deps, tx, events)
    await writeDeliveries(deps, tx, events)
    await planChecks(
      tx,
      events.flatMap(({ event }) => (event?.type === 'game' ? event.game.id : [])),
    )
    // last, because requests that set conditional moves wait for these rows
    const changes = events.map(({ event }) => event)
    await markConditionalMovesDue(tx, changes, deps.now())
  },
})

async function notify(deps: Deps, db: Db, events: readonly OutboxEvent[]): Promise<void> {
  const games = await readPlayersOfGames(db, events)
  const notifications = events.flatMap(({ event, playerIds, actorId, createdAt }) =>
    event
      ? notificationsOf({ event, playerIds, actorId }, games).map((each) => ({ ...each, createdAt }))
      : [],
  )
  const turns = events.flatMap(({ event, actorId, createdAt }) => {
    const playerId = event?.type === 'game' ? playerToMove(event.game, actorId) : null
    return event?.type === 'game' && playerId !== null ? { playerId, game: event.game, createdAt } : []
  })
  const readers = await readMailReaders(db, [
    ...notifications.map(({ player }) => player.id),
    ...turns.map(({ playerId }) => playerId),
  ])
  const toWrite = notifications.flatMap(({ player, ...notification }) => {
    const reader = readers.get(player.id)
    return reader ? [{ ...notification, accountId: reader.accountId, playerId: reader.playerId }] : []
  })
  const written = await writeNotifications(db, toWrite)
  for (const [n, { playerId }] of toWrite.entries())
    if (written[n]) await mailNotification(deps, db, valueAt(readers, playerId), written[n])
  const toMove = turns.flatMap(({ playerId, ...turn }) => {
    const reader = readers.get(playerId)
    return reader ? [{ reader, ...turn }] : []
  })
  for (const { reader, game } of toMove) await mailTurn(deps, db, reader, game)
  await tellTurns(
    db,
    toMove.map(({ reader, game, createdAt }) => ({
      accountId: reader.accountId,
      game: game.id,
      ply: game.ply,
      createdAt,
    })),
  )
}

const playersSchema = z.object({
  id: z.int(),
  rules: ruleSetIdSchema,
  white: playerSchema,
  black: playerSchema,
})

/** Reads the players of games, for events that contain only a game's ID. */
async function readPlayersOfGames(
  db: Db,
  events: readonly OutboxEvent[],
): Promise<Map<number, PlayersOfGame>> {
  const ids = events.flatMap(({ event }) =>
    event && event.type !== 'game' ? (gameOfEvent(event) ?? []) : [],
  )
  if (ids.length === 0) return new Map()
  const games = await readRows(
    db,
    playersSchema,
    Prisma.sql`
      SELECT g.id, g.rules, ${playerColumns('white')}, ${playerColumns('black')}
      FROM games g JOIN players white ON white.id = g.white_id JOIN players black ON black.id = g.black_id
      WHERE g.id IN (${Prisma.join(ids)})`,
  )
  return new Map(games.map((game) => [game.id, game]))
}
