import type { Message } from '../messages.ts'
import type { Report } from '../reports.ts'
import { game } from './games.ts'
import { talkMessage } from './messages.ts'
import { anna, bram } from './players.ts'

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
