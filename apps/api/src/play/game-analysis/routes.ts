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
  serve(app, ENDPOINTS.getGameAnalysis, async ({ tx, params: { id }, caller: { playerId } }) =>
    answer(200, await getGameAnalysis(tx, { game: id, playerId })),
  )
  serve(
    app,
    ENDPOINTS.saveGameAnalysis,
    async ({ tx, params, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      const saved = await saveGameAnalysis(tx, { ...body, game: params.id, owner, arrivedAt, check })
      return answer(200, hideCurrent(saved, owner))
    },
  )

  serve(app, ENDPOINTS.listNotes, async ({ tx, params: { id }, caller: { playerId } }) =>
    answer(200, await listNotes(tx, { game: id, playerId })),
  )
  serve(
    app,
    ENDPOINTS.setNote,
    async ({ tx, params: { id: game, ply }, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      return answer(200, await setNote(tx, { ...body, game, ply, owner, arrivedAt, check }))
    },
  )
  serve(
    app,
    ENDPOINTS.setGameNote,
    async ({ tx, params: { id: game }, body, caller: owner, arrivedAt, request, reply }) => {
      const check = treeChecker(app.slicesFor(request, reply))
      return answer(200, await setNote(tx, { ...body, game, ply: null, owner, arrivedAt, check }))
    },
  )
}
