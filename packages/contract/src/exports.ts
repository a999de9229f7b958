import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { instantInput, ruleSetIdSchema } from './common.ts'
import { exportQuery, GAME_STATUSES } from './games.ts'

/** Games that one call can name. */
export const MAX_EXPORTED_GAMES = 300

export const exportGamesBody = z.strictObject({
  ids: z
    .array(z.int().min(1))
    .min(1)
    .max(MAX_EXPORTED_GAMES)
    .refine((ids) => new Set(ids).size === ids.length, 'each game once')
    .describe('The games’ numbers, in the order they are to come in'),
})

export const exportUserGamesParams = z.strictObject({ username: usernameSchema.describe('Of whom') })

export const exportUserGamesQuery = exportQuery.extend({
  rules: ruleSetIdSchema.optional().describe('Only of this rule set'),
  status: z.enum(GAME_STATUSES).optional().describe('Only games in this state'),
  since: instantInput.optional().describe('Games that began then or later'),
  until: instantInput.optional().describe('Games that began before then'),
})
