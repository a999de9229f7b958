import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { clockSchema } from '../clocks.ts'
import { clubSlug } from '../clubs/schemas.ts'
import {
  EXTENSIBLE,
  flag,
  instant,
  instantInput,
  page,
  pageQuery,
  playerSchema,
  publicName,
  ruleSetIdSchema,
  text,
  visibleText,
  wholeNumber,
} from '../common.ts'
import { MAX_TOURNAMENT_SEARCH } from '../limits.ts'
import { provenDrawsSchema } from '../terms.ts'

export const TOURNAMENT_FORMATS = ['round-robin', 'league'] as const
export const TOURNAMENT_STATES = ['open', 'running', 'finished', 'cancelled'] as const
/** Who may enter. */
export const TOURNAMENT_KINDS = ['human', 'bot'] as const

const MIN_ENTRANTS = 3
const rating = z.number().min(0).max(5000)

export const createTournamentBody = z
  .strictObject({
    name: publicName(80),
    description: text(0, 2000).default(''),
    rules: ruleSetIdSchema,
    clock: clockSchema,
    rated: z.boolean().default(false),
    vacation: z.boolean().default(true).describe('Whether vacations stop clocks in its games'),
    provenDraws: provenDrawsSchema.default(false),
    kind: z.enum(TOURNAMENT_KINDS).default('human').describe('Whether people or bots play in it'),
    groupSize: z.int().min(3).max(12).default(7),
    gamesPerPair: z
      .union([z.literal(1), z.literal(2)])
      .default(2)
      .describe('2: one with each colour'),
    advance: z
      .int()
      .min(1)
      .max(6)
      .optional()
      .describe(
        'How many of each group go on to the next stage: at most half of `groupSize`. Default: 2, or 1 with groups of 3',
      ),
    minEntrants: z.int().min(MIN_ENTRANTS).max(10_000).default(MIN_ENTRANTS),
    maxEntrants: z.int().min(MIN_ENTRANTS).max(10_000),
    ratingMin: rating.optional().describe('Only players with at least this rating may enter'),
    ratingMax: rating.optional().describe('Only players with at most this rating may enter'),
    invite: z
      .boolean()
      .default(false)
      .describe('`true`: only people who have the link in `inviteUrl` may enter'),
    club: clubSlug.optional().describe('A club that you organise: only its members may enter'),
    startsAt: instantInput
      .optional()
      .describe('When it starts. Without it: when it is full. The organiser can start it earlier'),
  })
  .refine(({ groupSize, advance = 1 }) => advance <= Math.floor(groupSize / 2), {
    path: ['advance'],
    error: 'must not be greater than half of `groupSize`',
  })
  .refine(({ minEntrants, maxEntrants }) => minEntrants <= maxEntrants, {
    path: ['maxEntrants'],
    error: 'must not be less than `minEntrants`',
  })
  .refine(({ ratingMin = 0, ratingMax = 5000 }) => ratingMin <= ratingMax, {
    path: ['ratingMax'],
    error: 'must not be less than `ratingMin`',
  })

const tournamentFields = {
  id: z.int(),
  format: z.enum(TOURNAMENT_FORMATS).meta(EXTENSIBLE),
  name: z.string(),
  description: z.string(),
  rules: ruleSetIdSchema,
  clock: clockSchema,
  rated: z.boolean(),
  vacation: z.boolean().describe('Whether vacations stop clocks in its games'),
  provenDraws: provenDrawsSchema,
  kind: z.enum(TOURNAMENT_KINDS),
  groupSize: z.int(),
  gamesPerPair: z.int(),
  advance: z.int().describe('How many of each group go on to the next stage'),
  minEntrants: z.int(),
  maxEntrants: z.int(),
  league: z
    .object({
      season: z.int().describe('Counted from 1'),
      division: z.int().nullable().describe('1 is the best. null before the start: the list of entries'),
      divisions: z.int().describe('How many the season has; 0 before the start'),
    })
    .nullable()
    .describe('Only for the format `league`'),
  ratingMin: z.number().nullable(),
  ratingMax: z.number().nullable(),
  invite: z.boolean().describe('Whether only people who have the link may enter'),
  state: z.enum(TOURNAMENT_STATES),
  organiser: playerSchema.nullable().describe('null: organised by the server'),
  club: z.string().nullable().describe('The slug of the club whose members may enter; null: everybody'),
  entrants: z.int().describe('How many have entered and not left before the start'),
  stage: z.int().describe('The current stage, from 1; 0 before the start'),
  startsAt: instant.nullable().describe('null: when it is full, or when the organiser starts it'),
  startedAt: instant.nullable(),
  endsAt: instant.nullable().describe('When it ends at the latest. null: when all games have ended'),
  endedAt: instant.nullable(),
  createdAt: instant,
  making: z
    .object({
      made: z.int().describe('Games that can be played'),
      total: z.int().describe('Games of the stage'),
    })
    .nullable()
    .describe(
      'While the games of the current stage are being made, which takes a while if there are more than 100. null otherwise',
    ),
}

/** How an entrant left a running tournament. */
export const LEAVE_REASONS = ['withdrawn', 'removed', 'closed', 'absent'] as const
export type LeaveReason = (typeof LEAVE_REASONS)[number]

export const tournamentEntrySchema = z
  .object({
    user: playerSchema,
    rating: z
      .number()
      .nullable()
      .describe('The rating at the start; null before it, and for players without one'),
    enteredAt: instant,
    left: z
      .object({ at: instant, reason: z.enum(LEAVE_REASONS).meta(EXTENSIBLE) })
      .nullable()
      .describe(
        'If the player has left the running tournament. `closed`: the account was closed. `absent`: lost three games on time without a sign of life',
      ),
  })
  .meta({ id: 'TournamentEntry' })
