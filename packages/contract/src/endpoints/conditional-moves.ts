import { idParams } from '../common.ts'
import {
  conditionalMovesSchema,
  noteParams,
  noteSchema,
  notesSchema,
  setConditionalMovesBody,
  setNoteBody,
} from '../conditional-moves.ts'
import { endpoint } from '../endpoint.ts'

/** What a player has in mind in a game: answers planned ahead, and notes. Nobody else sees any of it. */
export const CONDITIONAL_MOVES_ENDPOINTS = {
  getPlan: endpoint('getPlan', {
    tag: 'Plans',
    summary: 'What you have planned',
    description:
      'Your answers to moves that your opponent may play, as they now stand: what has come true is gone from them. While one of them waits to be played its `ply` is one less than the game’s.',
    access: 'game:read',
    params: idParams,
    responses: { 200: conditionalMovesSchema },
    errors: ['not-found', 'not-a-player'],
  }),
  setPlan: endpoint('setPlan', {
    tag: 'Plans',
    summary: 'Plan your answers',
    description:
      'While your opponent is to move; it takes the place of what you had planned. Every move is checked against the rules now, and `errors` says which are refused. When your opponent plays a move that is answered, the answer is played at once, as a move of yours, and what follows it stays planned; any other move ends the plan. While a draw offered to you is open, or a claim, nothing is played: you decide, and the answer comes once that is settled and you have not moved. No branches: nothing is planned any more. With a move, `playMove` takes a plan too.',
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
    tag: 'Plans',
    summary: 'Take your plan back',
    description: 'Once it is answered, nothing more is played for you. There need not be one.',
    access: 'game:play',
    params: idParams,
    responses: { 204: 'There is none' },
    errors: ['not-found', 'not-a-player'],
  }),
  listNotes: endpoint('listNotes', {
    tag: 'Plans',
    summary: 'Your notes on a game',
    description: 'All of them, also once the game has ended.',
    access: 'game:read',
    params: idParams,
    responses: { 200: notesSchema },
    errors: ['not-found', 'not-a-player'],
  }),
  setNote: endpoint('setNote', {
    tag: 'Plans',
    summary: 'Note something on a position',
    description:
      'One note for each position, by the plies played in it; an empty one removes it. Also once the game has ended.',
    access: 'game:play',
    params: noteParams,
    body: setNoteBody,
    responses: { 200: noteSchema },
    errors: ['not-found', 'not-a-player', 'conflict'],
  }),
  setGameNote: endpoint('setGameNote', {
    tag: 'Plans',
    summary: 'Note something on a game',
    description: 'As on a position, but on the game as a whole.',
    access: 'game:play',
    params: idParams,
    body: setNoteBody,
    responses: { 200: noteSchema },
    errors: ['not-found', 'not-a-player', 'conflict'],
  }),
}
