import { z } from 'zod'
import { instant, pageQuery, playerSchema, publicName, ruleSetIdSchema } from '../common.ts'
import { MAX_ANALYSIS_TITLE } from '../limits.ts'
import { moveTreeSchema, treeInput } from '../move-trees.ts'

/** The header with the key of a shared analysis. */
export const ANALYSIS_KEY = 'Analysis-Key'

const title = publicName(MAX_ANALYSIS_TITLE)

export const ANALYSIS_VISIBILITIES = ['private', 'link'] as const

const summary = {
  id: z.int(),
  owner: playerSchema,
  title: z.string(),
  rules: ruleSetIdSchema,
  visibility: z
    .enum(ANALYSIS_VISIBILITIES)
    .describe('`private`: only its owner reads it. `link`: whoever has the link reads it'),
  version: z.int().describe('Raised by every change'),
  bytes: z.int().describe('Size of the tree as JSON'),
  createdAt: instant,
  updatedAt: instant,
}
export const analysisSummarySchema = z
  .object(summary)
  .meta({ id: 'AnalysisSummary', description: 'An analysis without its tree' })
export type AnalysisSummary = z.output<typeof analysisSummarySchema>
export const analysisSchema = z
  .object({ ...summary, tree: moveTreeSchema })
  .meta({ id: 'Analysis', description: 'A tree of moves on the analysis board' })
export type Analysis = z.output<typeof analysisSchema>
export const analysisResponse = z.object({ analysis: analysisSchema })

export const createAnalysisBody = z
  .strictObject({
    title: title.optional().describe('Needed with `tree`; otherwise the names of the players are taken'),
    tree: treeInput.optional(),
    game: z.int().min(1).optional().describe('A finished game, whose moves become the main line'),
    record: z.string().optional().describe('A record of exactly one game in the manner of PGN'),
    rules: ruleSetIdSchema
      .optional()
      .describe('The rule set of a `record` that names none. Default: `muehle`'),
  })
  .refine(
    ({ tree, game, record }) => [tree, game, record].filter((each) => each !== undefined).length === 1,
    'must have one of `tree`, `game` and `record`',
  )
  .refine(({ tree, title }) => tree === undefined || title !== undefined, {
    path: ['title'],
    error: 'is needed with `tree`',
  })
  .refine(({ record, rules }) => record !== undefined || rules === undefined, {
    path: ['rules'],
    error: 'needs `record`',
  })

export const saveAnalysisBody = z.strictObject({
  title,
  tree: treeInput,
  version: z.int().min(1).describe('The version that you changed'),
})
export const savedAnalysisSchema = z.object({
  version: z.int().describe('The new version'),
  analysis: analysisSummarySchema,
})

export const listAnalysesQuery = z.strictObject(pageQuery)
export const analysisPage = z.object({
  items: z.array(analysisSummarySchema),
  nextCursor: z
    .string()
    .nullable()
    .describe('Send it as `cursor` to get the next page; null on the last page'),
  usage: z
    .object({
      analyses: z.int(),
      maxAnalyses: z.int(),
      bytes: z.int().describe('Those of your analyses of games are included'),
      maxBytes: z.int(),
    })
    .describe('What you have, and what you may have'),
})

export const sharedAnalysisSchema = z.object({
  url: z.string().describe('The link to give away'),
  key: z.string().describe(`For programs: the header \`${ANALYSIS_KEY}\` of \`getAnalysis\``),
})
