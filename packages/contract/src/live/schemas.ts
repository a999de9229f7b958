import { z } from 'zod'
import { challengeSchema } from '../challenges/schemas.ts'
import { claimSchema } from '../claims/schemas.ts'
import { clubEventSchema } from '../clubs/schemas.ts'
import { EXTENSIBLE, flag, wholeNumber } from '../common.ts'
import { conditionalMovesSchema } from '../conditional-moves/schemas.ts'
import { gameSchema, moveSchema } from '../games/schemas.ts'
import { ladderEventSchema } from '../ladders/schemas.ts'
import { matchEventSchema } from '../matches/schemas.ts'
import { messageSchema } from '../messages/schemas.ts'
import { notificationSchema, notificationsReadSchema } from '../notifications/schemas.ts'
import { problemSchema } from '../problem.ts'
import { reportSchema } from '../reports/schemas.ts'
import { appealSchema, sanctionSchema } from '../sanctions/schemas.ts'
import { tournamentEventSchema } from '../tournaments/schemas.ts'

/**
 * A command that a client sends on the live socket. `ping` is answered with `pong`, because browser scripts cannot see
 * the pings of the WebSocket protocol.
 */
export const liveCommandSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('watch'), game: z.int().min(1) }),
    z.strictObject({ type: z.literal('unwatch'), game: z.int().min(1) }),
    z.strictObject({ type: z.literal('ping') }),
  ])
  .meta({
    id: 'LiveCommand',
    description:
      'A command on the live socket. `watch`: get a game now and its events from now on, even if you do not play in it. `unwatch`: stop. `ping`: check the connection',
  })
export type LiveCommand = z.output<typeof liveCommandSchema>

const gameUpdate = {
  game: gameSchema,
  moves: z
    .array(moveSchema)
    .optional()
    .describe('All moves so far. Only in the first lines of a stream with `moves=true`'),
}

/** A line of the stream of one game. It has no `id`, because the stream needs none to be resumed. */
export const gameUpdateSchema = z
  .object({ type: z.literal('game'), ...gameUpdate })
  .meta({ id: 'GameUpdate' })
export type GameUpdate = z.output<typeof gameUpdateSchema>

/**
 * An event as the outbox stores it and every channel delivers it. Ids increase, and so does the version of each game.
 * The subject of an event is in the field named after its type.
 */
export const liveEventSchema = z
  .discriminatedUnion('type', [
    z.object({ id: z.int(), type: z.literal('game'), ...gameUpdate }),
    z.object({ id: z.int(), type: z.literal('challenge'), challenge: challengeSchema }),
    z.object({ id: z.int(), type: z.literal('claim'), claim: claimSchema }),
    z.object({ id: z.int(), type: z.literal('message'), message: messageSchema }),
    z.object({ id: z.int(), type: z.literal('plan'), plan: conditionalMovesSchema }),
    z.object({ id: z.int(), type: z.literal('report'), report: reportSchema }),
    z.object({ id: z.int(), type: z.literal('sanction'), sanction: sanctionSchema }),
    z.object({ id: z.int(), type: z.literal('appeal'), appeal: appealSchema }),
    z.object({ id: z.int(), type: z.literal('tournament'), tournament: tournamentEventSchema }),
    z.object({ id: z.int(), type: z.literal('ladder'), ladder: ladderEventSchema }),
    z.object({ id: z.int(), type: z.literal('club'), club: clubEventSchema }),
    z.object({ id: z.int(), type: z.literal('match'), match: matchEventSchema }),
    z.object({ id: z.int(), type: z.literal('notice'), notice: notificationSchema }),
    z.object({ id: z.int(), type: z.literal('notices-read'), 'notices-read': notificationsReadSchema }),
  ])
  .meta({
    id: 'LiveEvent',
    ...EXTENSIBLE,
    description:
      'Something that happened. `id` increases. The field named after `type` has the new state of the subject. `game`: a game changed. `challenge`: a challenge was created or closed. `claim`: a claim was filed, ruled on, withdrawn or closed. `message`: a message in one of your games. `plan`: your conditional moves changed. `report`: a player was reported, or a report was ruled on; sent to moderators and admins. `sanction`: your account was muted, restricted or closed, or such a sanction was lifted. `appeal`: an appeal was filed or decided; sent to its player, moderators and admins. `tournament`: something happened in a tournament that you have entered or organise. `ladder`: something happened to you on a ladder. `club`: something happened in a club that concerns you. `match`: something happened in a match of your clubs that concerns you. `notice`: you got a notification. `notices-read`: you marked notifications as read',
  })
export type LiveEvent = z.output<typeof liveEventSchema>

/**
 * A message that the server sends on the live socket: an event, or the reply to a command. `watching` carries the
 * current game; a client that then applies only higher versions misses nothing.
 */
export const liveMessageSchema = z
  .union([
    liveEventSchema,
    z.object({
      type: z.literal('welcome'),
      build: z
        .string()
        .describe('The build of the web client that the server has. An open page of another one is outdated'),
    }),
    z.object({ type: z.literal('watching'), game: gameSchema }),
    z.object({ type: z.literal('unwatched'), game: z.int() }),
    z.object({ type: z.literal('pong') }),
    z.object({
      type: z.literal('problem'),
      problem: problemSchema,
      game: z.int().optional().describe('The game of the command that failed'),
      retryAfter: z.int().optional().describe('Seconds after which to send the command again'),
    }),
  ])
  .meta({
    id: 'LiveMessage',
    ...EXTENSIBLE,
    description:
      'A message from the live socket: an event, or the reply to a command. `welcome`: the first message, if the server has a web client. `watching`: the game as it is now. `unwatched`: confirms `unwatch`. `pong`: answers `ping`. `problem`: the command failed',
  })
export type LiveMessage = z.output<typeof liveMessageSchema>

const moves = flag.default(false)
export const followEventsQuery = z.strictObject({
  since: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The `id` of the last new event that you read from this stream'),
  moves: moves.describe('`true`: the running games with which the stream starts come with their moves'),
})
export const followGameQuery = z.strictObject({
  moves: moves.describe('`true`: the first line has the moves so far'),
})
