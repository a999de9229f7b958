import { z } from 'zod'
import { challengeSchema } from './challenges.ts'
import { claimSchema } from './claims.ts'
import { EXTENSIBLE, wholeNumber } from './common.ts'
import { conditionalMovesSchema } from './conditional-moves.ts'
import { gameSchema } from './games.ts'
import { messageSchema } from './messages.ts'
import { notificationSchema, notificationsReadSchema } from './notifications.ts'
import { problemSchema } from './problem.ts'
import { reportSchema } from './reports.ts'

/**
 * What a client may say on the live socket. A browser cannot see the protocol's own pings: by `ping`, answered with
 * `pong`, it learns whether the connection still lives.
 */
export const liveCommandSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('watch'), game: z.int().min(1) }),
    z.strictObject({ type: z.literal('unwatch'), game: z.int().min(1) }),
    z.strictObject({ type: z.literal('ping') }),
  ])
  .meta({ id: 'LiveCommand' })
export type LiveCommand = z.output<typeof liveCommandSchema>

/**
 * What happened, as the outbox keeps it and every channel tells it. Ids rise; of a game, so does its version. `claim`:
 * one was filed, ruled on, withdrawn or closed, told to both players and to admins. `message`: told to both players.
 * `plan`: what you have planned in a game was set, played from or ended, told to you alone. `report`: a player was
 * reported, or a report ruled on, told to admins. `notice`: you were told of something; `notices-read`: you read some,
 * perhaps elsewhere. What an event is about stands
 * under its type's name.
 */
export const liveEventSchema = z
  .discriminatedUnion('type', [
    z.object({ id: z.int(), type: z.literal('game'), game: gameSchema }),
    z.object({ id: z.int(), type: z.literal('challenge'), challenge: challengeSchema }),
    z.object({ id: z.int(), type: z.literal('claim'), claim: claimSchema }),
    z.object({ id: z.int(), type: z.literal('message'), message: messageSchema }),
    z.object({ id: z.int(), type: z.literal('plan'), plan: conditionalMovesSchema }),
    z.object({ id: z.int(), type: z.literal('report'), report: reportSchema }),
    z.object({ id: z.int(), type: z.literal('notice'), notice: notificationSchema }),
    z.object({ id: z.int(), type: z.literal('notices-read'), 'notices-read': notificationsReadSchema }),
  ])
  .meta({ id: 'LiveEvent', ...EXTENSIBLE })
export type LiveEvent = z.output<typeof liveEventSchema>
export const EVENT_TYPES = [
  'game',
  'challenge',
  'claim',
  'message',
  'plan',
  'report',
  'notice',
  'notices-read',
] as const satisfies LiveEvent['type'][]
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * What the server says on the live socket: events, and answers to commands. `watching` brings the game as it stands:
 * with the events that follow, of which only those with a higher version count, nothing is missed.
 */
export const liveMessageSchema = z
  .union([
    liveEventSchema,
    z.object({ type: z.literal('watching'), game: gameSchema }),
    z.object({ type: z.literal('unwatched'), game: z.int() }),
    z.object({ type: z.literal('pong') }),
    z.object({ type: z.literal('problem'), problem: problemSchema }),
  ])
  .meta({ id: 'LiveMessage', ...EXTENSIBLE })
export type LiveMessage = z.output<typeof liveMessageSchema>

export const followEventsQuery = z.strictObject({
  since: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The `id` of the last event of this stream that was new to you'),
})
