import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { TREE_BODY_BYTES } from '../move-trees.ts'
import {
  ANALYSIS_KEY,
  analysisPage,
  analysisResponse,
  createAnalysisBody,
  listAnalysesQuery,
  saveAnalysisBody,
  savedAnalysisSchema,
  sharedAnalysisSchema,
} from './schemas.ts'

const LIMITS =
  'You may have 2,000 analyses, which with those of your games take at most 50 MB; more is `limit-reached`. Each save writes the whole tree: more than 500 MB in a day is `rate-limited`.'

const endpoint = endpointsOf({ tag: 'Analysis', feature: 'analysis' })

export const ANALYSES_ENDPOINTS = {
  createAnalysis: endpoint('createAnalysis', {
    summary: 'Create an analysis',
    description: `From a tree of moves with a title, a finished game, or the record of one game. Only you can see it until you share it. A record is refused with \`malformed-record\` if it is damaged or has not exactly one game; \`detail\` says where. Sent again with the same \`Idempotency-Key\`, the call answers with the analysis as it is by then, or, if the token lacks the scope \`analysis:read\`, as it was created. ${LIMITS}`,
    access: 'analysis:write',
    begins: true,
    maxBody: TREE_BODY_BYTES,
    body: createAnalysisBody,
    responses: { 201: analysisResponse },
    errors: ['not-found', 'game-not-over', 'malformed-tree', 'malformed-record', 'limit-reached'],
  }),
  listAnalyses: endpoint('listAnalyses', {
    summary: 'List your analyses',
    description: 'Newest first, without their trees. `usage` says how much of your storage they take.',
    access: 'analysis:read',
    query: listAnalysesQuery,
    responses: { 200: analysisPage },
  }),
  getAnalysis: endpoint('getAnalysis', {
    summary: 'Get an analysis',
    description: `One of yours, which needs the scope \`analysis:read\`, or with the header \`${ANALYSIS_KEY}\` one that is shared with you.`,
    access: 'anyone',
    params: idParams,
    key: {
      name: ANALYSIS_KEY,
      description: 'The key of a shared analysis: what comes after the `#` in its link',
    },
    responses: { 200: analysisResponse },
    errors: ['missing-scope', 'not-found'],
  }),
  saveAnalysis: endpoint('saveAnalysis', {
    summary: 'Save an analysis',
    description: `Replaces title and tree. If it was changed elsewhere since the version you sent, the call fails with \`conflict\`, and, with the scope \`analysis:read\`, \`current\` is what is stored. Fails with \`muted\` if it is shared and you may not write messages. ${LIMITS}`,
    access: 'analysis:write',
    maxBody: TREE_BODY_BYTES,
    params: idParams,
    body: saveAnalysisBody,
    responses: { 200: savedAnalysisSchema },
    errors: ['not-found', 'conflict', 'malformed-tree', 'limit-reached', 'muted'],
  }),
  deleteAnalysis: endpoint('deleteAnalysis', {
    summary: 'Delete an analysis',
    description: 'For good. Links to it are dead.',
    access: 'analysis:write',
    params: idParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  shareAnalysis: endpoint('shareAnalysis', {
    summary: 'Share an analysis',
    description:
      'Makes a link, or gives the one there is. Whoever has it can read the analysis as it is now and as you change it, so this needs the scope `analysis:read` too. Fails with `muted` if you may not write messages, and with `validation` if the title looks like one of the site’s.',
    access: 'analysis:write',
    begins: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: sharedAnalysisSchema },
    errors: ['not-found', 'muted'],
  }),
  unshareAnalysis: endpoint('unshareAnalysis', {
    summary: 'Stop sharing an analysis',
    description: 'The link is dead. A new one is another link.',
    access: 'analysis:write',
    params: idParams,
    responses: { 204: 'Not shared any more' },
    errors: ['not-found'],
  }),
}
