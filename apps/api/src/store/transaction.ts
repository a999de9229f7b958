import { Prisma, type Transaction } from '@tegenzet/db'
import type { Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import type { Refusal } from '../refusal.ts'

/** For a connection, and for what is done: another transaction may have to be awaited first. */
const PATIENCE = { maxWait: 20_000, timeout: 20_000 }

/**
 * Does what several use cases do as one: all of it or nothing, and nothing where it comes to a refusal.
 * @param work is given what to do it with: the transaction's client, and a live channel that tells once it is committed
 */
export async function inTransaction<T>(
  deps: Deps,
  work: (deps: Deps) => Promise<Result<T, Refusal>>,
  patience = PATIENCE,
): Promise<Result<T, Refusal>> {
  const told: (() => void)[] = []
  try {
    const done = await deps.database.prisma.$transaction(async (tx) => {
      const result = await work(inside(deps, tx, told))
      if (!result.ok) throw new Undo(result.error)
      return result
    }, patience)
    for (const tell of told) tell()
    return done
  } catch (error) {
    if (error instanceof Undo) return { ok: false, error: error.refusal }
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')
      return {
        ok: false,
        error: { code: 'unavailable', detail: 'The server is busy: send it again.', retryAfter: 1 },
      }
    throw error
  }
}

/** Throws a transaction away. */
class Undo extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** What a use case is given within a transaction. Whatever it tells is told after the commit. */
function inside(deps: Deps, tx: Transaction, told: (() => void)[]): Deps {
  const { database, live } = deps
  const prisma = new Proxy(tx, {
    // one that is begun in here is part of this one
    get: (client, name) =>
      name === '$transaction'
        ? (work: (tx: Transaction) => unknown) => work(client)
        : Reflect.get(client, name),
  }) as typeof database.prisma
  return {
    ...deps,
    database: { ...database, prisma },
    live: {
      ...live,
      announce: (...news) => void told.push(() => live.announce(...news)),
      revoke: (credential) => void told.push(() => live.revoke(credential)),
    },
  }
}
