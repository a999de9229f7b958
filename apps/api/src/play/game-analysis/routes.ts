import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { treeChecker } from './check-tree.ts'
import { getGameAnalysis } from './get-game-analysis.ts'
import { hideCurrent } from './hide-current.ts'
import { listNotes } from './list-notes.ts'
import { saveGameAnalysis } from './save-game-analysis.ts'
import { setNote } from './set-note.ts'

/** Players' own analyses of their games, and the notes in them. */
export function registerGameAnalyses(app: FastifyInstance): void {
  serve(app, ENDPOINTS.getGameAnalysis, async ({ db, params: { id }, caller: { playerId } }) =>
    answer(200, await getGameAnalysis(db, { game: id, playerId })),
  )
  serve(
    app,
    ENDPOINTS.saveGameAnalysis,
    async ({ db, params, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      const saved = await saveGameAnalysis(db, { ...body, game: params.id, owner, arrivedAt, check })
      return answer(200, hideCurrent(saved, owner))
    },
  )

  serve(app, ENDPOINTS.listNotes, async ({ db, params: { id }, caller: { playerId } }) =>
    answer(200, await listNotes(db, { game: id, playerId })),
  )
  serve(
    app,
    ENDPOINTS.setNote,
    async ({ db, params: { id: game, ply }, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      return answer(200, await setNote(db, { ...body, game, ply, owner, arrivedAt, check }))
    },
  )
  serve(
    app,
    ENDPOINTS.setGameNote,
    async ({ db, params: { id: game }, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      return answer(200, await setNote(db, { ...body, game, ply: null, owner, arrivedAt, check }))
    },
  )
}
