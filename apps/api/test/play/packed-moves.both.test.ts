import { RULE_SET_IDS } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { packMoves } from '../../src/play/game/pack-moves.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves, randomGame } from './begin-game.ts'

const DAY_MS = 24 * 3_600_000
const PLIES = 60

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
/** Games that are over, one of each rule set, and one that runs. */
let over: number[]
let running: number
beforeAll(async () => {
  // the time of the upgrade is the real one
  server = await startServer({ now: new Date() })
  anna = await server.player('anna')
  bram = await server.player('bram')
  over = []
  for (const rules of RULE_SET_IDS) {
    const { moves } = randomGame(rules, seeded(11), PLIES)
    const game = await beginGame(anna, bram, { rules })
    for (const move of moves) {
      server.clock.advance(61_001)
      await playMoves((await anna.call('getGame', { params: { id: game.id } })).body, anna, bram, [move])
    }
    await anna.call('resign', { params: { id: game.id } })
    over.push(game.id)
  }
  running = (await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])).id
}, 180_000)
afterAll(() => server?.close())

const daysLater = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS)
const countRows = (game: number) => server.database.prisma.move.count({ where: { gameId: game } })

/** What the API shows of games from their moves. */
async function shown(): Promise<unknown[]> {
  const paths = ['users/anna/statistics', 'users/bram']
  for (const id of [...over, running])
    for (const part of ['moves', 'positions']) paths.push(`games/${id}/${part}?`)
  for (const format of ['text', 'json', 'pgn'])
    paths.push(`users/anna/games/export?times=true&format=${format}`)
  const answers: string[] = []
  for (const path of paths)
    answers.push(await read(path), ...(path.endsWith('?') ? await readPages(path) : []))
  return answers
}

async function readPages(path: string): Promise<string[]> {
  const pages: string[] = []
  for (let cursor = ''; pages.length === 0 || cursor; ) {
    const page = await read(`${path}limit=25${cursor}`)
    const { nextCursor } = JSON.parse(page)
    cursor = nextCursor && `&cursor=${nextCursor}`
    pages.push(page)
  }
  return pages
}

async function read(path: string): Promise<string> {
  const { statusCode, body } = await server.app.inject({ url: `/api/v1/${path}` })
  expect(statusCode, path).toBe(200)
  return body
}

describe('the moves of games that are over', () => {
  test('stay rows for a month, and for a day after the upgrade', async () => {
    expect(await packMoves(server.store, daysLater(29))).toBe(0)
    const { pool } = server.database
    const upgradedAt = (await pool.query(`SELECT now() AS at FROM "_prisma_migrations"`)).rows[0].at
    await pool.query('UPDATE "_prisma_migrations" SET finished_at = $1', [daysLater(31)])
    expect(await packMoves(server.store, daysLater(31))).toBe(0)
    await pool.query('UPDATE "_prisma_migrations" SET finished_at = $1', [upgradedAt])
    expect(await countRows(over[0]!)).toBeGreaterThan(10)
  })

  test('are packed then, and every answer stays as it was', async () => {
    const before = await shown()
    expect(await packMoves(server.store, daysLater(31))).toBe(over.length)
    for (const id of over) expect(await countRows(id)).toBe(0)
    expect(await countRows(running)).toBe(2)
    expect(await shown()).toEqual(before)
    expect(await packMoves(server.store, daysLater(31))).toBe(0)
  })

  test('a game that ends later is packed a month later, its moves played meanwhile too', async () => {
    await anna.call('playMove', { params: { id: running }, body: { move: 'd2', ply: 2 } })
    server.clock.advance(1000)
    await bram.call('resign', { params: { id: running } })
    expect(await packMoves(server.store, daysLater(31))).toBe(1)
    expect((await anna.call('listMoves', { params: { id: running } })).body.items).toMatchObject([
      { ply: 1, move: 'd6' },
      { ply: 2, move: 'f4' },
      { ply: 3, move: 'd2' },
    ])
  })

  test('go on being packed where a stopped run ended', async () => {
    const { pool } = server.database
    const from = (await pool.query('SELECT max(id) + 1 AS id FROM games')).rows[0].id
    await pool.query(`
      INSERT INTO games (id, rules, rules_revision, status, white_id, black_id, turn, ply, version, position, clock, white_remaining_ms,
          black_remaining_ms, turn_ms, winner, reason, created_at, updated_at, ended_at)
        SELECT ${from} + n, rules, rules_revision, status, white_id, black_id, turn, 1, 1, position, clock, white_remaining_ms,
          black_remaining_ms, turn_ms, winner, reason, created_at, updated_at + n % 7 * interval '1 second', ended_at
        FROM games, generate_series(0, 299) n WHERE games.id = ${over[0]};
      INSERT INTO moves SELECT id, 1, 'd6', created_at FROM games WHERE id >= ${from};
      UPDATE packed_until SET updated_at = '1970-01-01Z'`)
    const stopped = AbortSignal.abort()
    const counts: number[] = []
    for (let packed = 1; packed > 0; counts.push(packed))
      packed = await packMoves(server.store, daysLater(31), stopped)
    // those that were packed already are passed over
    expect(counts.at(-1)).toBe(0)
    expect(counts.reduce((sum, n) => sum + n)).toBe(300)
    expect(counts[0]).toBeLessThan(300)
    expect(
      (await pool.query(`SELECT count(*)::int FROM packed_moves WHERE game_id >= ${from} AND moves = 'd6'`))
        .rows,
    ).toEqual([{ count: 300 }])
  })
})
