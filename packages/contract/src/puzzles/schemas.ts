import { PUZZLE_THEMES, type PuzzleTheme } from '@tegenzet/puzzles/themes'
import { z } from 'zod'
import { EXTENSIBLE, instant, pageQuery, ruleSetIdSchema, sideSchema, text } from '../common.ts'
import { moveText, positionText } from '../notation.ts'

export type { PuzzleTheme }

/** Own moves in one attempt: more than any solution has. */
const MAX_ATTEMPT_MOVES = 30

const themeSchema = z.enum(PUZZLE_THEMES).meta({ id: 'PuzzleTheme', ...EXTENSIBLE })

export const puzzleParams = z.strictObject({
  id: text(1, 20)
    .regex(/^[a-z0-9]+$/, 'expected letters and digits')
    .describe('The `id` from an earlier response'),
})
export const nextPuzzleQuery = z.strictObject({
  rules: ruleSetIdSchema.optional().describe('Only puzzles of this rule set'),
  theme: themeSchema.optional().describe('Only puzzles with this theme'),
})
export const attemptPuzzleBody = z.strictObject({
  moves: z
    .array(moveText)
    .min(1)
    .max(MAX_ATTEMPT_MOVES)
    .describe('Your own moves so far, from the position of the puzzle on'),
})

const puzzleSource = z
  .union([
    z.object({ kind: z.literal('composed') }),
    z.object({ kind: z.literal('game'), game: z.int().describe('The number of the game') }),
  ])
  .meta(EXTENSIBLE)

const puzzleSchema = z
  .object({
    id: z.string(),
    rules: ruleSetIdSchema,
    position: positionText,
    turn: sideSchema.describe('The side to move, which is to find the moves'),
    value: z.enum(['win', 'draw']).describe('What the side to move can reach, and only it with these moves'),
    themes: z.array(themeSchema).describe('What it is about'),
    rating: z.number().describe('How difficult it is: a Glicko-2 rating, not rounded'),
    solved: z.int().describe('How many accounts solved it at their first attempt'),
    tried: z.int().describe('How many accounts have finished an attempt'),
    source: puzzleSource.describe('`composed`, or from a game of this server'),
    you: z
      .object({ solved: z.boolean(), finishedAt: instant })
      .nullable()
      .describe('How your first finished attempt ended. null: you have none, or are not logged in'),
  })
  .meta({ id: 'Puzzle' })
export type Puzzle = z.output<typeof puzzleSchema>
export const puzzleResponse = z.object({ puzzle: puzzleSchema })

const counted = {
  rating: z
    .number()
    .optional()
    .describe('Your puzzle rating after this attempt. Missing if the attempt does not count'),
  change: z.number().optional().describe('By how much the attempt has changed it'),
}
const solution = z.array(moveText).describe('The moves of both sides from the position of the puzzle on')
export const puzzleAttemptSchema = z
  .discriminatedUnion('state', [
    z.object({
      state: z.literal('go-on').describe('The move is right. Find the next one'),
      reply: moveText.describe('The opponent’s move'),
    }),
    z.object({
      state: z.literal('slower').describe('The last move keeps the win, but there is a faster one'),
    }),
    z.object({ state: z.literal('solved'), solution, ...counted }),
    z.object({
      state: z.literal('failed').describe('A move throws away what the side can reach'),
      solution,
      played: z.array(moveText).describe('The moves of both sides up to the wrong one'),
      refutation: z
        .array(moveText)
        .describe('Best play after the wrong move, the opponent’s first. May be cut short'),
      ...counted,
    }),
  ])
  .meta({ id: 'PuzzleAttempt' })
export type PuzzleAttempt = z.output<typeof puzzleAttemptSchema>

export const accountPuzzlesQuery = z.strictObject(pageQuery)
const finishedPuzzleSchema = z
  .object({
    id: z.string(),
    rules: ruleSetIdSchema.nullable().describe('null: the puzzle no longer exists'),
    solved: z.boolean(),
    finishedAt: instant,
    rating: z.number().describe('Your puzzle rating after it'),
    change: z.number(),
  })
  .meta({ id: 'FinishedPuzzle' })

export const accountPuzzlesSchema = z
  .object({
    items: z.array(finishedPuzzleSchema).describe('Your first finished attempts, newest first'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page; null on the last page'),
    rating: z
      .object({
        rating: z.number().describe('Glicko-2 rating, not rounded'),
        deviation: z.number().describe('How uncertain it is now: its standard deviation'),
        provisional: z.boolean().describe('Whether it is still uncertain: `deviation` is 110 or more'),
      })
      .nullable()
      .describe('One for all rule sets. null: you have not finished a puzzle yet'),
    solved: z.int().describe('How many you have solved at the first attempt'),
    tried: z.int().describe('How many you have finished'),
    streak: z
      .object({
        current: z.int().describe('Up to today or yesterday'),
        longest: z.int(),
      })
      .describe('Days (UTC) in a row on which you have solved a puzzle at the first attempt'),
  })
  .meta({ id: 'AccountPuzzles' })
export type AccountPuzzles = z.output<typeof accountPuzzlesSchema>
