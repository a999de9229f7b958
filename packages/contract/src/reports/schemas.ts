import { z } from 'zod'
import { LANGUAGES } from '../accounts/schemas.ts'
import { analysisSummarySchema } from '../analyses/schemas.ts'
import { challengeSchema } from '../challenges/schemas.ts'
import { clubSlug } from '../clubs/schemas.ts'
import {
  EXTENSIBLE,
  instant,
  page,
  pageQuery,
  playerSchema,
  ruleSetIdSchema,
  sideSchema,
  text,
  visibleText,
} from '../common.ts'
import { GAME_STATUSES, gameSchema } from '../games/schemas.ts'
import { MESSAGE_KINDS, messageSchema } from '../messages/schemas.ts'
import { positionText } from '../notation.ts'

export const REPORT_REASONS = ['abuse', 'spam', 'engine', 'cheating', 'stalling', 'other'] as const
const number = z.int().min(1)
const MAX_REPORT_LENGTH = 2000

const reported = z.strictObject({
  reason: z
    .enum(REPORT_REASONS)
    .meta(EXTENSIBLE)
    .describe('`engine`: an engine or other help in a running game. `cheating`: any other cheating'),
  text: visibleText(MAX_REPORT_LENGTH).describe('What happened. Only moderators and admins can read it'),
  game: number.optional().describe('A game of the reported player that the report is about'),
  message: number
    .optional()
    .describe('A message they wrote to you. The report keeps a copy of it and of the game'),
  challenge: number
    .optional()
    .describe(
      'A challenge of theirs, sent to you or open to everyone. The report keeps a copy. Cannot be combined with `game` or `message`',
    ),
  analysis: z
    .strictObject({ id: number, key: text(1, 100).describe('The key from its link') })
    .optional()
    .describe(
      'An analysis that they share. The report keeps a copy of its title and comments. Cannot be combined with `game`, `message` or `challenge`',
    ),
  club: clubSlug
    .optional()
    .describe(
      'A club that they organise. The report keeps a copy of its texts and their announcements. Cannot be combined with anything else',
    ),
  match: number
    .optional()
    .describe(
      'A match that they proposed. The report keeps a copy of what you can read of it. Cannot be combined with anything else',
    ),
})

export const reportPlayerBody = reported
  .refine(({ challenge, game, message }) => challenge === undefined || (game ?? message) === undefined, {
    path: ['challenge'],
    error: 'cannot be combined with `game` or `message`',
  })
  .refine(
    ({ analysis, challenge, game, message }) =>
      analysis === undefined || (game ?? message ?? challenge) === undefined,
    { path: ['analysis'], error: 'cannot be combined with `game`, `message` or `challenge`' },
  )
  .refine(
    ({ club, match, analysis, challenge, game, message }) =>
      (club ?? match) === undefined ||
      [club, match, analysis, challenge, game, message].filter((each) => each !== undefined).length === 1,
    { path: ['club'], error: 'a club or match cannot be combined with anything else' },
  )

/** A snapshot, so that later moves do not change the evidence. */
const reportedGameSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    side: sideSchema.describe('The side of the reported player'),
    status: z.enum(GAME_STATUSES),
    turn: sideSchema.nullable(),
    ply: z.int(),
    position: positionText,
    deadline: instant.nullable(),
  })
  .meta({ id: 'ReportedGame', description: 'A snapshot of a game when it was reported' })
const reportedMessageSchema = z
  .object({
    id: z.int(),
    kind: z.enum(MESSAGE_KINDS).meta(EXTENSIBLE),
    ply: z.int(),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'ReportedMessage', description: 'A copy of a reported message' })

const reportedChallengeSchema = challengeSchema
  .pick({ id: true, rules: true, rulesRevision: true, message: true, createdAt: true })
  .extend({
    toAll: z.boolean().describe('Whether it was open to everyone; otherwise it was sent to the reporter'),
  })
  .meta({ id: 'ReportedChallenge', description: 'A copy of a reported challenge' })

/** Characters of comments that a report about an analysis keeps. */
export const MAX_REPORTED_COMMENTS = 20_000
const reportedAnalysisSchema = analysisSummarySchema
  .pick({ id: true, title: true, rules: true, createdAt: true })
  .extend({
    comments: z
      .array(z.string())
      .describe(`Its comments, of the first ${MAX_REPORTED_COMMENTS.toLocaleString('en')} characters`),
  })
  .meta({ id: 'ReportedAnalysis', description: 'A copy of the texts of a reported analysis' })

