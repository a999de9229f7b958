import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { clubSlug, instant, page, pageQuery, playerSchema, ruleSetIdSchema, rulesParam } from '../common.ts'

export { MIN_RATED_PLIES } from '../limits.ts'
/** Leaderboards show players whose last rated game ended at most this many days ago. */
export const LEADERBOARD_DAYS = 180

const rating = z.number().describe('Glicko-2 rating, not rounded')
const deviation = z
  .number()
  .describe(
    'How uncertain the rating is now: its standard deviation, which grows while the player does not play',
  )
const games = z.int().describe('Number of rated games that count')

const ratingSchema = z
  .object({
    rating,
    deviation: z.number().describe('How uncertain the rating is: its standard deviation'),
    volatility: z.number().describe('How much the results vary'),
  })
  .meta({ id: 'Rating' })

const ratingChange = z.object({ before: ratingSchema, after: ratingSchema })
export const gameRatingsSchema = z
  .object({ white: ratingChange, black: ratingChange })
  .meta({ id: 'GameRatings' })
export type GameRatings = z.output<typeof gameRatingsSchema>

const playerRatingSchema = z
  .object({
    rules: ruleSetIdSchema,
    ...ratingSchema.shape,
    deviation,
    games,
    provisional: z
      .boolean()
      .describe(
        'Whether the rating is still uncertain: `deviation` is 110 or more. Shown with a question mark',
      ),
    lastGameAt: instant.describe('When the last rated game ended'),
    best: z.number().nullable().describe('The highest rating while it was not provisional'),
  })
  .meta({ id: 'PlayerRating' })
export type PlayerRating = z.output<typeof playerRatingSchema>
export const playerRatingsSchema = z.object({ items: z.array(playerRatingSchema) })

export const ratingsParams = z.strictObject({
  username: usernameSchema.describe('The player’s username; case does not matter'),
})
export const ratingHistoryParams = ratingsParams.extend({ rules: rulesParam })
export const ratingHistoryQuery = z.strictObject(pageQuery)
const ratedGameSchema = z
  .object({
    game: z.int().describe('The number of the game'),
    endedAt: instant,
    opponent: playerSchema,
    score: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
    rating: rating.describe('After the game'),
    deviation: deviation.describe('After the game'),
  })
  .meta({ id: 'RatedGame' })
export type RatedGame = z.output<typeof ratedGameSchema>
export const ratingHistoryPage = page(ratedGameSchema)

export const leaderboardParams = z.strictObject({ rules: rulesParam })
export const leaderboardQuery = z.strictObject({
  ...pageQuery,
  kind: z.enum(['human', 'bot']).default('human').describe('People and bots have separate lists'),
  club: clubSlug.optional().describe('Only members of this club, with places among themselves'),
})
const rankedPlayerSchema = z
  .object({
    place: z.int().describe('Players with equal ratings share a place'),
    user: playerSchema,
    rating,
    deviation,
    games,
  })
  .meta({ id: 'RankedPlayer' })
export type RankedPlayer = z.output<typeof rankedPlayerSchema>
/** The most provisional players that a leaderboard shows. */
export const MAX_PROVISIONAL = 50
const provisionalPlayerSchema = rankedPlayerSchema.omit({ place: true }).meta({ id: 'ProvisionalPlayer' })
export type ProvisionalPlayer = z.output<typeof provisionalPlayerSchema>
export const leaderboardPage = page(rankedPlayerSchema).extend({
  provisional: z
    .array(provisionalPlayerSchema)
    .describe(
      `On the last page: players without a place because their rating is provisional, the highest first, at most ${MAX_PROVISIONAL}. Empty on the others`,
    ),
  own: rankedPlayerSchema
    .omit({ user: true })
    .extend({
      place: z
        .int()
        .nullable()
        .describe('null while you have none. Below the first hundred it may be a minute old'),
      provisional: z.boolean().describe('Whether your rating is provisional'),
    })
    .nullable()
    .describe('Your own place. null without a login, without a rated game, and on a list for others'),
})
export type Leaderboard = z.output<typeof leaderboardPage>

/** A win counts as quick if the loser gave up or ran out of time before this ply. */
export const QUICK_PLIES = 20
/** From this many quick wins of the same player over the same opponent on, a run is listed. */
export const MIN_QUICK_WINS = 3
/** Only the latest rated games are looked at. */
export const RUN_GAMES = 20_000

const unusualRunSchema = z
  .object({
    winner: playerSchema,
    loser: playerSchema,
    games: z.int().describe('Number of quick wins'),
    points: z.number().describe('What the winner’s rating gained by them'),
    lastGameAt: instant.describe('When the last of them ended'),
    lastGames: z.array(z.int()).describe('The numbers of the last of them, at most 5, newest first'),
  })
  .meta({ id: 'UnusualRun' })
export type UnusualRun = z.output<typeof unusualRunSchema>
export const unusualRunsSchema = z.object({ items: z.array(unusualRunSchema) })

const stake = z.number().nullable()
export const stakesSchema = z
  .object({
    win: stake.describe('How much your rating would change'),
    draw: stake,
    loss: stake,
  })
  .describe('All null if the game would not be rated, or if nobody has accepted your challenge yet')
  .meta({ id: 'Stakes' })
export type Stakes = z.output<typeof stakesSchema>
