import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterCommit } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

// two servers on one Postgres; an embedded database serves one process only
describe.runIf(process.env.TEST_DATABASE_URL)('two processes', () => {
  let here: TestServer
  let there: TestServer
  let anna: TestPlayer
  let bram: TestPlayer
  beforeAll(async () => {
    here = await startServer()
    there = await startServer({ database: here.database })
    anna = await here.player('anna')
    bram = await here.player('bram')
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  async function beginGame(): Promise<number> {
    const challenge = await anna.call('createChallenge', {
      body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
    })
    const accepted = await bram.call('acceptChallenge', { params: { id: challenge.body.id } })
    return accepted.body.game.id
  }
  const move = (player: TestPlayer, id: number, ply: number, point: string) =>
    player.call('playMove', { params: { id }, body: { move: point, ply } })

  test('a move played on one reaches the other once', async () => {
    const watcher = await openSocket(there.url)
    const player = await openSocket(there.url, { token: bram.token })
    const own = await openSocket(here.url, { token: bram.token })
    const id = await beginGame()
    watcher.send({ type: 'watch', game: id })
    await watcher.waitFor('watching')
    const { body } = await move(anna, id, 0, 'd6')
    for (const socket of [watcher, player, own]) {
      const event = await socket.waitFor('game', ({ game }) => game.version === 1)
      expect(event.game).toEqual(body.game)
    }
    await move(bram, id, 1, 'd2')
    await own.waitFor('game', ({ game }) => game.version === 2)
    await player.waitFor('game', ({ game }) => game.version === 2)
    for (const socket of [player, own])
      expect(socket.messages().filter(({ type }) => type === 'game')).toHaveLength(3)
    for (const { socket } of [watcher, player, own]) socket.close()
  })

  test('a hundred concurrent moves all arrive, in order within each game', async () => {
    const player = await openSocket(there.url, { token: bram.token })
    const ids = await Promise.all(Array.from({ length: 50 }, beginGame))
    await Promise.all(
      ids.map(async (id) => {
        await move(anna, id, 0, 'd6')
        await move(bram, id, 1, 'd2')
      }),
    )
    await expect
      .poll(
        () =>
          new Set(player.messages().flatMap((m) => (m.type === 'game' && m.game.ply === 2 ? m.game.id : []))),
      )
      .toEqual(new Set(ids))
    for (const id of ids) {
      const versions = player
        .messages()
        .flatMap((m) => (m.type === 'game' && m.game.id === id ? m.game.version : []))
      expect(versions).toEqual([0, 1, 2])
    }
    player.socket.close()
  })

  test('a token revoked on one closes its sockets on the other', async () => {
    const { id } = await here.database.prisma.token.findFirstOrThrow({ where: { accountId: bram.accountId } })
    const socket = await openSocket(there.url, { token: bram.token })
    afterCommit(here.store, (listener) => listener.revoked(`token:${id}`))
    expect(await socket.closed).toBe(4401)
  })

  test('requests share one rate limit', async () => {
    const env = { RATE_LIMIT: '60' }
    const [one, two] = await Promise.all([1, 2].map(() => startServer({ database: here.database, env })))
    const headers = { authorization: `Bearer ${anna.token}` }
    const ask = (server: TestServer) => server.call('getGame', { params: { id: 1 }, headers })
    for (let n = 0; n < 40; n++) expect((await ask(one!)).status).toBe(404)
    let asked = 0
    // the other process learns of it within about a second
    await expect
      .poll(async () => Number((await ask(two!)).headers.get('ratelimit-remaining')) === 20 - ++asked)
      .toBe(true)
    while ((await ask(two!)).status === 404) asked++
    expect(asked).toBeLessThanOrEqual(20)
    await expect.poll(async () => (await ask(one!)).status).toBe(429)
    await one!.close()
    await two!.close()
  })

  // what Redis loses: scale/redis.test.ts
  test.skipIf(process.env.TEST_BUS_URL)('a process that lost its notifications catches up', async () => {
    const id = await beginGame()
    const watcher = await openSocket(there.url)
    watcher.send({ type: 'watch', game: id })
    await watcher.waitFor('watching')
    const { pool } = here.database
    const listeners = async () => {
      const { rows } = await pool.query<{ pid: number }>(`
        SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN tegenzet_live' AND datname = current_database()`)
      return rows.map(({ pid }) => pid)
    }
    // Postgres ends the connections of closed servers a moment later
    await expect.poll(async () => (await listeners()).length).toBe(2)
    await pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await listeners()])
    await move(anna, id, 0, 'd6')
    await watcher.waitFor('game', ({ game }) => game.version === 1)
    await move(bram, id, 1, 'd2')
    await watcher.waitFor('game', ({ game }) => game.version === 2)
    watcher.socket.close()
  })
})
