import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { answer, serve } from '../../http/serve.ts'
import { attemptPuzzle } from './attempt-puzzle.ts'
import { dailyPuzzle } from './daily-puzzle.ts'
import { findPuzzle } from './find-puzzles.ts'
import { listOwnPuzzles } from './list-own-puzzles.ts'
import { viewNextPuzzle } from './view-next-puzzle.ts'
import { type Viewer, viewPuzzle } from './view-puzzle.ts'

export function registerPuzzles(app: FastifyInstance, deps: Deps): void {
  const viewer = (caller: Caller | null, request: FastifyRequest, reply: FastifyReply): Viewer => ({
    playerId: caller?.playerId ?? null,
    refuseRunning: app.refuseRunningFor(request, reply),
  })

  serve(app, ENDPOINTS.getDailyPuzzle, async ({ db, caller, arrivedAt, request, reply }) => {
    keepPrivate(reply, caller)
    return answer(200, await viewPuzzle(db, dailyPuzzle(arrivedAt), viewer(caller, request, reply)))
  })
  serve(app, ENDPOINTS.getNextPuzzle, async ({ db, query, caller, arrivedAt: at, request, reply }) => {
    keepPrivate(reply, caller)
    const solver = caller?.guest ? null : caller
    return answer(200, await viewNextPuzzle(deps, db, { query, solver, at }, viewer(caller, request, reply)))
  })
  serve(app, ENDPOINTS.getPuzzle, async ({ db, params: { id }, caller, request, reply }) => {
    keepPrivate(reply, caller)
    const puzzle = await findPuzzle(db, id)
    if (!puzzle.ok) return puzzle
    return answer(200, await viewPuzzle(db, puzzle.value, viewer(caller, request, reply)))
  })
  serve(
    app,
    ENDPOINTS.attemptPuzzle,
    async ({ db, params: { id }, body: { moves }, caller, arrivedAt: at, request, reply }) => {
      keepPrivate(reply, caller)
      const counts = caller && !caller.guest && holdsScope(caller, 'analysis:write')
      const attempt = { id, moves, solver: counts ? caller : null, at }
      const refuseRunning = app.refuseRunningFor(request, reply)
      return answer(200, await attemptPuzzle({ ...deps, refuseRunning }, db, attempt))
    },
  )
  serve(app, ENDPOINTS.listOwnPuzzles, async ({ db, query, caller: { playerId }, arrivedAt: at }) =>
    answer(200, await listOwnPuzzles(db, { playerId, query, at })),
  )
}

/** The answer depends on what the caller has solved, and on their running games. */
function keepPrivate(reply: FastifyReply, caller: Caller | null): void {
  if (caller) reply.header('cache-control', 'private, no-store')
}
