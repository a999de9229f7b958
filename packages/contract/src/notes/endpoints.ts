import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { noteParams, noteSchema, notesSchema, setNoteBody } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Notes', guests: true })

export const NOTE_ENDPOINTS = {
  listNotes: endpoint('listNotes', {
    summary: 'List your notes on a game',
    description:
      'All your private notes, also after the game has ended. They are the comments on the line played in your analysis of the game (`getGameAnalysis`).',
    access: 'game:read',
    params: idParams,
    responses: { 200: notesSchema },
    errors: ['not-found', 'not-a-player'],
  }),
  setNote: endpoint('setNote', {
    summary: 'Write a note on a position',
    description:
      'There is one note per position, identified by the number of plies played; that on position 0 is the note on the game. An empty text deletes it. Possible also after the game has ended. With `knownAt`, the call fails with `conflict` if the note was changed elsewhere: get the notes again.',
    access: 'game:play',
    params: noteParams,
    body: setNoteBody,
    responses: { 200: noteSchema },
    errors: ['not-found', 'not-a-player', 'conflict', 'limit-reached'],
  }),
  setGameNote: endpoint('setGameNote', {
    summary: 'Write a note on a game',
    description: 'Like `setNote`, for the game as a whole.',
    access: 'game:play',
    params: idParams,
    body: setNoteBody,
    responses: { 200: noteSchema },
    errors: ['not-found', 'not-a-player', 'conflict', 'limit-reached'],
  }),
}
