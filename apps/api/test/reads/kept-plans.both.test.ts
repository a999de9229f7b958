import { openDatabase } from '@tegenzet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerFinder } from '../../src/accounts/credentials/find-caller.ts'
import { newSessionToken, sessionCookieValue } from '../../src/accounts/credentials/session-token.ts'
import { readGame } from '../../src/play/game/read-games.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import { openStore } from '../../src/store/transaction.ts'
import { beginGame } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

/** Postgres plans a prepared statement anew for the first calls, and then too if it takes the others to be dearer. */
const PLANNED_ANEW = 5

it('games and callers are read by plans that Postgres keeps, however many are read together', async () => {
  const { config, now } = server.deps
  const { url } = server.database as { url?: string }
  const database = url ? await openDatabase({ url, maxConnections: 1 }) : server.database
  try {
    const store = openStore(database, commitListeners())
    const callers = callerFinder(database.pool, config, now)
    const players = [await server.player('anna'), await server.player('bram'), await server.player('carl')]
    const [anna, bram] = players
    const games = [
      await beginGame(anna!, bram!),
      await beginGame(anna!, bram!),
      await beginGame(anna!, bram!),
    ]
    const cookies: string[] = []
    for (const username of ['anna', 'bram', 'carl']) {
      const token = newSessionToken()
      const { id } = await database.prisma.account.findFirstOrThrow({ where: { name: username } })
      const expiresAt = new Date(now().getTime() + 86_400_000)
      await database.prisma.session.create({ data: { token, accountId: id, expiresAt } })
      cookies.push(sessionCookieValue(token, config.secret))
    }
    for (let n = 0; n < 20; n++) {
      const some = <T>(all: T[]) => all.slice(0, 1 + (n % 3))
      const found = await Promise.all([
        ...some(games).map(({ id }) => readGame(store, id)),
        ...some(players).map(({ token }) => callers.byToken(token)),
        ...some(cookies).map((cookie) => callers.byCookie(cookie)),
      ])
      expect(found).not.toContain(null)
    }
    const { rows } = await database.pool.query<{ custom: number; kept: number }>(
      `SELECT custom_plans::int AS custom, generic_plans::int AS kept FROM pg_prepared_statements
       WHERE statement LIKE '%unnest((SELECT $1::%' AND statement NOT LIKE '%pg_prepared%' ORDER BY custom_plans DESC`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(rows[0]!.custom).toBe(PLANNED_ANEW)
    expect(Math.min(...rows.map(({ kept }) => kept))).toBeGreaterThanOrEqual(20 - PLANNED_ANEW)
  } finally {
    if (database !== server.database) await database.close()
  }
})
