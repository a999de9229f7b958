import { FAMILIES } from '@tegenzet/rules'
import { z } from 'zod'
import { LANGUAGES } from '../accounts/schemas.ts'
import { EXTENSIBLE, ruleSetIdSchema } from '../common.ts'
import { BOARD_SCHEMAS } from './boards.ts'
import { OPTION_SCHEMAS } from './options.ts'

const { mill, ...otherBoards } = BOARD_SCHEMAS
export const boardSchema = z.discriminatedUnion('kind', [mill, ...Object.values(otherBoards)])

/** All options. A rule set has those of its family. */
const optionsSchema = z
  .object({
    ...OPTION_SCHEMAS.mill,
    ...OPTION_SCHEMAS.halma,
    ...(Object.assign({}, ...Object.values(OPTION_SCHEMAS)) as object),
  })
  .partial()

const textsSchema = z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) }))

export const ruleSetSchema = z
  .object({
    id: ruleSetIdSchema,
    revision: z.int(),
    family: z.enum(FAMILIES).meta(EXTENSIBLE),
    names: z.record(z.enum(LANGUAGES), z.string()),
    origin: z.string().describe('The site or collection that publishes these rules'),
    board: boardSchema,
    stones: z.int().describe('Stones per side'),
    ...optionsSchema.shape,
    draws: z.object({
      repetition: z.enum(['claimed', 'automatic']),
      quiet: z.enum(['claimed', 'automatic']).nullable(),
      policy: z
        .enum(['before-moving', 'after-declined-offer'])
        .nullable()
        .describe('When a draw may be claimed; null if draws are not claimed'),
      earliestPly: z.int().describe('The earliest ply at which a claimed repetition may arise'),
    }),
    startPosition: z.string(),
    exampleGame: z.string().describe('A few opening moves that explain the game, separated by spaces'),
    texts: z.record(z.enum(LANGUAGES), textsSchema).describe('The rules as text for players, by language'),
  })
  .meta({ id: 'RuleSet' })
export type RuleSet = z.output<typeof ruleSetSchema>