/** Announcements that a report about a club keeps. */
export const MAX_REPORTED_ANNOUNCEMENTS = 5
const reportedClubSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    announcements: z
      .array(z.string())
      .describe(`Those of the reported player, newest first, at most ${MAX_REPORTED_ANNOUNCEMENTS}`),
  })
  .meta({ id: 'ReportedClub', description: 'A copy of the texts of a reported club' })
const reportedMatchSchema = z
  .object({
    id: z.int(),
    clubNames: z.array(z.string()).length(2),
    message: z.string().nullable().describe('With the proposal; null if the reporter cannot read it'),
  })
  .meta({ id: 'ReportedMatch', description: 'A copy of the texts of a reported match' })

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const reportSchema = z
  .object({
    id: z.int(),
    reason: z.enum(REPORT_REASONS).meta(EXTENSIBLE),
    text: z.string(),
    by: playerSchema.describe('The player who reported'),
    player: playerSchema.describe('The player who was reported'),
    game: reportedGameSchema.nullable(),
    message: reportedMessageSchema.nullable(),
    challenge: reportedChallengeSchema.nullable(),
    analysis: reportedAnalysisSchema.nullable(),
    club: reportedClubSchema.optional().describe('If the report is about a club'),
    match: reportedMatchSchema.optional().describe('If the report is about a match'),
    about: z
      .string()
      .optional()
      .describe(
        'A copy of the text on the reported player’s profile, if they had one and the report names nothing else',
      ),
    state: z.enum(REPORT_STATES),
    verdict: z
      .object({
        by: playerSchema.describe('The moderator or admin who ruled'),
        reason: z.string(),
        warned: z.boolean().describe('Whether the player was warned for this reason'),
        at: instant,
      })
      .nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof reportSchema>
export const reportPage = page(reportSchema)
export const reportResponse = z.object({ report: reportSchema })

/** Report states, and `ruled` for upheld and dismissed together. */
const REPORT_FILTERS = [...REPORT_STATES, 'ruled'] as const
export const listReportQueueQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(REPORT_FILTERS)
    .default('open')
    .describe('`open` lists the oldest first, all others the newest first. `ruled`: upheld and dismissed'),
})
const mayRule = z.boolean().describe('Whether you may rule on the report: it is open and not by you')
const queuedReportSchema = z
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
    player: playerSchema.describe('The player who was warned'),
    game: z.int().nullable(),
    claim: z.int().nullable().describe('The claim, if the warning was given with a ruling on a claim'),
    report: z.int().nullable().describe('The report, if the warning was given with a ruling on a report'),
    by: playerSchema.describe('Who gave the warning'),
    withdrawn: z.boolean().describe('Whether an appeal against it was granted'),
    reason: z.string().describe('The reason given with the ruling'),
    at: instant,
  })
  .meta({ id: 'GivenWarning' })
export type GivenWarning = z.output<typeof givenWarningSchema>
export const givenWarningPage = page(givenWarningSchema)

const language = z.enum(LANGUAGES).describe('The player’s language')
export const reportReviewSchema = queuedReportSchema
  .extend({
    game: gameSchema.nullable().describe('The game as it is now'),
    messages: z
      .array(messageSchema)
      .describe(
        'Messages in the game up to the report, around the reported message if there is one; oldest first, at most 50. Empty if the reporter does not play in the game',
      ),
    reporter: z.object({
      language,
      filed: z.int().describe('Number of reports by this player, this one included'),
      upheld: z.int(),
      dismissed: z.int(),
    }),
    reported: z.object({
      language,
      reports: z.array(reportSchema).describe('Other reports about this player, newest first, at most 50'),
      warnings: z.array(givenWarningSchema).describe('Newest first, at most 50'),
    }),
  })
  .meta({ id: 'ReportReview' })
export type ReportReview = z.output<typeof reportReviewSchema>

export const REPORT_VERDICTS = ['upheld', 'dismissed'] as const
export const reportVerdictBody = z
  .strictObject({
    verdict: z.enum(REPORT_VERDICTS),
    reason: visibleText(1000).describe(
      'The reason. The reporter reads it, and so does the reported player if the report is upheld',
    ),
    warn: z.boolean().default(false).describe('Whether to warn the reported player for this reason'),
  })
  .refine(({ verdict, warn }) => verdict === 'upheld' || !warn, {
    message: 'must be false when the report is dismissed',
    path: ['warn'],
  })
