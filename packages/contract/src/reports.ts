import { z } from 'zod'
import { LANGUAGES } from './accounts.ts'
import { challengeSchema } from './challenges.ts'
import {
  EXTENSIBLE,
  instant,
  page,
  pageQuery,
  playerSchema,
  ruleSetIdSchema,
  sideSchema,
  text,
} from './common.ts'
import { GAME_STATUSES, gameSchema } from './games.ts'
import { MESSAGE_KINDS, messageSchema } from './messages.ts'

/** What somebody is reported for. */
export const REPORT_REASONS = ['abuse', 'spam', 'cheating', 'stalling', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

const number = z.int().min(1)
/** The longest that a report, and the ruling on it, can say. */
export const MAX_REPORT_LENGTH = 2000
const saying = (longest: number) => text(1, longest).regex(/\S/, 'says nothing')

const reported = z.strictObject({
  reason: z.enum(REPORT_REASONS).meta(EXTENSIBLE),
  text: saying(MAX_REPORT_LENGTH).describe('What happened, for the admins alone'),
  game: number.optional().describe('A game of theirs that it is about'),
  message: number
    .optional()
    .describe('What they wrote in a game of yours: kept with the report, with the game it was written in'),
  challenge: number
    .optional()
    .describe(
      'A challenge of theirs, to you or open to all: kept with the report, which is then about no game',
    ),
})

export const reportPlayerBody = reported.refine(
  ({ challenge, game, message }) => challenge === undefined || (game ?? message) === undefined,
  { path: ['challenge'], error: 'comes with no game and no message' },
)

/** Fixed when the report is made, whatever happens to the game afterwards. */
const reportedGameSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    side: sideSchema.describe('Of the player who is reported'),
    status: z.enum(GAME_STATUSES),
    turn: sideSchema.nullable(),
    ply: z.int(),
    position: z.string(),
    deadline: instant.nullable(),
  })
  .meta({ id: 'ReportedGame', description: 'A game as it stood when it was reported' })
const reportedMessageSchema = z
  .object({
    id: z.int(),
    kind: z.enum(MESSAGE_KINDS).meta(EXTENSIBLE),
    ply: z.int(),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'ReportedMessage', description: 'What was written, word for word' })

const reportedChallengeSchema = challengeSchema
  .pick({ id: true, rules: true, rulesRevision: true, message: true, createdAt: true })
  .extend({ toAll: z.boolean().describe('Open to all; else it was to who reports it') })
  .meta({ id: 'ReportedChallenge', description: 'A challenge, with what was written in it word for word' })

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const reportSchema = z
  .object({
    id: z.int(),
    reason: z.enum(REPORT_REASONS).meta(EXTENSIBLE),
    text: z.string(),
    by: playerSchema.describe('Who reports'),
    player: playerSchema.describe('Who is reported'),
    game: reportedGameSchema.nullable(),
    message: reportedMessageSchema.nullable(),
    challenge: reportedChallengeSchema.nullable(),
    state: z.enum(REPORT_STATES),
    verdict: z
      .object({
        by: playerSchema.describe('The admin'),
        reason: z.string(),
        warned: z.boolean().describe('Whether the player was warned, for this reason'),
        at: instant,
      })
      .nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof reportSchema>
export const reportPage = page(reportSchema)
export const reportResponse = z.object({ report: reportSchema })

/** By state; `ruled` are the upheld and the dismissed. */
export const REPORT_FILTERS = [...REPORT_STATES, 'ruled'] as const
export const listReportQueueQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(REPORT_FILTERS)
    .default('open')
    .describe('`open`: the oldest first; all others: the newest first. `ruled`: upheld and dismissed'),
})
const mayRule = z.boolean().describe('Whether you may rule on it: it is open, and neither by you nor of you')
export const queuedReportSchema = z
  .object({
    report: reportSchema,
    mayRule,
    otherOpen: z.int().describe('Other open reports of the same player'),
  })
  .meta({ id: 'QueuedReport' })
export type QueuedReport = z.output<typeof queuedReportSchema>
export const reportQueuePage = page(queuedReportSchema)

export const givenWarningSchema = z
  .object({
    id: z.int(),
    player: playerSchema.describe('Who is warned'),
    game: z.int().nullable(),
    claim: z.int().nullable().describe('The claim that was ruled on'),
    report: z.int().nullable().describe('Else the report'),
    by: playerSchema.describe('The admin'),
    reason: z.string().describe('The reason of the ruling it came with'),
    at: instant,
  })
  .meta({ id: 'GivenWarning' })
export type GivenWarning = z.output<typeof givenWarningSchema>
export const givenWarningPage = page(givenWarningSchema)

const language = z.enum(LANGUAGES).describe('The language they read')
export const reportReviewSchema = queuedReportSchema
  .extend({
    game: gameSchema.nullable().describe('The game as it stands now'),
    messages: z
      .array(messageSchema)
      .describe(
        'What the two players wrote in the game until the report was made, around the message where one is reported, oldest first, at most 50; nothing where who reports does not play in it',
      ),
    reporter: z.object({
      language,
      filed: z.int().describe('Reports made by them, this one included'),
      upheld: z.int(),
      dismissed: z.int(),
    }),
    reported: z.object({
      language,
      reports: z.array(reportSchema).describe('Other reports of them, newest first, at most 50'),
      warnings: z.array(givenWarningSchema).describe('Newest first, at most 50'),
    }),
  })
  .meta({ id: 'ReportReview' })
export type ReportReview = z.output<typeof reportReviewSchema>

export const REPORT_VERDICTS = ['upheld', 'dismissed'] as const
export const reportVerdictBody = z
  .strictObject({
    verdict: z.enum(REPORT_VERDICTS),
    reason: saying(1000).describe('For who reported and, where you warn, for the player who is warned'),
    warn: z.boolean().default(false).describe('Whether the player is warned, for this reason'),
  })
  .refine(({ verdict, warn }) => verdict === 'upheld' || !warn, {
    message: 'nobody is warned where a report is dismissed',
    path: ['warn'],
  })
