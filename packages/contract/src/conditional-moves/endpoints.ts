import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { conditionalMovesSchema, setConditionalMovesBody } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Conditional moves', guests: true })

export const CONDITIONAL_MOVES_ENDPOINTS = {
  getPlan: endpoint('getPlan', {
    summary: 'Get your conditional moves',
    description:
      'Your prepared replies in a game. Replies that were played are no longer included. While a reply is due but not yet played, `ply` is one less than the `ply` of the game.',
    access: 'game:read',
    params: idParams,
    responses: { 200: conditionalMovesSchema },
    errors: ['not-found', 'not-a-player'],
  }),
  setPlan: endpoint('setPlan', {
    summary: 'Set your conditional moves',
    description: `Replaces your prepared replies while your opponent is to move. If the opponent plays a move that has a reply, the server plays the reply at once as your move and keeps the branches after it; any other move ends the conditional moves. While a claim or a draw offer to you is open, nothing is played: the reply follows when it is settled, unless you have moved yourself. An empty list deletes the conditional moves. You can also send them with \`playMove\`.

All moves are checked at once: \`illegal-move\` lists the wrong ones in \`errors\`. After \`stale-ply\`, and after \`conflict\`, which means that you are to move, get the game and decide again.`,
    access: 'game:play',
    params: idParams,
    body: setConditionalMovesBody,
    responses: { 200: conditionalMovesSchema },
    errors: [
      'not-found',
      'not-a-player',
      'game-over',
      'game-frozen',
      'stale-ply',
      'conflict',
      'illegal-move',
    ],
  }),
  dropPlan: endpoint('dropPlan', {
    summary: 'Delete your conditional moves',
    description: 'After the response no more replies are played for you. Succeeds also if there were none.',
    access: 'game:play',
    params: idParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found', 'not-a-player'],
  }),
}
