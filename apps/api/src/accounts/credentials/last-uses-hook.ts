import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import type { PeriodicTask } from '../../jobs/ticker.ts'
import type { Db } from '../../store/transaction.ts'
import { withoutSync } from '../../store/without-sync.ts'
import { type Use, writeUses } from './write-uses.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the uses of credentials that this process has not written yet. @param tx the store by default */
    writeLastUses(db?: Db): Promise<void>
  }
}

const MINUTE_MS = 60_000

export const lastUsesTask = (app: FastifyInstance): PeriodicTask => ({
  name: 'last-uses',
  everyMs: 1000,
  runsOn: 'every-process',
  run: (db) => app.writeLastUses(db),
})

/**
 * Records, to the minute, when each player last sent a request, from which tournaments see who is absent, and when each
 * token and connected app was last used. `lastUsesTask` writes once a second for all players together, so that no request
 * has to write. A crash loses the last second, a power cut a little more.
 */
export function registerLastUses(app: FastifyInstance, store: Db): void {
  let minute = 0
  /** The credentials that were used in this minute. */
  const seen = new Set<string>()
  const unwritten = new Map<string, Use>()
  let writing: Promise<void> | null = null

  function noteUse({ credential, playerId, connectionId }: Caller, arrivedAt: Date): void {
    const current = Math.floor(arrivedAt.getTime() / MINUTE_MS)
    if (current !== minute) seen.clear()
    minute = current
    if (seen.has(credential)) return
    seen.add(credential)
    const [kind, id] = credential.split(':') as [Caller['kind'], string]
    unwritten.set(credential, {
      player: playerId,
      token: kind === 'token' ? id : null,
      connection: connectionId ?? null,
      at: new Date(current * MINUTE_MS).toISOString(),
    })
  }

  async function write(db: Db): Promise<void> {
    const uses = [...unwritten]
    unwritten.clear()
    try {
      if (uses.length > 0)
        await withoutSync(db, (db) =>
          writeUses(
            db,
            uses.map(([, each]) => each),
          ),
        )
    } catch (error) {
      app.log.warn({ err: error }, 'the last uses of credentials could not be written; trying again')
      for (const [credential, each] of uses) if (!unwritten.has(credential)) unwritten.set(credential, each)
    }
  }

  // a write under way may have begun before the latest use
  app.decorate('writeLastUses', async (db = store) => {
    await writing
    writing ??= write(db).finally(() => {
      writing = null
    })
    await writing
  })
  app.addHook('preHandler', async ({ caller, arrivedAt }) => {
    if (caller) noteUse(caller, arrivedAt)
  })
  app.addHook('onClose', () => app.writeLastUses())
}
