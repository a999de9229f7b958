import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  countGamesParams,
  countGamesQuery,
  exportQuery,
  gameCountsSchema,
  gamePage,
  gameRecordSchema,
  gameResponse,
  gameSchema,
  legalMovesSchema,
  listGamesQuery,
  movesSchema,
  playMoveBody,
  positionsSchema,
} from '../games.ts'

/** Games, their moves and positions. */
export const GAME_ENDPOINTS = {
  listGames: endpoint('listGames', {
    tag: 'Games',
    summary: 'List games',
    description:
      'All games that match the filters, last changed first. `turn` and `sort=deadline` select your own games and need a session or a token. Without one, the call then fails with `unauthenticated`.',
    access: 'anyone',
    query: listGamesQuery,
    responses: { 200: gamePage },
    errors: ['unauthenticated'],
  }),
  countGames: endpoint('countGames', {
    tag: 'Games',
    summary: 'Count a player’s games',
    description:
      'Numbers of a player’s games by status and turn, for example as headings of lists. Fails with `not-found` if there is no such player.',
    access: 'anyone',
    params: countGamesParams,
    query: countGamesQuery,
    responses: { 200: gameCountsSchema },
    errors: ['not-found'],
  }),
  getGame: endpoint('getGame', {
    tag: 'Games',
    summary: 'Get a game',
    description:
      'The response is the same for every caller. Apply it only if its `version` is higher than the one you have.',
    access: 'anyone',
    params: idParams,
    responses: { 200: gameSchema },
    errors: ['not-found'],
  }),
  getLegalMoves: endpoint('getLegalMoves', {
    tag: 'Games',
    summary: 'List the legal moves',
    description:
      'The legal moves in the current position, with the `ply` to send to `playMove`. The list is empty unless the game is active.',
    access: 'anyone',
    params: idParams,
    responses: { 200: legalMovesSchema },
    errors: ['not-found'],
  }),
  playMove: endpoint('playMove', {
    tag: 'Games',
    summary: 'Play a move',
    description: `Plays a move if exactly \`ply\` plies have been played. That makes the call safe to repeat: if you have already played this move at this ply, the response is 200 with the current game. A move declines the opponent’s open draw offer. \`message\`, \`offerDraw\` and \`plan\` take effect together with the move or not at all.

After \`not-your-turn\`, \`stale-ply\`, \`game-over\` or \`game-frozen\`, get the game and decide again. \`illegal-move\`: the rules refuse the move, or a move in \`plan\` (see \`errors\`); \`getLegalMoves\` lists the legal ones. \`contact-refused\`, \`player-blocked\` and \`limit-reached\` concern the message; \`offer-open\`, \`offer-refused\` and \`offer-repeated\` concern the draw offer. In all these cases nothing was played. \`unavailable\`: the server is busy; send the move again.`,
    access: 'game:play',
    params: idParams,
    body: playMoveBody,
    responses: { 201: gameResponse, 200: gameResponse },
    errors: [
      'not-found',
      'not-a-player',
      'contact-refused',
      'player-blocked',
      'game-over',
      'game-frozen',
      'not-your-turn',
      'stale-ply',
      'offer-open',
      'illegal-move',
      'offer-refused',
      'offer-repeated',
      'limit-reached',
      'unavailable',
    ],
  }),
  listMoves: endpoint('listMoves', {
    tag: 'Games',
    summary: 'List the moves of a game',
    description: 'All moves in order, from ply 1.',
    access: 'anyone',
    params: idParams,
    responses: { 200: movesSchema },
    errors: ['not-found'],
  }),
  listPositions: endpoint('listPositions', {
    tag: 'Games',
    summary: 'List the positions of a game',
    description:
      'All positions in order. Position 0 is the start, and position n arises after n plies. Claims and draw offers refer to these numbers.',
    access: 'anyone',
    params: idParams,
    responses: { 200: positionsSchema },
    errors: ['not-found'],
  }),
  exportGame: endpoint('exportGame', {
    tag: 'Games',
    summary: 'Export a game',
    description: 'The complete record, as text (headers, then numbered moves) or as JSON.',
    access: 'anyone',
    params: idParams,
    query: exportQuery,
    responses: { 200: gameRecordSchema },
    text: 'The record: headers, an empty line, then the numbered moves',
    errors: ['not-found'],
  }),
  resign: endpoint('resign', {
    tag: 'Games',
    summary: 'Resign a game',
    description:
      'Possible at any time, also when the opponent is to move. The opponent wins. If fewer than two plies have been played, the game is cancelled instead.',
    access: 'game:play',
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over'],
  }),
  cancelGame: endpoint('cancelGame', {
    tag: 'Games',
    summary: 'Cancel a game',
    description:
      'Either player may cancel while fewer than two plies have been played. After that the call fails with `too-late-to-cancel`; resign instead.',
    access: 'game:play',
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over', 'too-late-to-cancel'],
  }),
}
