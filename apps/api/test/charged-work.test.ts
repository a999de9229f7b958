import { type Position, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explorerConsumer } from '../src/analysis/explorer/count-games.ts'
import { seeded } from '../src/demo/seeded.ts'
import { pauseMs } from '../src/http/rate-limits.ts'
import { beginGame, playMoves, randomGame } from './begin-game.ts'
import { consumeAllEvents } from './consume-all-events.ts'
import { startServer, type TestServer } from './harness.ts'
import type { TestPlayer } from './test-player.ts'

const LIMIT = 2000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: `${LIMIT}` } })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

let left = LIMIT
/** How many reads an answer counted for, of those of its owner. */
async function reads(answer: Promise<{ status: number; headers: Headers }>): Promise<number> {
  const { status, headers } = await answer
  expect(status).toBe(200)
  const before = left
  left = Number(headers.get('ratelimit-remaining'))
  return before - left
}
/** The owner's reads count from here. */
async function readsFromNow(player: TestPlayer): Promise<void> {
  server.clock.advance(60_000)
  left = LIMIT
  await reads(player.call('getAccount'))
}

test('an export counts its moves as reads, and slows down instead of ending', async () => {
  const { moves } = randomGame('halma', seeded(6), 250)
  const game = await beginGame(anna, bram, { rules: 'halma' })
  await playMoves(game, anna, bram, moves)
  await readsFromNow(anna)
  for (const format of ['json', 'text', 'pgn']) {
    const exported = await anna.call('exportGames', { query: { format }, body: { ids: [game.id] } })
    expect(exported.status).toBe(200)
    // its own limit is that of streams
    expect(await reads(anna.call('getAccount')), format).toBe(1 + Math.floor(moves.length / 100))
  }
  // above half of the limit, the other half lasts for a minute
  expect([pauseMs(10, 600, 1200), pauseMs(10, 605, 1200), pauseMs(10, 900, 1200)]).toEqual([0, 500, 1000])
})
