import { type Position, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explorerConsumer } from '../../src/analysis/explorer/count-games.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { pauseMs } from '../../src/http/rate-limits.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves, randomGame } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'

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

/** Endings of three stones each, all different. */
const endings = Array.from({ length: 20 }, (_, n): Position => {
  const points = Array.from('w.b..............b.w....')
  const free = points.flatMap((stone, point) => (stone === '.' ? [point] : []))
  points[free[n % 20]!] = 'w'
  points[free[(n + 7) % 20]!] = 'b'
  const rows = [3, 3, 3, 6, 3, 3, 3].map((width) => points.splice(0, width).join(''))
  return trustedPosition(`${rows.join('/')} w 0 0 0 30`)
})

test('a check of running games counts as its work, and endings with flying stones as one read', async () => {
  const { prisma } = server.database
  const ids: number[] = []
  for (const position of endings) {
    const { id } = await beginGame(anna, bram, { rules: 'muehle' })
    await prisma.game.update({ where: { id }, data: { position } })
    ids.push(id)
  }
  const elsewhere = trustedPosition('www/.../.../....../.../.../bbb w 0 0 0 30')
  const ask = () =>
    anna.call('probePosition', { params: { rules: 'muehle' }, query: { position: elsewhere } })
  await readsFromNow(anna)
  // some 3,000 positions arise from each of them
  expect(await reads(ask())).toBe(1)
  expect(await reads(anna.call('explore', { params: { rules: 'moulin' } }))).toBe(1)

  // of Halma all is compared: 50 positions, each in two images, with each game
  for (let n = 0; n < 20; n++) ids.push((await beginGame(anna, bram, { rules: 'halma' })).id)
  const positions = randomGame('halma', seeded(4), 90).positions.slice(-50)
  const many = anna.call('probePositions', { params: { rules: 'halma' }, body: { positions } })
  expect(await reads(many)).toBe(50 + (20 * 50 * 2) / 10 / 100)
  for (const id of ids) await bram.call('resign', { params: { id } })
})

test('the search by position counts the moves that it plays, and stops where the position has stood', async () => {
  const [games, plies] = [4, 100]
  const { moves } = randomGame('halma', seeded(4), plies)
  expect(moves.length).toBe(plies)
  let id = 0
  for (let n = 0; n < games; n++) {
    const game = await beginGame(anna, bram, { rules: 'halma' })
    await playMoves(game, anna, bram, moves)
    await anna.call('resign', { params: { id: game.id } })
    id = game.id
  }
  await consumeAllEvents(server, explorerConsumer)
  const { body } = await bram.call('listPositions', { params: { id } })
  const positions = body.items as { position: Position }[]
  const search = (position: Position) => bram.call('listGames', { query: { rules: 'halma', position } })
  await readsFromNow(bram)
  expect(await reads(search(positions[2]!.position))).toBe(1)
  expect(await reads(search(positions[plies - 2]!.position))).toBe(1 + Math.floor((games * plies) / 100))
})

test('exports and lists of positions count their moves as reads, and exports slow down instead of ending', async () => {
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
  const params = { id: game.id }
  await readsFromNow(anna)
  expect(await reads(anna.call('listPositions', { params }))).toBe(1 + Math.floor(moves.length / 100))
  expect(await reads(anna.call('listPositions', { params, query: { limit: 50 } }))).toBe(1)
  expect(await reads(anna.call('listMoves', { params }))).toBe(1)
  // above half of the limit, the other half lasts for a minute
  expect([pauseMs(10, 600, 1200), pauseMs(10, 605, 1200), pauseMs(10, 900, 1200)]).toEqual([0, 500, 1000])
})
