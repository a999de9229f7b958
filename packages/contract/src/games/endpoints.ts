import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MAX_GIFTS, MAX_OVERDUE_DAYS } from '../limits.ts'
import {
  countGamesParams,
  countGamesQuery,
  exportQuery,
  gameCountsSchema,
  gamePage,
  gamePartsQuery,
  gameRecordSchema,
  gameResponse,
  gameSchema,
  giveTimeBody,
  hintSchema,
  legalMovesSchema,
  listGamesQuery,
  movesSchema,
  playMoveBody,
  positionsSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Games' })

export const GAME_ENDPOINTS = {
  listGames: endpoint('listGames', {
    summary: 'List games',
    description:
      'All games that match the filters, last changed first. `turn` and `sort=deadline` select your own games and need a session or a token. Without one, the call then fails with `unauthenticated`. `position` searches the games that the explorer counts, which leaves out those of guests. It fails with `game-running` if the position stands in a running game of yours, or can arise from it within two plies, and with `malformed-position` if it cannot be read or cannot arise.',
    access: 'reader',
    query: listGamesQuery,
    responses: { 200: gamePage },
    errors: ['unauthenticated', 'game-running', 'malformed-position'],
  }),
  countGames: endpoint('countGames', {
    summary: 'Count a player’s games',
    description:
      'Numbers of a player’s games by status and turn, for example as headings of lists. Fails with `not-found` if there is no such player.',
    access: 'reader',
    params: countGamesParams,
    query: countGamesQuery,
    responses: { 200: gameCountsSchema },
    errors: ['not-found'],
  }),
  getGame: endpoint('getGame', {
    summary: 'Get a game',
    description:
      'The response is the same for every caller. Apply it only if its `version` is higher than the one you have.',
    access: 'reader',
    params: idParams,
    responses: { 200: gameSchema },
    errors: ['not-found'],
  }),
  getLegalMoves: endpoint('getLegalMoves', {
    summary: 'List the legal moves',
    description:
      'The legal moves in the current position, with the `ply` to send to `playMove`. The list is empty unless the game is active.',
    access: 'reader',
    params: idParams,
    responses: { 200: legalMovesSchema },
    errors: ['not-found'],
  }),
  playMove: endpoint('playMove', {
    summary: 'Play a move',
    description: `Plays a move if exactly \`ply\` plies have been played. That makes the call safe to repeat: if you have already played this move at this ply, the response is 200 with the current game. A move declines the opponent’s open draw offer. A game that reaches ply 2,000 ends as drawn (\`too-long\`). \`message\`, \`offerDraw\` and \`plan\` take effect together with the move or not at all.

After \`not-your-turn\`, \`stale-ply\`, \`game-over\` or \`game-frozen\`, get the game and decide again. \`illegal-move\`: the rules refuse the move, or a move in \`plan\` (see \`errors\`); \`getLegalMoves\` lists the legal ones. \`contact-refused\`, \`player-blocked\`, \`limit-reached\` and \`new-account-limit\` concern the message; \`offer-open\`, \`offer-refused\` and \`offer-repeated\` concern the draw offer. In all these cases nothing was played. \`unavailable\`: the server is busy; send the move again.`,
    access: 'game:play',
    fieldFeatures: { message: 'chat', 'offerDraw.message': 'chat' },
    guests: true,
    params: idParams,
    body: playMoveBody,
    responses: { 201: gameResponse, 200: gameResponse },
    errors: [
      'muted',
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
      'new-account-limit',
      'unavailable',
    ],
  }),
  listMoves: endpoint('listMoves', {
    summary: 'List the moves of a game',
    description: 'The moves in order, from ply 1: all of them, or pages with `limit`.',
    access: 'reader',
    params: idParams,
    query: gamePartsQuery,
    responses: { 200: movesSchema },
    errors: ['not-found'],
  }),
  listPositions: endpoint('listPositions', {
    summary: 'List the positions of a game',
    description:
      'The positions in order: all of them, or pages with `limit`. Position 0 is the start, and position n arises after n plies. Claims and draw offers refer to these numbers.',
    access: 'reader',
    params: idParams,
    query: gamePartsQuery,
    responses: { 200: positionsSchema },
    errors: ['not-found'],
  }),
  exportGame: endpoint('exportGame', {
    summary: 'Export a game',
    description:
      'The complete record, as text (headers, then numbered moves), in the manner of PGN, or as JSON.',
    access: 'reader',
    params: idParams,
    query: exportQuery,
    responses: { 200: gameRecordSchema },
    text: 'The record: headers or tags, an empty line, then the numbered moves',
    errors: ['not-found'],
  }),
  resign: endpoint('resign', {
    summary: 'Resign a game',
    description:
      'Possible at any time, also when the opponent is to move. The opponent wins. If fewer than two plies have been played, the game is cancelled instead.',
    access: 'game:play',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over'],
  }),
  cancelGame: endpoint('cancelGame', {
    summary: 'Cancel a game',
    description:
      'Either player may cancel while fewer than two plies have been played. After that the call fails with `too-late-to-cancel`; resign instead.',
    access: 'game:play',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over', 'overdue', 'too-late-to-cancel'],
  }),
  claimTimeout: endpoint('claimTimeout', {
    summary: 'Claim the win on time',
    description: `Where \`timeouts\` is \`claimed\`, a player whose time is out may still move, resign or accept a draw, and nothing else; the rest fails with \`overdue\`. The opponent may end the game with this call, or wait: the server ends it ${MAX_OVERDUE_DAYS} days after the deadline. If fewer than two plies have been played, the game is cancelled instead. Fails with \`not-overdue\` until five seconds after the deadline, because a move that arrived in time may not be written yet.`,
    access: 'game:play',
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over', 'game-frozen', 'overdue', 'not-overdue'],
  }),
  giveTime: endpoint('giveTime', {
    summary: 'Give your opponent time',
    description: `Adds whole days to your opponent’s clock, on either player’s turn. With a clock per move it is added to the turn that is running, or kept for the opponent’s next one; what that turn does not use lapses. A bank may exceed its cap by it. It cannot be taken back, and both players get a message of the kind \`gift\`.

\`gift-refused\` has a \`reason\`: \`competition\`: games of tournaments, leagues, ladders and matches take no gifts. \`bot\`: your opponent is a bot. \`too-long\`: more than the days of one move, or than a tenth of the bank in whole days, at least one. \`too-many\`: you have given ${MAX_GIFTS} times in this game. \`time-out\`: the time of the player to move is out. The call needs an \`Idempotency-Key\`; without one it fails with \`validation\`.`,
    access: 'game:play',
    guests: true,
    params: idParams,
    body: giveTimeBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'game-over', 'overdue', 'game-frozen', 'gift-refused'],
  }),
  giveHint: endpoint('giveHint', {
    summary: 'Ask for a hint',
    description:
      'Suggests a move in an unrated game against a built-in bot while you are to move; in other games it fails with `no-hint`. There is one hint a ply: asking again gives the same. The game says `assisted` from then on. Fails with `game-running` if the position also stands in another running game of yours, can arise from it within two plies, or leads to such a position.',
    access: 'game:play',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: hintSchema },
    errors: [
      'not-found',
      'not-a-player',
      'game-over',
      'overdue',
      'game-frozen',
      'not-your-turn',
      'no-hint',
      'game-running',
    ],
  }),
}
