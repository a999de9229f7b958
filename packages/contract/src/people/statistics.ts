import { z } from 'zod'
import { EXTENSIBLE, instant, playerSchema, ruleSetIdSchema, sideSchema } from '../common.ts'

/** The games that openings and activity are read from. */
export const MAX_READ_GAMES = 500
export const MAX_OPPONENTS = 10
/** A player's moves that count as the opening. */
export const OPENING_MOVES = 3
export const ACTIVITY_DAYS = 365
export const MAX_TROPHIES = 100
/** Who was on top of a ladder for a shorter time, all times together, gets no trophy for it. */
export const MIN_DAYS_ON_TOP = 7
/** `won`: first in a tournament or in the top division of a league season. `promoted`: moved up a division. */
export const TROPHY_KINDS = ['won', 'promoted'] as const

const score = { won: z.int(), lost: z.int(), drawn: z.int() }

export const statisticsSchema = z
  .object({
    results: z
      .array(z.object({ rules: ruleSetIdSchema, side: sideSchema, ...score }))
      .describe('Finished games by rule set and colour, the most frequent first'),
    opponents: z
      .array(z.object({ player: playerSchema, ...score }))
      .describe(`The ${MAX_OPPONENTS} most frequent opponents in finished games, the most frequent first`),
    openings: z
      .array(
        z.object({
          rules: ruleSetIdSchema,
          side: sideSchema,
          points: z.array(z.object({ point: z.string(), count: z.int() })),
        }),
      )
      .describe(
        `Where the player’s first ${OPENING_MOVES} moves of a game ended, the most frequent rule set, colour and point first. The latest ${MAX_READ_GAMES} finished games count`,
      ),
    activity: z
      .array(z.object({ day: z.iso.date(), moves: z.int() }))
      .describe(
        `The days (UTC) of the last ${ACTIVITY_DAYS} on which the player moved, oldest first, in the ${MAX_READ_GAMES} games changed last`,
      ),
    trophies: z
      .array(
        z.object({
          kind: z.enum(TROPHY_KINDS).meta(EXTENSIBLE),
          tournament: z.object({
            id: z.int(),
            name: z.string(),
            rules: ruleSetIdSchema,
            league: z.object({ season: z.int(), division: z.int() }).nullable(),
          }),
          at: instant,
        }),
      )
      .describe(
        `Tournaments and league seasons won, and promotions, newest first, at most ${MAX_TROPHIES}. Players who share the first place have all won`,
      ),
    longestOnTop: z
      .array(z.object({ rules: ruleSetIdSchema, days: z.int(), current: z.boolean() }))
      .describe(
        `Ladders on whose first place the player has been for more time than anybody else, all times together, at least ${MIN_DAYS_ON_TOP} days. \`current\`: the player is there now. Time alone on a ladder does not count`,
      ),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.output<typeof statisticsSchema>
