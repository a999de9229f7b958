import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { listMessagesQuery, messagePage, messageSchema, sendMessageBody } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Messages', feature: 'chat', guests: true })

export const MESSAGE_ENDPOINTS = {
  listMessages: endpoint('listMessages', {
    summary: 'List the messages of a game',
    description:
      'Ordinary messages and messages with draw offers and their answers, oldest first by default. Only for the two players; for others the call fails with `not-a-player`.',
    access: 'game:read',
    params: idParams,
    query: listMessagesQuery,
    responses: { 200: messagePage },
    errors: ['not-found', 'not-a-player'],
  }),
  sendMessage: endpoint('sendMessage', {
    summary: 'Send a message to your opponent',
    description:
      'Possible at any time, also while a claim is open and after the game. Both players get the message as a live event. To send a message with a move, use `message` of `playMove`. Fails with `contact-refused` or `player-blocked` if one of the two has blocked the other, with `limit-reached` if you have sent too many messages in this game, and with `new-account-limit` if your account is new and has sent too many messages today to players who have never written to you.',
    access: 'message:write',
    begins: true,
    params: idParams,
    body: sendMessageBody,
    responses: { 201: messageSchema },
    errors: [
      'muted',
      'not-found',
      'not-a-player',
      'contact-refused',
      'player-blocked',
      'limit-reached',
      'new-account-limit',
    ],
  }),
}
