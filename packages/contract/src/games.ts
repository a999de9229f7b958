import { OUTCOME_REASONS } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { awaySchema, clockSchema, scheduleSchema } from './clocks.ts'
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
import { branchesSchema } from './conditional-moves.ts'
import { drawOfferSchema, offerTermsSchema } from './draw-offers.ts'
import { messageTextSchema } from './messages.ts'

export const GAME_STATUSES = ['active', 'claimed', 'finished', 'cancelled'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** What stops the clock of the side to move. */
export const CLOCK_STOPPERS = ['claim', 'vacation', 'day-off'] as const
export type ClockStopper = (typeof CLOCK_STOPPERS)[number]

export const outcomeSchema = z
  .object({ winner: sideSchema.nullable(), reason: z.enum(OUTCOME_REASONS).meta(EXTENSIBLE) })
  .meta({ id: 'Outcome' })

const remaining = z.object({ remainingMs: z.int().describe('Milliseconds left as of the last change') })

export const gameSchema = z
  .object({
    id: z.int().describe('From 100001'),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    status: z.enum(GAME_STATUSES),
    version: z.int().describe('Rises with every change of the game: take only a higher one'),
    white: playerSchema,
    black: playerSchema,
    turn: sideSchema.nullable().describe('null once the game has ended'),
    ply: z.int().describe('Plies played so far, and the number of the position on the board'),
    moveNumber: z.int(),
    position: z.string(),
    lastMove: z.string().nullable(),
    clock: clockSchema,
    vacation: z.boolean().describe('Whether a player’s vacation stops their clock in this game'),
    schedules: z
      .object({ white: scheduleSchema, black: scheduleSchema })
      .describe('Days off and quiet hours as they were when the game began: it keeps them'),
    away: z.object({ white: awaySchema, black: awaySchema }),
    deadline: instant
      .nullable()
      .describe(
        'When the player to move runs out of time: days off, vacations and quiet hours are counted in already',
      ),
    clocks: z.object({
      white: remaining,
      black: remaining,
      stoppedBy: z
        .array(z.enum(CLOCK_STOPPERS).meta(EXTENSIBLE))
        .describe(
          'Why no clock runs though the game is not over, as of the last change. A day off begins and ends without one: `schedules` say when',
        ),
    }),
    drawOffer: drawOfferSchema.nullable().describe('The offer that is open'),
    openClaim: z
      .object({ id: z.int(), by: sideSchema })
      .nullable()
      .describe('The claim that freezes the game'),
    outcome: outcomeSchema.nullable(),
    rated: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Game' })
export type Game = z.output<typeof gameSchema>
export const gameResponse = z.object({ game: gameSchema })

export const GAME_SORTS = ['-updatedAt', 'deadline'] as const
export const listGamesQuery = z.strictObject({
  ...pageQuery,
  player: usernameSchema.optional().describe('Only games of this player'),
  rules: ruleSetIdSchema.optional().describe('Only of this rule set'),
  status: z.enum(GAME_STATUSES).optional().describe('Only games in this state'),
  opponent: usernameSchema
    .optional()
    .describe(
      'Only against this player: of the games of `player`, or else of your own by `turn` or `deadline`',
    ),
  turn: z
    .enum(['mine', 'theirs'])
    .optional()
    .describe('Only your running games, in which it is yours to move, or your opponent’s'),
  sort: z
    .enum(GAME_SORTS)
    .default('-updatedAt')
    .describe('`deadline`: your own running games, the most urgent first'),
})

export const countGamesParams = z.strictObject({ username: usernameSchema.describe('Of whom') })
export const countGamesQuery = listGamesQuery.pick({ rules: true }).extend({
  opponent: usernameSchema.optional().describe('Only against this player'),
})
export const gameCountsSchema = z
  .object({
    toMove: z.int().describe('Running, and this player is to move'),
    waiting: z.int().describe('Running, and the opponent is to move'),
    claimed: z.int(),
    finished: z.int(),
    cancelled: z.int(),
  })
  .meta({ id: 'GameCounts' })
export type GameCounts = z.output<typeof gameCountsSchema>

export const legalMovesSchema = z
  .object({ ply: z.int(), moves: z.array(z.string()).describe('Sorted; none unless the game is active') })
  .meta({ id: 'LegalMoves' })

export const playMoveBody = z.strictObject({
  move: text(1, 20).meta({ examples: ['d6-d5xa1'] }),
  ply: z.int().min(0).describe('Plies played so far, as you know it'),
  message: messageTextSchema
    .optional()
    .describe('Said with the move, and sent only if it is played; a token needs `message:write` too'),
  offerDraw: z
    .union([z.literal(true), offerTermsSchema])
    .optional()
    .describe('Offers a draw with the move: bare, or with a ground and its numbers'),
  plan: z
    .strictObject({ branches: branchesSchema })
    .optional()
    .describe('What you plan to answer to your opponent’s next move, in the place of what you had planned'),
})

export const moveSchema = z
  .object({
    ply: z.int(),
    number: z.string().describe('Move number and side, for people: `11w`'),
    move: z.string(),
    playedAt: instant,
  })
  .meta({ id: 'Move' })
export const movesSchema = z.object({ items: z.array(moveSchema) })
export type Move = z.output<typeof moveSchema>

export const positionSchema = z
  .object({
    ply: z.int().describe('The number of the position: plies played when it arose'),
    number: z.string().describe('The move after which it stood, for people: `9b`; `0` at the start'),
    position: z.string(),
    occurrence: z.int().describe('How many times this same position has stood by then'),
    quiet: z.int().nullable().describe('Plies since the counter’s last reset; null in Halma'),
  })
  .meta({ id: 'Position' })
export const positionsSchema = z.object({ items: z.array(positionSchema) })
export type Position = z.output<typeof positionSchema>

export const EXPORT_FORMATS = ['text', 'json'] as const
export const exportQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS).default('text').describe('How it is written'),
})
export const gameRecordSchema = z
  .object({ game: gameSchema, moves: z.array(moveSchema), positions: z.array(positionSchema) })
  .meta({ id: 'GameRecord' })
export type GameRecord = z.output<typeof gameRecordSchema>

export const gamePage = page(gameSchema)
