import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refused } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { type Asked, refuseRunning } from './refuse-running.ts'

export type RefuseRunning = (db: Db, asked: Asked) => Promise<Refused | null>

declare module 'fastify' {
  interface FastifyInstance {
    /** How help in the caller's running games is refused; the work for it counts as reads. */
    refuseRunningFor(request: FastifyRequest, reply: FastifyReply): RefuseRunning
  }
}

export function registerFairPlay(app: FastifyInstance): void {
  app.decorate('refuseRunningFor', (request: FastifyRequest, reply: FastifyReply): RefuseRunning => {
    const { caller } = request
    const inSlices = app.slicesFor(request, reply)
    return (db, asked) => refuseRunning(db, { caller, inSlices }, asked)
  })
}
