import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { challengeSchema } from '../challenges/schemas.ts'
import { instant, page, pageQuery, playerSchema, visibleText } from '../common.ts'

export const playerParams = z.strictObject({
  username: usernameSchema.describe('The player’s username; case does not matter'),
})

export const blockSchema = z
  .object({ player: playerSchema.describe('The blocked player'), createdAt: instant })
  .meta({ id: 'Block' })
export type Block = z.output<typeof blockSchema>
export const blockPage = page(blockSchema)

/** Limit of a favourite's `challenges`. */
export const MAX_FAVOURITE_CHALLENGES = 5

export const favouriteSchema = z
  .object({
    player: playerSchema,
    createdAt: instant.describe('When you added the player'),
    ready: z.boolean().describe('For a bot: whether it accepts challenges now'),
    challenges: z
      .array(challengeSchema)
      .describe(
        `The player’s open challenges that you can accept, newest first, at most ${MAX_FAVOURITE_CHALLENGES}`,
      ),
    runningGames: z.int().describe('Number of running games between the two of you'),
  })
  .meta({ id: 'Favourite' })
export type Favourite = z.output<typeof favouriteSchema>
export const favouritePage = page(favouriteSchema)

export const relationSchema = z
  .object({
    player: playerSchema,
    favourite: z.boolean(),
    blocked: z
      .boolean()
      .describe('Whether you have blocked the player. The API does not reveal whether they have blocked you'),
    score: z
      .object({ won: z.int(), lost: z.int(), drawn: z.int() })
      .nullable()
      .describe('Your finished games against the player. null unless the player shows it on the profile'),
  })
  .meta({ id: 'Relation' })
export type Relation = z.output<typeof relationSchema>

export const searchPlayersQuery = z.strictObject({
  ...pageQuery,
  query: visibleText(50).describe('Part of the username'),
})
export const playerPage = page(playerSchema)

export const listPeopleQuery = z.strictObject(pageQuery)
