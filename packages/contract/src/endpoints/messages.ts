import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { listMessagesQuery, messagePage, messageSchema, sendMessageBody } from '../messages.ts'

/** What the two players of a game say to each other. */
export const MESSAGE_ENDPOINTS = {
  listMessages: endpoint('listMessages', {
    tag: 'Messages',
    summary: 'What the two players wrote',
    description:
      'Messages, words with draw offers and with declining them; oldest first unless asked otherwise. For the two players alone.',
    access: 'game:read',
    params: idParams,
    query: listMessagesQuery,
    responses: { 200: messagePage },
    errors: ['not-found', 'not-a-player'],
  }),
  sendMessage: endpoint('sendMessage', {
    tag: 'Messages',
    summary: 'Write to your opponent',
    description:
      'At any time, also in a game that is claimed or has ended. The message comes to both players as a live event. With a move, `playMove` takes one. How many a minute and how many in one game is limited. Nothing is written where one of the two has blocked the other.',
    access: 'message:write',
    params: idParams,
    body: sendMessageBody,
    responses: { 201: messageSchema },
    errors: ['not-found', 'not-a-player', 'contact-refused', 'player-blocked', 'limit-reached'],
  }),
}
