import { testDatabase } from '@tegenzet/db/testing'
import { describe, expect, it } from 'vitest'
import { withBotLease } from '../../src/built-in-bots/bot-lease.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('several processes', () => {
  it('one process runs the built-in bots, and another takes over when it stops or loses its connection', async () => {
    const database = await testDatabase()
    const holders: string[] = []
    /** Waits for the lease and holds it until it is aborted. */
    const hold = (name: string, stop: AbortController) =>
      withBotLease(database, stop.signal, async (lost) => {
        holders.push(name)
        await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }))
      }).catch((error) => error)

    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
    const firstEnded = hold('first', first)
    await expect.poll(() => holders).toEqual(['first'])
    const others = [hold('second', second), hold('third', third)]
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(holders).toEqual(['first'])

    first.abort()
    await firstEnded
    await expect.poll(() => holders).toHaveLength(2)

    // other tests hold locks in other databases of this server
    const { rows } = await database.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND granted AND d.datname = current_database()`)
    expect(rows).toHaveLength(1)
    await expect.poll(() => holders).toHaveLength(3)
    expect(new Set(holders).size).toBe(3)
    for (const stop of [second, third]) stop.abort()
    await Promise.all(others)
    await database.close()
  })
})
