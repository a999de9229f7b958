import { endpoint } from '../endpoint.ts'
import { exportGamesBody, exportUserGamesParams, exportUserGamesQuery } from '../exports.ts'
import { exportQuery, gameRecordSchema } from '../games.ts'

const records = {
  tag: 'Games',
  access: 'anyone',
  responses: { 200: gameRecordSchema },
  lines: 'The record of one game after the other; it ends with the last',
  text: 'The records, an empty line between two',
  download: true,
} as const

const HOW =
  'Streamed: each record is what `exportGame` gives of the game, as JSON on a line of its own or as text with an empty line between two. Should the server fail on the way the connection is broken off: what ended in good order is whole. One such call of an account, or else of an address, runs at a time.'

/** Whole records of many games. */
export const EXPORT_ENDPOINTS = {
  exportGames: endpoint('exportGames', {
    ...records,
    summary: 'The records of games you name',
    description: `${HOW} Where there is no game of one of the numbers nothing is sent, and the refusal names them.`,
    query: exportQuery,
    body: exportGamesBody,
    errors: ['not-found'],
  }),
  exportUserGames: endpoint('exportUserGames', {
    ...records,
    summary: 'The records of all games of a player',
    description: `${HOW} In the order they began, those that there are when it is asked for.`,
    params: exportUserGamesParams,
    query: exportUserGamesQuery,
    errors: ['not-found'],
  }),
}
