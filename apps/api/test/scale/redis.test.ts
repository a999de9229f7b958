import { beforeAll, expect, test } from 'vitest'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { type TempRedis, tempRedis } from './temp-redis.ts'

const GAMES = process.env.SOAK ? 200 : 40

let redis: TempRedis
let here: TestServer
let there: TestServer
beforeAll(async () => {
  redis = await tempRedis()
  const shared = process.env.TEST_BUS_URL
  process.env.TEST_BUS_URL = redis.url
  here = await startServer()
  there = await startServer({ database: here.database })
  process.env.TEST_BUS_URL = shared
  return async () => {
    await there.close()
    await here.close()
    await redis.kill()
  }
})

test('every move reaches the other process while Redis is killed and restarted', async () => {
  const anna = await here.player('anna')
  const bram = await here.player('bram')
  const receiver = await openSocket(there.url, { token: bram.token })
  const ids = await Promise.all(
    Array.from({ length: GAMES }, async () => {
      const { body } = await anna.call('createChallenge', {
        body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
      })
      const accepted = await bram.call('acceptChallenge', { params: { id: body.id } })
      return accepted.body.game.id as number
    }),
  )
  const play = async (ply: number, move: string) => {
    const player = ply % 2 === 0 ? anna : bram
    for (const id of ids)
      expect((await player.call('playMove', { params: { id }, body: { move, ply } })).status).toBe(201)
  }
  const received = (version: number) => () =>
    ids.filter((id) =>
      receiver.messages().some((m) => m.type === 'game' && m.game.id === id && m.game.version === version),
    ).length

  const killed = play(0, 'd6')
  await redis.kill()
  await killed
  // without Redis, from the outbox
  await expect.poll(received(1)).toBe(GAMES)
  expect([here.live.listens, there.live.listens]).toEqual([false, false])
  await play(1, 'd2')
  await expect.poll(received(2)).toBe(GAMES)
  const restarted = play(2, 'a7')
  await redis.start()
  await restarted
  await expect.poll(received(3)).toBe(GAMES)
  await expect.poll(() => [here.live.listens, there.live.listens]).toEqual([true, true])
  await play(3, 'g1')
  await expect.poll(received(4)).toBe(GAMES)
  receiver.socket.close()
})

test('a move reaches the other process while Redis hangs with its connections open', async () => {
  const cato = await here.player('cato')
  const dora = await here.player('dora')
  const game = await beginGame(cato, dora)
  const receiver = await openSocket(there.url, { token: dora.token })
  await expect.poll(() => [here.live.listens, there.live.listens]).toEqual([true, true])
  redis.freeze()
  await playMoves(game, cato, dora, ['d6'])
  const received = () => receiver.messages().some((m) => m.type === 'game' && m.game.ply === 1)
  // it notices after three seconds; by its pings of every 20 seconds it noticed after ten at the earliest
  await expect.poll(received, { timeout: 9000 }).toBe(true)
  redis.thaw()
  await expect.poll(() => [here.live.listens, there.live.listens]).toEqual([true, true])
  receiver.socket.close()
})

test('a process starts while Redis is away, and listens when it is back', async () => {
  await redis.kill()
  const shared = process.env.TEST_BUS_URL
  process.env.TEST_BUS_URL = redis.url
  const late = await startServer({ database: here.database })
  process.env.TEST_BUS_URL = shared
  expect((await fetch(`${late.url}/readyz`)).status).toBe(200)
  expect(late.live.listens).toBe(false)
  await redis.start()
  await expect.poll(() => late.live.listens).toBe(true)
  await late.close()
})
