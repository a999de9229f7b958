import { endpointsOf } from '../endpoint.ts'
import {
  MAX_PROBED_POSITIONS,
  probeBody,
  probedSchema,
  tableAnswerSchema,
  tableLineSchema,
  tableParams,
  tableQuery,
  tableSetsSchema,
} from './schemas.ts'

const FAIR_PLAY =
  'Fails with `game-running` if the position stands in a running game of yours, or can arise from it within two plies, or if it has a value and a move leads to such a position: also mirrored, with colours exchanged, and in every rule set with the same values. Fails with `malformed-position` if the position cannot be read or cannot arise.'

const endpoint = endpointsOf({ tag: 'Analysis', access: 'reader', feature: 'analysis' })

export const TABLE_ENDPOINTS = {
  listTables: endpoint('listTables', {
    summary: 'List the endgame tables',
    description:
      'The sets of positions with empty hands whose exact values this server knows, by the stones of each side. Rule sets that differ only in draws share a table.',
    responses: { 200: tableSetsSchema },
  }),
  probePosition: endpoint('probePosition', {
    summary: 'Get the exact value of a position and of its moves',
    description: `Draws by repetition, by quiet moves and by claim are left out of account. ${FAIR_PLAY}`,
    params: tableParams,
    query: tableQuery,
    responses: { 200: tableAnswerSchema },
    errors: ['game-running', 'malformed-position'],
  }),
  probePositions: endpoint('probePositions', {
    summary: 'Get the exact values of many positions',
    description: `The values of up to ${MAX_PROBED_POSITIONS} positions. Counts as that many reads. ${FAIR_PLAY} With \`leaveOutRunning\` such positions are left out instead. \`errors\` names the malformed ones.`,
    reads: true,
    params: tableParams,
    body: probeBody,
    responses: { 200: probedSchema },
    errors: ['game-running', 'malformed-position'],
  }),
  getTableLine: endpoint('getTableLine', {
    summary: 'Get a line of best play',
    description: `One line from the position to the end of the game: the winner as fast, the loser as slowly as possible, the first of equal moves by code point. ${FAIR_PLAY}`,
    params: tableParams,
    query: tableQuery,
    responses: { 200: tableLineSchema },
    errors: ['game-running', 'malformed-position'],
  }),
}
