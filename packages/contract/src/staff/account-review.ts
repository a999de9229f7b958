import { z } from 'zod'
import { LANGUAGES } from '../accounts/schemas.ts'
import { claimSchema } from '../claims/schemas.ts'
import {
  EXTENSIBLE,
  instant,
  page,
  pageQuery,
  playerSchema,
  ruleSetIdSchema,
  text,
  visibleText,
} from '../common.ts'
import { givenWarningSchema, reportSchema } from '../reports/schemas.ts'
import { STAFF_ROLES } from '../roles.ts'
import { SANCTION_KINDS, sanctionSchema } from '../sanctions/schemas.ts'

export const searchAccountsQuery = z.strictObject({
  ...pageQuery,
  q: text(1, 254)
    .optional()
    .describe('How the username begins. For admins also a complete e-mail address. Without it, all accounts'),
})
const foundAccountSchema = z
  .object({
    player: playerSchema,
    createdAt: instant,
    roles: z.array(z.enum(STAFF_ROLES).meta(EXTENSIBLE)),
    sanctions: z.array(z.enum(SANCTION_KINDS)).describe('The sanctions in force'),
  })
  .meta({ id: 'FoundAccount' })
export type FoundAccount = z.output<typeof foundAccountSchema>
export const foundAccountPage = page(foundAccountSchema)

export const accountReviewSchema = foundAccountSchema
  .extend({
    language: z.enum(LANGUAGES),
    email: z.string().nullable().describe('Only for admins; otherwise null'),
    emailVerified: z.boolean(),
    managed: z.boolean().describe('Whether staff made the account for somebody without an address'),
    allSanctions: z.array(sanctionSchema).describe('Past and present, newest first, at most 50'),
    reports: z.array(reportSchema).describe('Reports about the player, newest first, at most 50'),
    reported: z
      .object({ filed: z.int(), upheld: z.int(), dismissed: z.int() })
      .describe('Reports by the player'),
    warnings: z.array(givenWarningSchema).describe('Newest first, at most 50'),
    claims: z.array(claimSchema).describe('Claims by the player, newest first, at most 50'),
    mayImpose: z
      .array(z.enum(SANCTION_KINDS))
      .describe('The sanctions that you may impose on the player now'),
  })
  .meta({ id: 'AccountReview' })
export type AccountReview = z.output<typeof accountReviewSchema>

export const findSharedAddressesBody = z.strictObject({
  reason: visibleText(1000).describe('Why you compare. It is recorded in the log of admin acts'),
})
const sharedAddressSchema = z
  .object({
    player: playerSchema,
    addresses: z.int().describe('How many network addresses both accounts have logged in from'),
    sameBrowser: z.boolean().describe('Whether both are logged in with the same browser and version'),
    lastUsedAt: instant.describe('When the other account last logged in from such an address'),
  })
  .meta({ id: 'SharedAddress' })
export type SharedAddress = z.output<typeof sharedAddressSchema>
export const sharedAddressesSchema = z.object({ items: z.array(sharedAddressSchema) })

export const requestEngineComparisonBody = z.strictObject({
  reason: visibleText(1000).describe('Why you compare. It is recorded in the log of admin acts'),
})

const agreementSchema = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe('Share of the counted moves that agree. null: no move counts')
const movesSchema = z.int().describe('Moves that count')

const comparedPlayersSchema = z
  .object({
    moves: movesSchema,
    agreement: agreementSchema,
    players: z.int().describe('Players with at least 10 counted moves: the quartiles are of their agreement'),
    quartiles: z
      .object({ lower: z.number(), median: z.number(), upper: z.number() })
      .nullable()
      .describe('Half of these players lie between `lower` and `upper`. null with fewer than 4 players'),
  })
  .meta({ id: 'ComparedPlayers' })
export type ComparedPlayers = z.output<typeof comparedPlayersSchema>

const comparedRuleSetSchema = z
  .object({
    rules: ruleSetIdSchema,
    games: z.int().describe('The player’s finished games that were compared: the latest, at most 20'),
    player: z.object({ moves: movesSchema, agreement: agreementSchema }),
    opponents: comparedPlayersSchema.describe('The opponents in these games, without bots'),
    others: comparedPlayersSchema.describe(
      'Everybody else in the latest finished games of the rule set between people, at most 40',
    ),
    exact: z
      .object({
        player: z.object({ moves: movesSchema, agreement: agreementSchema }),
        opponents: comparedPlayersSchema,
        others: comparedPlayersSchema,
      })
      .optional()
      .describe(
        'The same with endgame tables. A move counts if the tables know the position and another move would have lost its value; it agrees if it keeps the value. Missing in comparisons made before there were tables',
      ),
  })
  .meta({ id: 'ComparedRuleSet' })
export type ComparedRuleSet = z.output<typeof comparedRuleSetSchema>

export const engineComparisonSchema = z
  .object({
    state: z
      .enum(['none', 'pending', 'ready', 'failed'])
      .meta(EXTENSIBLE)
      .describe('`none`: nobody has asked for one. `failed`: ask again'),
    requestedAt: instant.nullable(),
    requestedBy: playerSchema.nullable(),
    readyAt: instant.nullable(),
    engineVersion: z
      .int()
      .nullable()
      .describe('The version of the engine. null: not ready, or too old to know'),
    outdated: z
      .boolean()
      .describe('Whether an older engine made it: it cannot be compared with comparisons made now'),
    rules: z.array(comparedRuleSetSchema).describe('The rule sets in which the player has finished games'),
  })
  .meta({ id: 'EngineComparison' })
export type EngineComparison = z.output<typeof engineComparisonSchema>
