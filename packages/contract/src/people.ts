import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { challengeSchema } from './challenges.ts'
import { instant, page, pageQuery, playerSchema } from './common.ts'

export const playerParams = z.strictObject({ username: usernameSchema.describe('Whom; whatever the case') })

export const blockSchema = z
  .object({ player: playerSchema.describe('Who is blocked'), createdAt: instant })
  .meta({ id: 'Block' })
export type Block = z.output<typeof blockSchema>
export const blockPage = page(blockSchema)

/** Of a favourite's open challenges so many are shown. */
export const MAX_FAVOURITE_CHALLENGES = 5

export const favouriteSchema = z
  .object({
    player: playerSchema,
    createdAt: instant.describe('Since when they are a favourite of yours'),
    ready: z.boolean().describe('Of a bot: whether it takes challenges now'),
    challenges: z
      .array(challengeSchema)
      .describe(
        `Their open challenges that you could accept, the newest first, at most ${MAX_FAVOURITE_CHALLENGES}`,
      ),
    runningGames: z.int().describe('Games that the two of you are playing'),
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
      .describe('Whether you have blocked them; whether they have blocked you nobody is told'),
  })
  .meta({ id: 'Relation' })
export type Relation = z.output<typeof relationSchema>

export const listPeopleQuery = z.strictObject(pageQuery)
