import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { listNotes } from './list-notes.ts'
import { setNote } from './set-note.ts'

export function registerNotes(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listNotes, async ({ tx, params: { id }, caller: { playerId } }) =>
    answer(200, await listNotes(tx, { game: id, playerId })),
  )
  serve(app, ENDPOINTS.setNote, async ({ tx, params: { id, ply }, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await setNote(tx, { ...body, game: id, ply, playerId, arrivedAt })),
  )
  serve(app, ENDPOINTS.setGameNote, async ({ tx, params: { id }, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await setNote(tx, { ...body, game: id, ply: null, playerId, arrivedAt })),
  )
}
