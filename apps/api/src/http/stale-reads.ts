import type { OperationId } from '@tegenzet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../store/transaction.ts'

/** Computed some time after a game, so nobody expects to find there what they have just done. */
const FOR_EVERYBODY: ReadonlySet<string> = new Set<OperationId>([
  'getLeaderboard',
  'listRatings',
  'listRatingHistory',
  'getStatistics',
])
/** For visitors who are not logged in, and so have written nothing. */
const FOR_VISITORS: ReadonlySet<string> = new Set<OperationId>([
  'getUser',
  'searchPlayers',
  'listGames',
  'countGames',
  'exportGame',
  'exportUserGames',
])

/** The replica, if the answer may be a second old. null: read from the primary. */
export function replicaFor(app: FastifyInstance, operationId: string, request: FastifyRequest): Tx | null {
  if (!app.replica) return null
  const mayBeOld = FOR_EVERYBODY.has(operationId) || (!request.caller && FOR_VISITORS.has(operationId))
  return mayBeOld ? app.replica.tx : null
}
