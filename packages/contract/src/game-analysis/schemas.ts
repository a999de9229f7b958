import { z } from 'zod'
import { moveTreeSchema, treeInput } from '../move-trees.ts'

export const gameAnalysisSchema = z
  .object({
    tree: moveTreeSchema.nullable().describe('null if you have none yet'),
    version: z.int().describe('Raised by every change; 0 if there is no analysis yet'),
  })
  .meta({ id: 'GameAnalysis', description: 'A player’s own analysis of a game. Nobody else can see it' })
export type GameAnalysis = z.output<typeof gameAnalysisSchema>

export const saveGameAnalysisBody = z.strictObject({
  tree: treeInput,
  version: z.int().min(0).describe('The version that you changed; 0 if there was none'),
})
export const savedGameAnalysisSchema = z.object({ version: z.int().describe('The new version') })
