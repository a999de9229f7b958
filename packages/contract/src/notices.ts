import { OUTCOME_REASONS } from '@tegenzet/rules'
import { z } from 'zod'
import { instant, OPEN, page, pageQuery, ruleSetIdSchema, sideSchema } from './common.ts'

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
export const noticeSchema = z
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
      reason: z.enum(OUTCOME_REASONS).meta(OPEN),
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
  .meta({ id: 'Notice', ...OPEN })
export type Notice = z.output<typeof noticeSchema>
export type NoticeKind = Notice['kind']

const unread = z.int().describe('How many of all your notices are unread')
export const noticePage = page(noticeSchema).extend({ unread })
export const listNoticesQuery = z.strictObject(pageQuery)

const noticeId = z.int().min(1)
export const readNoticesBody = z.union([
  z.strictObject({ upTo: noticeId.describe('This one and all before it') }),
  z.strictObject({ ids: z.array(noticeId).min(1).max(100) }),
])
export const unreadSchema = z.object({ unread })

/** Which notices were marked as read, and how many are left unread. */
export const readingSchema = z
  .object({ upTo: z.int().nullable(), ids: z.array(z.int()).nullable(), unread })
  .meta({ id: 'Reading', description: '`upTo`: this one and all before it; else `ids`' })
export type Reading = z.output<typeof readingSchema>
