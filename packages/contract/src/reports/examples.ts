import { game } from '../games/examples.ts'
import { talkMessage } from '../messages/examples.ts'
import type { Message } from '../messages/schemas.ts'
import { anna, bram } from '../people/example-players.ts'
import type { Report } from './schemas.ts'

export const reportedMessage: Message = {
  ...talkMessage,
  by: 'black',
  text: 'You play like a sack of stones.',
}
const { game: _game, offer: _offer, by: _by, ...messageCopy } = reportedMessage
export const report: Report = {
  id: 18,
  reason: 'abuse',
  text: 'He wrote this after I captured a stone.',
  by: anna,
  player: bram,
  game: {
    id: game.id,
    rules: game.rules,
    rulesRevision: game.rulesRevision,
    side: 'black',
    status: 'active',
    turn: game.turn,
    ply: game.ply,
    position: game.position,
    deadline: game.deadline,
  },
  message: messageCopy,
  challenge: null,
  analysis: null,
  state: 'open',
  verdict: null,
  createdAt: '2026-11-22T20:05:00.000Z',
}
