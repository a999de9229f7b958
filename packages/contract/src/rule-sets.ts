import { FAMILIES } from '@tegenzet/rules'
import { z } from 'zod'
import { LANGUAGES } from './accounts.ts'
import { EXTENSIBLE, ruleSetIdSchema } from './common.ts'

const pointName = z.string().meta({ examples: ['d6'] })
const boardPoint = z.object({
  name: pointName,
  x: z.int().describe('File, from 0 at the left'),
  y: z.int().describe('Rank, from 0 at the bottom'),
})

export const boardSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mill'),
    points: z.array(boardPoint),
    lines: z.array(z.tuple([pointName, pointName])).describe('Adjacent points'),
    mills: z.array(z.tuple([pointName, pointName, pointName])),
  }),
  z.object({
    kind: z.literal('halma'),
    size: z.int(),
    points: z.array(boardPoint),
    camps: z.object({ white: z.array(pointName), black: z.array(pointName) }),
  }),
])

const textsSchema = z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) }))

export const ruleSetSchema = z
  .object({
    id: ruleSetIdSchema,
    revision: z.int(),
    family: z.enum(FAMILIES).meta(EXTENSIBLE),
    names: z.record(z.enum(LANGUAGES), z.string()),
    board: boardSchema,
    stones: z.int().describe('A side'),
    flying: z.boolean().optional(),
    taking: z.enum(['optional', 'compulsory']).optional(),
    quietReset: z.enum(['mill', 'capture']).optional().describe('What sets the counter of quiet moves to 0'),
    clearCampAfterPly: z.int().optional(),
    draws: z.object({
      repetition: z.enum(['claimed', 'automatic']),
      quiet: z.enum(['claimed', 'automatic']).nullable(),
      policy: z.enum(['before-moving', 'after-declined-offer']).nullable().describe('How a draw is claimed'),
      earliestPly: z.int().describe('The first ply with which a claimed repetition may arise'),
    }),
    startPosition: z.string(),
    texts: z.record(z.enum(LANGUAGES), textsSchema).describe('The rules explained to players'),
  })
  .meta({ id: 'RuleSet' })
export type RuleSet = z.output<typeof ruleSetSchema>
