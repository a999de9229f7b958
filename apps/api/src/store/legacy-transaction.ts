import type { Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import type { Refusal } from '../refusal.ts'
import { afterCommit, inTransaction as begin, type CommitListener, type Tx } from './transaction.ts'

/** The way until every use case takes `tx`. */
export async function inTransaction<T>(
  deps: Deps,
  work: (deps: Deps) => Promise<Result<T, Refusal>>,
  patience?: { timeout: number },
): Promise<Result<T, Refusal>> {
  return begin(deps.store, (tx) => work(withTx(deps, tx)), patience?.timeout)
}

export function withTx(deps: Deps, tx: Tx): Deps {
  const { database } = deps
  const prisma = new Proxy(tx, {
    get: (client, name) =>
      name === '$transaction' ? (work: (tx: Tx) => unknown) => work(client) : Reflect.get(client, name),
  }) as unknown as typeof database.prisma
  return {
    ...deps,
    store: tx,
    database: { ...database, prisma },
    live: {
      announce: (event, playerIds) =>
        afterCommit(tx, (listener) => listener.appended([{ event, playerIds }])),
      revoke: (credential) => afterCommit(tx, (listener) => listener.revoked(credential)),
    },
  }
}

/** For what is written without `append` and `afterCommit`. */
export const legacyLive = (committed: CommitListener): Deps['live'] => ({
  announce: (event, playerIds) => committed.appended([{ event, playerIds }]),
  revoke: (credential) => committed.revoked(credential),
})
