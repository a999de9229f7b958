import { endpointsOf } from '../endpoint.ts'
import { exportQuery, gameRecordSchema } from '../games/schemas.ts'
import { exportGamesBody, exportUserGamesParams, exportUserGamesQuery } from './schemas.ts'

const endpoint = endpointsOf({
  tag: 'Games',
  access: 'reader',
  responses: { 200: gameRecordSchema },
  lines: 'One game record per line',
  text: 'The records with empty lines between them',
  download: true,
})

const STREAMING =
  'The records are streamed, as JSON lines, or as text or PGN with empty lines between them. If the server fails midway, it breaks the connection, so a response that ends normally is complete. Each account, or each address without an account, can run one export at a time.'

export const EXPORT_ENDPOINTS = {
  exportGames: endpoint('exportGames', {
    summary: 'Export games by ID',
    description: `The records of the games in \`ids\`, in that order. ${STREAMING} Fails with \`not-found\` if one of the games does not exist; then nothing is sent and \`detail\` names the missing ones.`,
    query: exportQuery,
    body: exportGamesBody,
    errors: ['not-found'],
  }),
  exportUserGames: endpoint('exportUserGames', {
    summary: 'Export a player’s games',
    description: `The records of all matching games of a player, oldest first or, with \`sort=-createdAt\`, newest first. Games that start during the export are not included. ${STREAMING} Fails with \`not-found\` if there is no such player.`,
    params: exportUserGamesParams,
    query: exportUserGamesQuery,
    errors: ['not-found'],
  }),
}
