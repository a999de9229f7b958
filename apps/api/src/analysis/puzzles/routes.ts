import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { answer, serve } from '../../http/serve.ts'
import { attemptPuzzle } from './attempt-puzzle.ts'
import { dailyPuzzle } from './daily-puzzle.ts'
import { findPuzzle } from './find-puzzles.ts'
import { listOwnPuzzles } from './list-own-puzzles.ts'
import { nextPuzzle } from './next-puzzle.ts'
import { viewPuzzle } from './view-puzzle.ts'

export function registerPuzzles(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getDailyPuzzle, async ({ db, caller, arrivedAt, reply }) => {
    keepPrivate(reply, caller)
    return answer(200, ok(await viewPuzzle(db, dailyPuzzle(arrivedAt), caller?.playerId ?? null)))
  })
  serve(app, ENDPOINTS.getNextPuzzle, async ({ db, query, caller, arrivedAt: at, reply }) => {
    keepPrivate(reply, caller)
    const puzzle = await nextPuzzle(deps, db, { query, solver: caller?.guest ? null : caller, at })
    if (!puzzle.ok) return puzzle
    return answer(200, ok(await viewPuzzle(db, puzzle.value, caller?.playerId ?? null)))
  })
  serve(app, ENDPOINTS.getPuzzle, async ({ db, params: { id }, caller, reply }) => {
    keepPrivate(reply, caller)
    const puzzle = await findPuzzle(db, id)
    if (!puzzle.ok) return puzzle
    return answer(200, ok(await viewPuzzle(db, puzzle.value, caller?.playerId ?? null)))
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
