import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { flag, instantInput, ruleSetIdSchema, sideSchema, wholeNumber } from '../common.ts'
import { exportQuery, GAME_STATUSES } from '../games/schemas.ts'

const MAX_EXPORTED_GAMES = 300

export const exportGamesBody = z.strictObject({
  ids: z
    .array(z.int().min(1))
    .min(1)
    .max(MAX_EXPORTED_GAMES)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain duplicates')
    .describe('The `id`s of the games, in the order you want the records'),
})

export const exportUserGamesParams = z.strictObject({ username: usernameSchema.describe('The player') })

export const EXPORT_SORTS = ['createdAt', '-createdAt'] as const

export const exportUserGamesQuery = exportQuery.extend({
  rules: ruleSetIdSchema.optional().describe('Only games of this rule set'),
  status: z.enum(GAME_STATUSES).optional().describe('Only games with this status'),
  opponent: usernameSchema.optional().describe('Only games against this player'),
  colour: sideSchema.optional().describe('Only games in which the player has this colour'),
  rated: flag.optional().describe('`true`: only rated games. `false`: only others'),
  since: instantInput.optional().describe('Only games that started at this instant or later'),
  until: instantInput.optional().describe('Only games that started before this instant'),
  sort: z
    .enum(EXPORT_SORTS)
    .default('createdAt')
    .describe('`createdAt`: oldest first. `-createdAt`: newest first'),
  max: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Maximum number of games: the first ones in this order'),
})
