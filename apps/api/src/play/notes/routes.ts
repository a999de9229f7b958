import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { listNotes } from './list-notes.ts'
import { setNote } from './set-note.ts'

export function registerNotes(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listNotes, async ({ params: { id }, caller: { playerId } }) =>
    answer(200, await listNotes(deps, { game: id, playerId })),
  )
  serve(app, ENDPOINTS.setNote, async ({ params: { id, ply }, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await setNote(deps, { ...body, game: id, ply, playerId, arrivedAt })),
  )
  serve(app, ENDPOINTS.setGameNote, async ({ params: { id }, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await setNote(deps, { ...body, game: id, ply: null, playerId, arrivedAt })),
  )
}
