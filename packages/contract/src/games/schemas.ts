import { OUTCOME_REASONS } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { awaySchema, clockSchema, scheduleSchema, timeoutsSchema } from '../clocks.ts'
import {
  EXTENSIBLE,
  flag,
  instant,
  page,
  pageQuery,
  playerSchema,
  ruleSetIdSchema,
  sideSchema,
  text,
  wholeNumber,
} from '../common.ts'
import { branchesSchema } from '../conditional-moves/schemas.ts'
import { drawOfferSchema, offerTermsSchema } from '../draw-offers/schemas.ts'
import { messageTextSchema } from '../messages/schemas.ts'
import { moveText, positionText } from '../notation.ts'
import { gameRatingsSchema } from '../ratings/schemas.ts'
import { provenDrawsSchema } from '../terms.ts'

export const GAME_STATUSES = ['active', 'claimed', 'finished', 'cancelled'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** Why the clock of the side to move is stopped. */
const CLOCK_STOPPERS = ['claim', 'vacation', 'day-off'] as const
export type ClockStopper = (typeof CLOCK_STOPPERS)[number]

const outcomeSchema = z
  .object({ winner: sideSchema.nullable(), reason: z.enum(OUTCOME_REASONS).meta(EXTENSIBLE) })
  .meta({ id: 'Outcome' })

const remaining = z.object({
  remainingMs: z.int().describe('Milliseconds left at the last change of the game'),
})

export const gameSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    status: z.enum(GAME_STATUSES),
    version: z
      .int()
      .describe(
        'Increases with every change of the game. Ignore a version that is not higher than the one you have',
      ),
    white: playerSchema,
    black: playerSchema,
    turn: sideSchema.nullable().describe('The side to move; null after the game has ended'),
    ply: z.int().describe('Plies played so far. Also the number of the current position'),
    moveNumber: z.int(),
    position: positionText,
    lastMove: moveText.nullable(),
    clock: clockSchema,
    vacation: z.boolean().describe('Whether a player’s vacation stops their clock'),
    timeouts: timeoutsSchema,
    provenDraws: provenDrawsSchema,
    schedules: z
      .object({ white: scheduleSchema, black: scheduleSchema })
      .describe(
        'Both players’ days off and quiet hours as they were when the game started. Later changes do not affect the game',
      ),
    away: z.object({ white: awaySchema, black: awaySchema }),
    deadline: instant
      .nullable()
      .describe(
        'When the side to move runs out of time. Days off, vacations and quiet hours are already included. null while a claim is open and after the game has ended',
      ),
    overdue: z
      .boolean()
      .optional()
      .describe(
        'true after the deadline. Where `timeouts` is `automatic`, moves are refused and the game ends within seconds; where it is `claimed`, the game waits. Left out otherwise, and in events, because the game does not change at its deadline. The games that a stream starts with have it',
      ),
    clocks: z.object({
      white: remaining,
      black: remaining,
      stoppedBy: z
        .array(z.enum(CLOCK_STOPPERS).meta(EXTENSIBLE))
        .describe(
          'Why no clock is running, as of the last change of the game. Days off start and end without a change: `schedules` has them',
        ),
    }),
    drawOffer: drawOfferSchema.nullable().describe('The open draw offer'),
    openClaim: z
      .object({ id: z.int(), by: sideSchema })
      .nullable()
      .describe('The open claim that freezes the game'),
    outcome: outcomeSchema.nullable(),
    rated: z
      .boolean()
      .describe('Whether the game counts for both players’ ratings, once four plies are played'),
    ratings: gameRatingsSchema
      .nullable()
      .describe(
        'Both players’ ratings before and after the game. Set about a second after the end of a rated game, as a new version; null for all other games',
      ),
    tournament: z
      .object({
        id: z.int(),
        name: z.string(),
        stage: z.int(),
        group: z.int(),
        league: z
          .object({ season: z.int(), division: z.int() })
          .optional()
          .describe('Only in leagues, whose `name` is English'),
      })
      .nullable()
      .describe('The tournament it belongs to'),
    ladder: z.boolean().describe('Whether it was started by a challenge on the ladder of its rule set'),
    match: z
      .object({ id: z.int(), board: z.int() })
      .nullable()
      .describe('The match between two clubs that it belongs to'),
    assisted: z
      .boolean()
      .optional()
      .describe(
        'true once a player has had a hint (`giveHint`): the game then counts in no statistics and not in the explorer. Left out otherwise',
      ),
    createdAt: instant,
    updatedAt: instant,
    endedAt: instant.nullable().describe('null while the game is running'),
  })
  .meta({ id: 'Game' })
export type Game = z.output<typeof gameSchema>
export const gameResponse = z.object({ game: gameSchema })

export const hintSchema = z
  .object({ move: moveText.describe('A move that the engine would play'), game: gameSchema })
  .meta({ id: 'Hint' })
export type Hint = z.output<typeof hintSchema>

