import { OUTCOME_REASONS } from '@tegenzet/rules'
import { z } from 'zod'
import { EXTENSIBLE, instant, page, pageQuery, ruleSetIdSchema, sideSchema } from './common.ts'

const by = z.string().describe('The other player’s name')
const rules = ruleSetIdSchema
const common = {
  id: z.int(),
  game: z.int().nullable().describe('The game it is about, if any'),
  createdAt: instant,
  readAt: instant.nullable().describe('null: unread'),
}
const notice = <const Kind extends string, T extends z.ZodRawShape>(kind: Kind, params: T) =>
  z.object({ ...common, kind: z.literal(kind), params: z.object(params) })

/**
 * What a player is told of when they come back: never what they did themselves. Clients word it, in the reader's
 * language, by `kind` and `params`.
 */
export const notificationSchema = z
  .discriminatedUnion('kind', [
    notice('challenge-received', { challenge: z.int(), by, rules }),
    notice('challenge-declined', { challenge: z.int(), by, rules }),
    notice('challenge-expired', {
      challenge: z.int(),
      opponent: z.string().nullable().describe('Whom it named, if anybody'),
      rules,
    }),
    notice('game-begun', { by, rules, side: sideSchema.describe('Yours') }),
    notice('game-over', {
      by,
      rules,
      side: sideSchema.describe('Yours'),
      winner: sideSchema.nullable(),
      reason: z.enum(OUTCOME_REASONS).meta(EXTENSIBLE),
    }),
    notice('draw-offered', { by, rules }),
    notice('claim-filed', { claim: z.int(), by, rules }),
    notice('claim-withdrawn', { claim: z.int(), by, rules }),
    notice('claim-ruled', {
      claim: z.int(),
      rules,
      own: z.boolean().describe('Whether the claim was yours'),
      verdict: z.enum(['upheld', 'rejected']),
    }),
    notice('message-received', { by, rules }).describe(
      'Once, until it is read, however many messages there are',
    ),
    notice('plan-played', { by, rules }).describe(
      'A plan of yours has answered; once, until it is read, however often it does',
    ),
    notice('reminder', { by, rules, deadline: instant.describe('As it was then') }).describe(
      'It is your turn, and your time runs out',
    ),
    notice('report-ruled', {
      report: z.int(),
      player: z.string().describe('Whom you reported'),
      verdict: z.enum(['upheld', 'dismissed']),
    }),
    notice('warned', { by: z.string().describe('The admin'), reason: z.string() }).describe(
      'After a report of you; with a ruling on a claim its own notice tells',
    ),
    notice('vacation-begun', { by, until: instant }).describe(
      'Of somebody you have games with in which their clock stands still meanwhile: once, however many games',
    ),
    notice('webhook-disabled', {
      webhook: z.int(),
      url: z.string().describe('Its origin: the rest of the address may be a secret'),
      reason: z.enum(['failing', 'gone']),
    }),
  ])
  .meta({ id: 'Notice', ...EXTENSIBLE })
export type Notification = z.output<typeof notificationSchema>
export type NotificationKind = Notification['kind']

const unread = z.int().describe('How many of all your notices are unread')
export const notificationPage = page(notificationSchema).extend({ unread })
export const listNotificationsQuery = z.strictObject(pageQuery)

const notificationId = z.int().min(1)
export const readNotificationsBody = z.union([
  z.strictObject({ upTo: notificationId.describe('This one and all before it') }),
  z.strictObject({ ids: z.array(notificationId).min(1).max(100) }),
])
export const unreadCountSchema = z.object({ unread })

/** Which notices were marked as read, and how many are left unread. */
export const notificationsReadSchema = z
  .object({ upTo: z.int().nullable(), ids: z.array(z.int()).nullable(), unread })
  .meta({ id: 'Reading', description: '`upTo`: this one and all before it; else `ids`' })
export type NotificationsRead = z.output<typeof notificationsReadSchema>
