import { OUTCOME_REASONS } from '@tegenzet/rules'
import { z } from 'zod'
import { CHANNEL_FORMATS } from '../channels/formats.ts'
import { CLUB_ROLES } from '../clubs/schemas.ts'
import { EXTENSIBLE, instant, page, pageQuery, ruleSetIdSchema, sideSchema } from '../common.ts'
import { groundSchema } from '../draw-offers/schemas.ts'
import { SANCTION_KINDS } from '../sanctions/schemas.ts'
import { sessionSchema } from '../security/schemas.ts'

const by = z.string().describe('The other player’s username')
const rules = ruleSetIdSchema
const common = {
  id: z.int(),
  game: z.int().nullable().describe('The game that it is about, if any'),
  createdAt: instant,
  readAt: instant.nullable().describe('null while unread'),
}
const notification = <const Kind extends string, T extends z.ZodRawShape>(kind: Kind, params: T) =>
  z.object({ ...common, kind: z.literal(kind), params: z.object(params) })

/**
 * An entry in a player's inbox, never about the player's own actions. Clients turn `kind` and `params` into text in the
 * reader's language.
 */
export const notificationSchema = z
  .discriminatedUnion('kind', [
    notification('challenge-received', { challenge: z.int(), by, rules }),
    notification('challenge-declined', {
      challenge: z.int(),
      by,
      rules,
      reason: z.string().optional().describe('Why, if the opponent said so'),
    }),
    notification('challenge-expired', {
      challenge: z.int(),
      opponent: z.string().nullable().describe('The username of the named opponent, if any'),
      rules,
    }),
    notification('game-begun', {
      by,
      rules,
      side: sideSchema.describe('Your side'),
      ladder: z.boolean().optional().describe('`true` if `by` has challenged you on the ladder'),
    }),
    notification('game-over', {
      by,
      rules,
      side: sideSchema.describe('Your side'),
      winner: sideSchema.nullable(),
      reason: z.enum(OUTCOME_REASONS).meta(EXTENSIBLE),
    }),
    notification('draw-offered', { by, rules }),
    notification('claim-filed', { claim: z.int(), by, rules }),
    notification('claim-withdrawn', { claim: z.int(), by, rules }),
    notification('claim-ruled', {
      claim: z.int(),
      rules,
      own: z.boolean().describe('Whether the claim was yours'),
      ground: groundSchema
        .optional()
        .meta(EXTENSIBLE)
        .describe('Left out in notifications from before 2026-11-28'),
      verdict: z.enum(['upheld', 'rejected']),
    }),
    notification('time-given', { by, rules, days: z.int() }).describe('Your opponent has given you time'),
    notification('time-out', {
      by,
      rules,
      own: z.boolean().describe('Whether your own time is out'),
    }).describe('A player’s time is out in a game that goes on until the opponent claims the win'),
    notification('message-received', { by, rules }).describe(
      'New messages. Further messages add no second notification while this one is unread',
    ),
    notification('plan-played', { by, rules }).describe(
      'One of your conditional moves was played. Further ones add no second notification while this one is unread',
    ),
    notification('reminder', {
      by,
      rules,
      deadline: instant.describe('The deadline when the reminder was sent'),
    }).describe('You are to move and your deadline is near'),
    notification('report-ruled', {
      report: z.int(),
      player: z.string().describe('The username of the player you reported'),
      verdict: z.enum(['upheld', 'dismissed']),
    }),
    notification('warned', {
      by: z.string().describe('The moderator’s or admin’s username'),
      reason: z.string(),
    }).describe(
      'A moderator or admin warned you after a report. A warning with a ruling on a claim comes with `claim-ruled` instead',
    ),
    notification('sanctioned', {
      sanction: z.int(),
      sanctionKind: z.enum(SANCTION_KINDS).meta(EXTENSIBLE),
      reason: z.string(),
      until: instant.nullable().describe('null: until it is lifted'),
    }).describe('A moderator or admin muted, restricted or closed your account'),
    notification('sanction-lifted', {
      sanction: z.int(),
      sanctionKind: z.enum(SANCTION_KINDS).meta(EXTENSIBLE),
      reason: z.string(),
    }),
    notification('appeal-decided', {
      appeal: z.int(),
      verdict: z.enum(['granted', 'rejected']),
      reason: z.string(),
    }),
    notification('report-upheld', {
      report: z.int(),
      by: z.string().describe('The moderator’s or admin’s username'),
      reason: z.string(),
    }).describe('A report about you was upheld without a warning. With one, it comes with `warned`'),
    notification('vacation-begun', { by, until: instant }).describe(
      'An opponent’s vacation has started and stops their clock in your games. One notification for all games',
    ),
    notification('export-ready', {
      expiresAt: instant.describe('Until when it can be downloaded'),
    }).describe('The copy of your data that you asked for is ready'),
    notification('tournament', {
      tournament: z.int(),
      name: z.string(),
      league: z
        .object({ rules: ruleSetIdSchema, season: z.int(), division: z.int().nullable() })
        .optional()
        .describe('Only in leagues, whose `name` is English'),
      change: z
        .enum([
          'started',
          'postponed',
          'stage-over',
          'finished',
          'cancelled',
          'removed',
          'promoted',
          'relegated',
          'announced',
          'skipped',
          'entered',
        ])
        .meta(EXTENSIBLE)
        .describe('`entered`: by an organiser of your club'),
      by: z.string().optional().describe('With `announced`: the organiser’s username'),
      reason: z
        .string()
        .nullable()
        .describe('With `removed`: why. With `announced`: the text; null if its author was erased'),
    }).describe(
      'Something happened in a tournament that you have entered. A start is one notification, whatever the number of games',
    ),
    notification('ladder', { rules, change: z.enum(['dropped']).meta(EXTENSIBLE), place: z.int() }).describe(
      'You have lost your place on a ladder, because you began no game on it for a long time',
    ),
    notification('club', {
      club: z.string().describe('The slug of the club'),
      name: z.string(),
      change: z
        .enum(['joined', 'requested', 'declined', 'invited', 'removed', 'role', 'announced', 'ended'])
        .meta(EXTENSIBLE),
      by: z.string().nullable().describe('The username of who did it; null: the server'),
      role: z.enum(CLUB_ROLES).nullable().describe('With `joined` and `role`: your role now'),
      text: z
        .string()
        .nullable()
        .describe('With `removed`: why. With `announced`: the announcement. null if its author was erased'),
    }).describe(
      'Something happened to you in a club. `requested`: `by` asks to join a club that you organise. `joined`: your request was accepted',
    ),
    notification('match', {
      match: z.int(),
      a: z
        .string()
        .describe(
          'The name of the club that proposed the match; within one club followed by A, that of `b` by B',
        ),
      b: z.string().describe('The name of the other club'),
      change: z
        .enum([
          'proposed',
          'accepted',
          'declined',
          'cancelled',
          'reminded',
          'agreed',
          'started',
          'left-out',
          'skipped',
          'finished',
          'signed-up',
        ])
        .meta(EXTENSIBLE)
        .describe(
          '`signed-up`: by an organiser of your club. `agreed`: the other club would like to start now',
        ),
      score: z.array(z.number()).nullable().describe('With `finished`: of A and B'),
    }).describe('Something happened in a match of your clubs. A start is one notification for all games'),
    notification('webhook-disabled', {
      webhook: z.int(),
      url: z.string().describe('The origin of its URL; the rest may be secret'),
      reason: z.enum(['failing', 'gone']),
    }),
    notification('channel-broken', {
      channel: z.int(),
      format: z.enum(CHANNEL_FORMATS).meta(EXTENSIBLE),
      club: z
        .object({ slug: z.string(), name: z.string() })
        .optional()
        .describe('The club that you own whose channel it is'),
    }).describe('The service of a channel has refused messages for two days'),
    notification(
      'push-broken',
      sessionSchema.pick({ browser: true, system: true, name: true }).shape,
    ).describe(
      'The push service of a browser has refused messages for two days, so nothing is sent to it any more',
    ),
  ])
  .meta({
    id: 'Notice',
    ...EXTENSIBLE,
    description: 'A notification. `kind` and `params` say what happened; the client writes the text',
  })
export type Notification = z.output<typeof notificationSchema>
export type NotificationKind = Notification['kind']

const unread = z.int().describe('Number of unread notifications')
export const notificationPage = page(notificationSchema).extend({ unread })
export const listNotificationsQuery = z.strictObject(pageQuery)

const notificationId = z.int().min(1)
export const readNotificationsBody = z.union([
  z.strictObject({ upTo: notificationId.describe('Marks this notification and all earlier ones') }),
  z.strictObject({ ids: z.array(notificationId).min(1).max(100).describe('Marks these notifications') }),
])
export const unreadCountSchema = z.object({ unread })

export const notificationsReadSchema = z
  .object({ upTo: z.int().nullable(), ids: z.array(z.int()).nullable(), unread })
  .meta({
    id: 'Reading',
    description: 'Which notifications were marked as read: `upTo` and all earlier ones, or those in `ids`',
  })
export type NotificationsRead = z.output<typeof notificationsReadSchema>
