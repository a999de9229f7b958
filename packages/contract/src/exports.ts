import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { instantInput, ruleSetIdSchema } from './common.ts'
import { exportQuery, GAME_STATUSES } from './games.ts'

export const MAX_EXPORTED_GAMES = 300

export const exportGamesBody = z.strictObject({
  ids: z
    .array(z.int().min(1))
    .min(1)
    .max(MAX_EXPORTED_GAMES)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain duplicates')
    .describe('The `id`s of the games, in the order you want the records'),
})

export const exportUserGamesParams = z.strictObject({ username: usernameSchema.describe('The player') })

export const exportUserGamesQuery = exportQuery.extend({
  rules: ruleSetIdSchema.optional().describe('Only games of this rule set'),
  status: z.enum(GAME_STATUSES).optional().describe('Only games with this status'),
  since: instantInput.optional().describe('Only games that started at this instant or later'),
  until: instantInput.optional().describe('Only games that started before this instant'),
})
