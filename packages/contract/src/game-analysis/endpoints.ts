import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { TREE_BODY_BYTES } from '../move-trees.ts'
import { gameAnalysisSchema, savedGameAnalysisSchema, saveGameAnalysisBody } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Analysis', feature: 'analysis', guests: true })

export const GAME_ANALYSIS_ENDPOINTS = {
  getGameAnalysis: endpoint('getGameAnalysis', {
    summary: 'Get your analysis of a game',
    description: 'Your private tree of moves: while the game runs, on either player’s turn, and afterwards.',
    access: 'analysis:read',
    params: idParams,
    responses: { 200: gameAnalysisSchema },
    errors: ['not-found', 'not-a-player'],
  }),
  saveGameAnalysis: endpoint('saveGameAnalysis', {
    summary: 'Save your analysis of a game',
    description:
      'Replaces the tree. It starts where the game started. If the analysis was changed elsewhere since the version you sent, the call fails with `conflict`, and, with the scope `analysis:read`, `current` is the stored one: join the two and send the result with its version. Fails with `malformed-tree` if the tree is not valid; `node` is the index of the node and `reason` says why. Comments on the line played are the notes of this game. Every 100 moves that had to be checked count as one more read. Each save, also of a note, writes the whole tree: more than 500 MB in a day, or 10 MB for a guest, is `rate-limited`.',
    access: 'analysis:write',
    begins: true,
    maxBody: TREE_BODY_BYTES,
    params: idParams,
    body: saveGameAnalysisBody,
    responses: { 200: savedGameAnalysisSchema },
    errors: ['not-found', 'not-a-player', 'conflict', 'malformed-tree', 'limit-reached'],
  }),
}
