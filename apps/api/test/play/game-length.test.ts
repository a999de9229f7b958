import { type Game, MAX_PLY } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { gameWithRepetition } from './repetition-games.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const playAny = async ({ id, ply, turn }: Game) => {
  const player = turn === 'white' ? anna : bram
  const { moves } = (await player.call('getLegalMoves', { params: { id } })).body
  const move = moves.find((each: string) => !each.includes('x'))
  return player.call('playMove', { params: { id }, body: { move, ply } })
}

describe(`a game that reaches ply ${MAX_PLY}`, () => {
  it('ends as drawn, and closes the offer that came with the move', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: MAX_PLY - 2 })
    const before = await playAny(game)
    expect(before.body.game).toMatchObject({ ply: MAX_PLY - 1, status: 'active', outcome: null })
    const { id, ply } = before.body.game
    const { moves } = (await bram.call('getLegalMoves', { params: { id } })).body
    const last = await bram.call('playMove', {
      params: { id },
      body: { move: moves[0], ply, offerDraw: true },
    })
    expect(last.status).toBe(201)
    expect(last.body.game).toMatchObject({
      ply: MAX_PLY,
      status: 'finished',
      turn: null,
      drawOffer: null,
      deadline: null,
      outcome: { winner: null, reason: 'too-long' },
    })
    const after = await anna.call('playMove', { params: { id }, body: { move: moves[0], ply: MAX_PLY } })
    expect([after.status, after.body.code]).toEqual([409, 'game-over'])
    const record = await server.call('exportGame', { params: { id } })
    expect(record.body).toContain('Result: 1/2-1/2 (too-long)')
  })

  it('ends with its next move if it is longer already', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: MAX_PLY + 4 })
    const { body } = await playAny(game)
    expect(body.game.outcome).toEqual({ winner: null, reason: 'too-long' })
  })
})

describe('the moves and positions of a game', () => {
  let game: Game
  beforeAll(async () => {
    game = await gameWithRepetition(server, anna, bram, { plies: 250 })
  })
  const list = async (
    operation: 'listMoves' | 'listPositions',
    query?: { [name: string]: string | number },
  ) => (await server.call(operation, { params: { id: game.id }, ...(query && { query }) })).body

  it('are whole without a limit', async () => {
    expect((await list('listMoves')).items).toHaveLength(250)
    expect((await list('listPositions')).items).toHaveLength(251)
    expect((await list('listMoves')).nextCursor).toBeNull()
  })

  it.each(['listMoves', 'listPositions'] as const)('come in pages with a limit: %s', async (operation) => {
    const whole = (await list(operation)).items
    const items: unknown[] = []
    const lengths: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(operation, { limit: 100, ...(cursor && { cursor }) })
      items.push(...page.items)
      lengths.push(page.items.length)
      cursor = page.nextCursor
    }
    expect(items).toEqual(whole)
    expect(lengths).toEqual([100, 100, whole.length - 200])
  })

  it('can be continued without a limit', async () => {
    const { nextCursor } = await list('listMoves', { limit: 1 })
    const rest = await list('listMoves', { cursor: nextCursor })
    expect(rest.items[0].ply).toBe(2)
    expect([rest.items.length, rest.nextCursor]).toEqual([249, null])
  })

  it('are refused for a malformed limit or cursor and for a game that does not exist', async () => {
    for (const [name, value] of [
      ['limit', 0],
      ['limit', 101],
      ['cursor', 'ab~'],
      ['cursor', 'bnVsbA'],
      ['page', 2],
    ] as const)
      for (const operation of ['listMoves', 'listPositions'] as const)
        expect(await list(operation, { [name]: value })).toMatchObject({ code: 'validation' })
    for (const id of [1, 2 ** 31, Number.MAX_SAFE_INTEGER])
      for (const operation of ['listMoves', 'listPositions'] as const)
        expect((await server.call(operation, { params: { id }, query: { limit: 5 } })).status).toBe(404)
  })
})
