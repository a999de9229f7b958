import type { OperationId } from '@tegenzet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../store/transaction.ts'

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

/** Does the work of a call on the replica if its answer may be a second old, otherwise or if that fails on the primary. */
export async function onReplicaOrPrimary<T>(
  { replica, store }: FastifyInstance,
  operationId: string,
  { caller, log }: FastifyRequest,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const mayBeOld = FOR_EVERYBODY.has(operationId) || (!caller && FOR_VISITORS.has(operationId))
  const stale = mayBeOld ? replica?.db : null
  if (!stale) return work(store)
  try {
    return await work(stale)
  } catch (error) {
    // for example because Postgres cancels queries on a replica that has to catch up
    log.warn({ err: error }, 'the replica failed: asking the primary')
    return work(store)
  }
}
