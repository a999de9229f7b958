import { z } from 'zod'
import { scheduleSchema } from '../clocks.ts'
import { EXTENSIBLE, instant, PLAYER_KINDS, publicText } from '../common.ts'
import { COUNTRIES } from '../countries.ts'
import { MAX_ABOUT_LENGTH } from '../limits.ts'

/** What a profile shows only if its player says so. */
export const PROFILE_FACTS = ['pace', 'lost-on-time', 'score', 'clubs'] as const
export type ProfileFact = (typeof PROFILE_FACTS)[number]
/** The last games from which the pace is read, and the moves in them that it needs. */
export const PACE_GAMES = 20
export const MIN_PACE_MOVES = 10

export const profileTextSchema = publicText(MAX_ABOUT_LENGTH)
export const countrySchema = z.enum(COUNTRIES).meta(EXTENSIBLE).describe('ISO 3166-1 code of two letters')
export const factsSchema = z
  .array(z.enum(PROFILE_FACTS).meta(EXTENSIBLE))
  .describe(
    'What your profile shows besides: `pace`: how long you take for a move; `lost-on-time`: how many games you have lost on time; `score`: to other players, their results against you; `clubs`: the clubs in which you are',
  )

export const userSchema = z
  .object({
    id: z.int(),
    username: z.string(),
    kind: z.enum(PLAYER_KINDS),
    createdAt: instant,
    schedule: scheduleSchema.nullable().describe('Days off and quiet hours; null if the account was closed'),
    vacation: z.object({ until: instant }).nullable().describe('The player’s current vacation'),
    games: z
      .object({ active: z.int(), finished: z.int(), won: z.int(), lost: z.int(), drawn: z.int() })
      .describe('Finished games with hints are left out'),
    about: z
      .string()
      .nullable()
      .describe('What the player writes about themselves. null while they are muted'),
    country: countrySchema.nullable(),
    pace: z
      .object({
        medianMs: z.int().describe('Half of the moves were quicker'),
        moves: z.int(),
      })
      .nullable()
      .describe(
        `How long the player took for a move in their last ${PACE_GAMES} games, the opening move left out. null unless they show it and there are at least ${MIN_PACE_MOVES} moves`,
      ),
    lostOnTime: z
      .int()
      .nullable()
      .describe('Finished games that were lost on time. null unless the player shows it'),
    clubs: z
      .array(z.object({ slug: z.string(), name: z.string() }))
      .nullable()
      .describe('The clubs in which the player is, by name. null unless they show it'),
    indexed: z.boolean().describe('Whether search engines may list the profile'),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userSchema>
