import type { Result } from '@tegenzet/common'
import type { Position } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal, Refused } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { type Asked, type Asker, findRunning, refuseRunning } from './refuse-running.ts'

export type RefuseRunning = (db: Db, asked: Asked) => Promise<Refused | null>
type FindRunning = (db: Db, asked: Asked) => Promise<Result<ReadonlySet<Position>, Refusal>>

declare module 'fastify' {
  interface FastifyInstance {
    /** How help in the caller's running games is refused; the work for it counts as reads. */
    refuseRunningFor(request: FastifyRequest, reply: FastifyReply): RefuseRunning
    /** Which positions that refuses, so that they can be left out. */
    findRunningFor(request: FastifyRequest, reply: FastifyReply): FindRunning
  }
}

export function registerFairPlay(app: FastifyInstance): void {
  const askerOf = (request: FastifyRequest, reply: FastifyReply): Asker => ({
    caller: request.caller,
    inSlices: app.slicesFor(request, reply),
  })
  app.decorate('refuseRunningFor', (request: FastifyRequest, reply: FastifyReply): RefuseRunning => {
    const asker = askerOf(request, reply)
    return (db, asked) => refuseRunning(db, asker, asked)
  })
  app.decorate('findRunningFor', (request: FastifyRequest, reply: FastifyReply): FindRunning => {
    const asker = askerOf(request, reply)
    return (db, asked) => findRunning(db, asker, asked)
  })
}