export type TournamentEntry = z.output<typeof tournamentEntrySchema>

export const tournamentSchema = z
  .object({
    ...tournamentFields,
    inviteUrl: z
      .string()
      .optional()
      .describe(
        'The link of a tournament by invitation; the part after `#` is the code. Only the organiser gets it',
      ),
    ownEntry: tournamentEntrySchema
      .nullable()
      .optional()
      .describe('Only from `getTournament`, with a session or a token: your entry, or null'),
  })
  .meta({ id: 'Tournament' })
export type Tournament = z.output<typeof tournamentSchema>

export const listTournamentsQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(TOURNAMENT_STATES).optional().describe('Only tournaments in this state'),
  rules: ruleSetIdSchema.optional().describe('Only tournaments of this rule set'),
  format: z.enum(TOURNAMENT_FORMATS).optional().describe('Only tournaments of this format'),
  club: clubSlug.optional().describe('Only tournaments of this club'),
  mine: flag.optional().describe('`true`: tournaments that you organise or have entered'),
  search: visibleText(MAX_TOURNAMENT_SEARCH)
    .optional()
    .describe(
      'Only tournaments whose name contains this, in upper or lower case. No other filter goes with it',
    ),
})

export const enterTournamentBody = z
  .strictObject({
    invite: text(1, 100).optional().describe('The code of the invitation link'),
    username: usernameSchema
      .optional()
      .describe('A member without an e-mail address, made for the tournament’s club. Without it, you enter'),
  })
  .optional()
export const removeEntrantBody = z.strictObject({
  reason: visibleText(500).describe('The player and everybody who reads the log can see it'),
})
export const announceToEntrantsBody = z.strictObject({
  text: visibleText(500).describe('A notification to every entrant; everybody can read it in the log'),
})
export const entrantParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The tournament'),
  username: usernameSchema.describe('The entrant'),
})

const score = z.union([z.literal(0), z.literal(0.5), z.literal(1)])
const standingSchema = z
  .object({
    place: z.int().nullable().describe('Equal players share a place. null: the player has left'),
    user: playerSchema,
    points: z.number(),
    sonnebornBerger: z.number(),
    wins: z.int(),
    played: z.int().describe('Finished games that count'),
    total: z.int().describe('Games that count'),
    advances: z
      .boolean()
      .describe('Whether the player goes on to the next stage, or up in a league, as the table is now'),
    relegated: z.boolean().describe('Whether the player goes down in a league, as the table is now'),
    left: z
      .boolean()
      .describe(
        'Whether the player left before the stage was over. They take no place and come after all others',
      ),
    struck: z.boolean().describe('Whether the player has left and all their games are struck from the table'),
    results: z.array(
      z.object({
        opponent: playerSchema,
        games: z.array(
          z.object({
            id: z.int(),
            score: score
              .nullable()
              .describe('null while the game is running; ½ if it was at the end of a season of a league'),
            shortDraw: z.boolean().describe('Drawn by agreement before ply 20'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Standing' })
export type Standing = z.output<typeof standingSchema>

export const standingsSchema = z
  .object({
    stage: z.int(),
    groups: z.array(z.object({ group: z.int(), items: z.array(standingSchema) })),
  })
  .meta({ id: 'Standings' })
export type Standings = z.output<typeof standingsSchema>
export const standingsQuery = z.strictObject({
  stage: wholeNumber(1, 1000).optional().describe('Default: the current stage'),
  group: wholeNumber(1, 10_000).optional().describe('Only this group'),
})

export const TOURNAMENT_LOG_KINDS = [
  'created',
  'entered',
  'left',
  'started',
  'stage-over',
  'postponed',
  'finished',
  'won',
  'promoted',
  'relegated',
  'cancelled',
  'announced',
  'skipped',
  ...LEAVE_REASONS,
] as const
export const tournamentLogEntrySchema = z
  .object({
    id: z.int(),
    at: instant,
    kind: z
      .enum(TOURNAMENT_LOG_KINDS)
      .meta(EXTENSIBLE)
      .describe(
        '`won`: first at the end, in a league in the top division. `postponed`: too few have entered a league. `left`: before the start. `skipped`: the player may not start games, so the start or the next stage went without them. `withdrawn`, `removed`, `closed`, `absent`: after it, or removed before it',
      ),
    user: playerSchema.nullable().describe('The entrant it concerns'),
    by: playerSchema.nullable().describe('Who did it; null: the server'),
    stage: z.int().describe('The stage at that time; 0 before the start'),
    struck: z.boolean().describe('Whether the entrant’s games were struck from the table'),
    reason: z.string().nullable().describe('With `announced`: the text'),
  })
  .meta({ id: 'TournamentLogEntry' })
export type TournamentLogEntry = z.output<typeof tournamentLogEntrySchema>

export const TOURNAMENT_CHANGES = [
  'created',
  'entered',
  'left',
  'removed',
  'started',
  'postponed',
  'stage-over',
  'finished',
  'cancelled',
  'promoted',
  'relegated',
  'announced',
  'skipped',
] as const
/** The tournament after something happened in it. */
export const tournamentEventSchema = z
  .object({
    ...tournamentFields,
    change: z
      .enum(TOURNAMENT_CHANGES)
      .meta(EXTENSIBLE)
      .describe('What happened. `created`: in a club that you organise'),
    user: playerSchema.nullable().describe('The entrant it concerns, if it is one'),
    reason: z.string().nullable().describe('With `announced`: the text'),
  })
  .meta({ id: 'TournamentEvent' })
export type TournamentEvent = z.output<typeof tournamentEventSchema>

export const tournamentPage = page(tournamentSchema)
export const tournamentEntryPage = page(tournamentEntrySchema)
export const tournamentLogPage = page(tournamentLogEntrySchema)