const GAME_SORTS = ['-updatedAt', 'deadline'] as const
export const listGamesQuery = z.strictObject({
  ...pageQuery,
  player: usernameSchema.optional().describe('Only games of this player'),
  rules: ruleSetIdSchema.optional().describe('Only games of this rule set'),
  tournament: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().describe('Only games of this tournament'),
  status: z.enum(GAME_STATUSES).optional().describe('Only games with this status'),
  opponent: usernameSchema
    .optional()
    .describe('Only games against this player. Requires `player`, `turn` or `sort=deadline`'),
  ladder: flag.optional().describe('`true`: only games of a ladder'),
  turn: z
    .enum(['mine', 'theirs'])
    .optional()
    .describe('Only your own running games: `mine`: you are to move. `theirs`: your opponent is to move'),
  guests: flag
    .default(true)
    .describe(
      '`false`: leaves out the games of guests. A page may then have fewer games than `limit`, or none, before the last one',
    ),
  minRating: wholeNumber(1, 10_000)
    .optional()
    .describe(
      'Only games in which both players are rated this high now, in the rule set of the game. A page may then have fewer games than `limit`, or none, before the last one',
    ),
  position: positionText
    .optional()
    .describe(
      'A position text. Only finished games in which this position, or a mirror image, stood after any ply, whatever the counters; the last to end first. Requires `rules`, and no other filter but `player` goes with it',
    ),
  sort: z
    .enum(GAME_SORTS)
    .default('-updatedAt')
    .describe(
      '`-updatedAt`: last changed first. `deadline`: only your own running games, earliest deadline first',
    ),
})

export const countGamesParams = z.strictObject({ username: usernameSchema.describe('The player') })
export const countGamesQuery = listGamesQuery.pick({ rules: true, tournament: true }).extend({
  opponent: usernameSchema.optional().describe('Only games against this player'),
})
export const gameCountsSchema = z
  .object({
    toMove: z.int().describe('Running games in which this player is to move'),
    waiting: z.int().describe('Running games in which the opponent is to move'),
    claimed: z.int().describe('Games frozen by an open claim'),
    finished: z.int(),
    cancelled: z.int(),
  })
  .meta({ id: 'GameCounts' })
export type GameCounts = z.output<typeof gameCountsSchema>

export const legalMovesSchema = z
  .object({ ply: z.int(), moves: z.array(moveText).describe('Sorted; empty unless the game is active') })
  .meta({ id: 'LegalMoves' })

export const playMoveBody = z.strictObject({
  move: text(1, 20).meta({ examples: ['d6-d5xa1'] }),
  ply: z.int().min(0).describe('Plies played so far, as you know it: the `ply` of the game'),
  message: messageTextSchema
    .optional()
    .describe(
      'A message to the opponent, sent only if the move is played. A token also needs `message:write`',
    ),
  offerDraw: z
    .union([z.literal(true), offerTermsSchema])
    .optional()
    .describe('Offers a draw with the move: `true`, or an object with a ground and its numbers'),
  plan: z
    .strictObject({ branches: branchesSchema })
    .optional()
    .describe('Conditional moves for your opponent’s next move. They replace the ones you have'),
})

const GIFT_REFUSALS = ['competition', 'bot', 'too-long', 'too-many', 'time-out'] as const
export type GiftRefusal = (typeof GIFT_REFUSALS)[number]
export const giveTimeBody = z.strictObject({
  days: z
    .int()
    .min(1)
    .describe('Whole days')
    .meta({ examples: [3] }),
})

export const moveSchema = z
  .object({
    ply: z.int(),
    number: z.string().describe('Move number and side for display: `11w`'),
    move: moveText,
    playedAt: instant,
  })
  .meta({ id: 'Move' })
export const gamePartsQuery = z.strictObject({
  limit: wholeNumber(1, 100).optional().describe('Maximum number of items to return; all without it'),
  cursor: pageQuery.cursor,
})
export const movesSchema = page(moveSchema)
export type GameMove = z.output<typeof moveSchema>

/** A game of 2,000 plies may repeat one position a thousand times. */
export const MAX_SAME_POSITIONS = 20

export const positionSchema = z
  .object({
    ply: z
      .int()
      .describe('Plies played when the position arose. This is the number that claims and offers use'),
    number: z.string().describe('The move that led to it, for display: `9b`; `0` for the start'),
    position: positionText,
    occurrence: z.int().describe('How many times this position has occurred so far, this time included'),
    sameAs: z
      .array(z.int())
      .describe(
        `The numbers (\`ply\`) of the earlier positions that are the same, rising: the last ${MAX_SAME_POSITIONS} of them`,
      ),
    quiet: z
      .int()
      .nullable()
      .describe('Plies since the counter of quiet moves was last reset; null in Halma'),
  })
  .meta({ id: 'Position' })
export const positionsSchema = page(positionSchema)
export type GamePosition = z.output<typeof positionSchema>

const EXPORT_FORMATS = ['text', 'pgn', 'json'] as const
export const exportQuery = z.strictObject({
  format: z
    .enum(EXPORT_FORMATS)
    .default('text')
    .describe(
      '`text`: a readable record. `pgn`: in the manner of PGN, which `createAnalysis` and other programs read. `json`: structured data',
    ),
  times: flag
    .default(false)
    .describe(
      '`true`: in the text and in PGN, each move is followed by its time in braces. JSON always has the times',
    ),
})
export const gameRecordSchema = z
  .object({
    game: gameSchema,
    moves: z.array(moveSchema),
    gifts: z
      .array(
        z.object({
          ply: z.int().describe('Plies played by then'),
          by: sideSchema,
          days: z.int(),
        }),
      )
      .describe('The gifts of time, in order'),
    positions: z.array(positionSchema),
  })
  .meta({ id: 'GameRecord' })
export type GameRecord = z.output<typeof gameRecordSchema>

export const gamePage = page(gameSchema)
