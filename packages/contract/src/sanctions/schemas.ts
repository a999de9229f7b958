import { z } from 'zod'
import { EXTENSIBLE, instant, page, pageQuery, playerSchema, text, visibleText } from '../common.ts'
import { REPORT_REASONS, reportSchema } from '../reports/schemas.ts'

/** `mute`: no messages. `restrict`: no new games. `close`: no access to the account. */
export const SANCTION_KINDS = ['mute', 'restrict', 'close'] as const
export type SanctionKind = (typeof SANCTION_KINDS)[number]

const MAX_SANCTION_DAYS = 3650
const decisionReason = visibleText(1000)

const APPEAL_STATES = ['open', 'granted', 'rejected'] as const
export const MAX_APPEAL_LENGTH = 2000

export const appealSchema = z
  .object({
    id: z.int(),
    by: playerSchema.describe('The player who appealed'),
    sanction: z.int().nullable().describe('The sanction that the appeal is against, if it is one'),
    report: z.int().nullable().describe('The report whose ruling the appeal is against, if it is one'),
    text: z.string(),
    state: z.enum(APPEAL_STATES),
    decision: z.object({ by: playerSchema, reason: z.string(), at: instant }).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Appeal' })
export type Appeal = z.output<typeof appealSchema>

export const sanctionSchema = z
  .object({
    id: z.int(),
    player: playerSchema,
    kind: z
      .enum(SANCTION_KINDS)
      .meta(EXTENSIBLE)
      .describe('`mute`: no messages. `restrict`: no new games. `close`: no log-in, tokens or connections'),
    reason: z.string().describe('Why it was imposed'),
    by: playerSchema.describe('The moderator or admin who imposed it'),
    createdAt: instant,
    until: instant.nullable().describe('When it ends by itself; null if only a moderator or admin ends it'),
    lifted: z
      .object({ by: playerSchema, reason: z.string(), at: instant })
      .nullable()
      .describe('Who lifted it early, and why'),
    appeal: appealSchema.nullable(),
  })
  .meta({ id: 'Sanction' })
export type Sanction = z.output<typeof sanctionSchema>
export const sanctionPage = page(sanctionSchema)
export const listSanctionsQuery = z.strictObject(pageQuery)

export const imposeSanctionBody = z.strictObject({
  kind: z.enum(SANCTION_KINDS).describe('Moderators can mute; admins can do all three'),
  reason: decisionReason.describe('The player reads it'),
  days: z
    .int()
    .min(1)
    .max(MAX_SANCTION_DAYS)
    .optional()
    .describe('How long it lasts. Without it, until somebody lifts it'),
})
export const liftSanctionBody = z.strictObject({ reason: decisionReason.describe('The player reads it') })

export const fileAppealBody = z
  .strictObject({
    sanction: z.int().min(1).optional().describe('The sanction that you appeal against'),
    report: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The report whose ruling you appeal against: one that you made, or one about you that was upheld',
      ),
    text: visibleText(MAX_APPEAL_LENGTH).describe('Why the decision should be changed'),
  })
  .refine(({ sanction, report }) => (sanction === undefined) !== (report === undefined), {
    path: ['sanction'],
    error: 'expected either `sanction` or `report`',
  })
export const appealClosureBody = z.strictObject({
  token: text(1, 100).describe('The part of the link after `#`'),
  text: visibleText(MAX_APPEAL_LENGTH).describe('Why the decision should be changed'),
})

export const listOwnAppealsQuery = z.strictObject(pageQuery)
export const appealPage = page(appealSchema)

/** A ruling that upheld a report about the reader, without who reported. */
const rulingAboutYouSchema = z
  .object({
    report: z.int(),
    reportReason: z.enum(REPORT_REASONS).meta(EXTENSIBLE),
    reason: z.string().describe('The reason of the ruling'),
    by: playerSchema.describe('The moderator or admin who ruled'),
    warned: z.boolean(),
    at: instant,
  })
  .meta({ id: 'RulingAboutYou' })
export type RulingAboutYou = z.output<typeof rulingAboutYouSchema>
export const rulingAboutYouPage = page(rulingAboutYouSchema)

export const queuedAppealSchema = z
  .object({
    appeal: appealSchema,
    target: sanctionSchema.nullable().describe('The sanction that the appeal is against'),
    report: reportSchema.nullable().describe('The report whose ruling the appeal is against'),
    mayDecide: z
      .boolean()
      .describe(
        'Whether you may decide: it is open, the decision is not yours, and you are not a party to it',
      ),
  })
  .meta({ id: 'QueuedAppeal' })
export type QueuedAppeal = z.output<typeof queuedAppealSchema>
export const appealQueuePage = page(queuedAppealSchema)
export const listAppealsQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(['open', 'decided'])
    .default('open')
    .describe('`open` lists the oldest first, `decided` the newest first'),
})
export const decideAppealBody = z.strictObject({
  verdict: z
    .enum(['granted', 'rejected'])
    .describe('`granted` lifts the sanction, or takes back the warning given with the ruling'),
  reason: decisionReason.describe('The player reads it'),
})
