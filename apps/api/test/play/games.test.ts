import type { Game } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, findGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let weak: TestPlayer

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  weak = await server.player('weak', { scopes: ['game:read', 'challenge:write'] })
})
afterAll(() => server?.close())

const move = (player: TestPlayer, game: Game, move: unknown, ply: unknown = game.ply) =>
  player.call('playMove', { params: { id: game.id }, body: { move, ply } })
const get = async (id: number): Promise<Game> => (await server.call('getGame', { params: { id } })).body

/** White closes a mill with the fifth ply and takes d2. */
const MILL = ['a7', 'd2', 'd7', 'f4', 'g7xd2']

describe('playing a move', () => {
  it('writes the game, the move, the position and the event together, and announces it', async () => {
    const game = await beginGame(anna, bram)
    server.clock.advance(60_000)
    server.published.events.length = 0
    const { status, body } = await move(anna, game, 'd6')
    expect(status).toBe(201)
    expect(body.game).toEqual({
      ...game,
      version: 1,
      turn: 'black',
      ply: 1,
      moveNumber: 1,
      position: '.../.w./.../....../.../.../... b 8 9 1 1',
      lastMove: 'd6',
      deadline: new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString(),
      updatedAt: server.clock.now().toISOString(),
    })
    expect(await get(game.id)).toEqual(body.game)

    const { prisma } = server.database
    expect(await prisma.move.findMany({ where: { gameId: game.id } })).toEqual([
      { gameId: game.id, ply: 1, move: 'd6', playedAt: server.clock.now() },
    ])
    const [event] = await prisma.event.findMany({ where: { gameId: game.id, version: 1 } })
    expect(event).toMatchObject({ type: 'game', payload: body.game, playerIds: [anna.id, bram.id] })
    expect(server.published.events).toEqual([
      { event: { id: Number(event!.id), type: 'game', game: body.game }, playerIds: [anna.id, bram.id] },
    ])
  })

  it('shows the position’s move number', async () => {
    const game = await beginGame(anna, bram)
    const after = await playMoves(game, anna, bram, MILL)
    expect(after).toMatchObject({ ply: 5, moveNumber: 3, lastMove: 'g7xd2', turn: 'black' })
    expect(after.position).toBe('www/.../.../....b./.../.../... b 6 7 0 3')
    expect((await playMoves(after, anna, bram, ['a1'])).moveNumber).toBe(4)
  })

  it('plays a move once when it is sent twice, even if others came in between', async () => {
    const game = await beginGame(anna, bram)
    await move(anna, game, 'd6')
    const again = await move(anna, game, 'd6')
    expect(again.status).toBe(200)
    expect(again.body.game).toEqual(await get(game.id))
    await playMoves(again.body.game, anna, bram, ['f4', 'b6'])
    const later = await move(anna, game, 'd6')
    expect([later.status, later.body.game.ply]).toEqual([200, 3])
    expect((await move(bram, game, 'd6')).status).toBe(409)
    expect(await server.database.prisma.move.count({ where: { gameId: game.id } })).toBe(3)
  })

  it('answers a repeat with 200 even when the game is over', async () => {
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    await bram.call('resign', { params: { id: game.id } })
    const again = await move(bram, game, 'f4', 1)
    expect([again.status, again.body.game.status]).toEqual([200, 'finished'])
    expect((await move(bram, game, 'f2', 1)).body.code).toBe('game-over')
  })

  it('does not mistake the opponent’s same move for a repeat', async () => {
    const game = await beginGame(anna, bram)
    await move(anna, game, 'd6')
    expect((await move(bram, game, 'd6', 0)).body.code).toBe('stale-ply')
  })

  it.each([
    'd6-d5',
    'd9',
    'D6',
    ' d6',
    'd6 ',
    'd6x',
    'd6xa1',
    'xa1',
    '-',
    '🙂',
    'd6-d5-d4',
    '__proto__',
    'null',
    "';DROP TABLE x",
    '\u0000'.replace('\0', '\u0001'),
    '1',
  ])('refuses the move %j and says what was expected', async (text) => {
    illegal ??= await beginGame(anna, bram)
    const { status, body } = await move(anna, illegal, text)
    expect([status, body.code]).toEqual([422, 'illegal-move'])
    expect(body.detail).toMatch(/expected|legal|must|one of|empty|mill/i)
    expect((await get(illegal.id)).version).toBe(0)
  })
  let illegal: Game | undefined

  it('refuses a second stone on a point, a move while placing, and a capture without a mill', async () => {
    const game = await beginGame(anna, bram)
    const after = await playMoves(game, anna, bram, ['d6', 'f4'])
    for (const text of ['d6', 'f4', 'd6-d5', 'b6xf4'])
      expect((await move(anna, after, text)).body.code, text).toBe('illegal-move')
  })

  it.each([
    ['no move', { ply: 0 }],
    ['no ply', { move: 'd6' }],
    ['an empty move', { move: '', ply: 0 }],
    ['a long move', { move: 'd6'.repeat(20), ply: 0 }],
    ['NUL', { move: 'd\u00006', ply: 0 }],
    ['a lone surrogate', { move: 'd\ud8006', ply: 0 }],
    ['a number as move', { move: 6, ply: 0 }],
    ['a negative ply', { move: 'd6', ply: -1 }],
    ['a fractional ply', { move: 'd6', ply: 0.5 }],
    ['a ply as text', { move: 'd6', ply: '0' }],
    ['a ply beyond 2^53', { move: 'd6', ply: 2 ** 53 }],
    ['an unknown field', { move: 'd6', ply: 0, note: 'x' }],
    ['null', null],
    ['a list', []],
  ])('refuses a body with %s', async (_, body) => {
    illegal ??= await beginGame(anna, bram)
    const answer = await anna.call('playMove', { params: { id: illegal.id }, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })

  it.each([1, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1])('refuses ply %i as stale', async (ply) => {
    illegal ??= await beginGame(anna, bram)
    expect((await move(anna, illegal, 'd6', ply)).body.code).toBe('stale-ply')
  })

  it('ends the game when the rules do', async () => {
    const game = await beginGame(anna, bram, { rules: 'merels' })
    const end = await playMoves(
      game,
      anna,
      bram,
      findGame('merels', (outcome) => outcome.reason === 'few-stones' && outcome.winner === 'white'),
    )
    expect(end).toMatchObject({
      status: 'finished',
      turn: null,
      deadline: null,
      outcome: { winner: 'white', reason: 'few-stones' },
    })
    const event = await server.database.prisma.event.findFirst({
      where: { gameId: game.id },
      orderBy: { id: 'desc' },
    })
    expect(event!.payload).toEqual(end)
    for (const [player, call] of [
      [anna, 'resign'],
      [bram, 'resign'],
      [bram, 'cancelGame'],
    ] as const)
      expect((await player.call(call, { params: { id: game.id } })).body.code).toBe('game-over')
    expect((await move(bram, end, 'a1')).body.code).toBe('game-over')
    const legal = await server.call('getLegalMoves', { params: { id: game.id } })
    expect(legal.body).toEqual({ ply: end.ply, moves: [] })
  })
})

describe('the order of checks', () => {
  const answerOf = async (answer: Promise<{ status: number; body: any }>) => {
    const { status, body } = await answer
    return [status, body?.code]
  }

  it('follows the contract, and the first failure answers', async () => {
    const game = await beginGame(anna, bram)
    const played = await playMoves(game, anna, bram, ['d6', 'f4'])
    const over = await beginGame(anna, bram)
    await playMoves(over, anna, bram, ['d6', 'f4'])
    await anna.call('resign', { params: { id: over.id } })
    const send = (player: { call: TestPlayer['call'] }, id: number | string, body: object) =>
      answerOf(player.call('playMove', { params: { id }, body }))

    expect(await send(server, 'abc', {})).toEqual([400, 'validation'])
    expect(await send(server, 99, { move: 'd6', ply: 0, x: 1 })).toEqual([400, 'validation'])
    expect(await send(server, 99, { move: 'd6', ply: 0 })).toEqual([401, 'unauthenticated'])
    expect(await send(weak, 99, { move: 'd6', ply: 0 })).toEqual([403, 'missing-scope'])
    expect(await send(carl, 99, { move: 'd6', ply: 0 })).toEqual([404, 'not-found'])
    expect(await send(carl, over.id, { move: '?', ply: 9 })).toEqual([403, 'not-a-player'])
    expect(await send(anna, game.id, { move: 'd6', ply: 0 })).toEqual([200, undefined])
    expect(await send(anna, over.id, { move: '?', ply: 9 })).toEqual([409, 'game-over'])
    expect(await send(bram, game.id, { move: '?', ply: 9 })).toEqual([409, 'not-your-turn'])
    expect(await send(anna, game.id, { move: '?', ply: 9 })).toEqual([409, 'stale-ply'])
    expect(await send(anna, game.id, { move: '?', ply: 2 })).toEqual([422, 'illegal-move'])
    expect((await get(game.id)).version).toBe(played.version)

    await server.database.prisma.game.update({
      where: { id: game.id },
      data: { status: 'claimed', deadline: null, clockSince: null },
    })
    expect(await send(bram, game.id, { move: '?', ply: 9 })).toEqual([409, 'game-frozen'])
    expect((await server.call('getLegalMoves', { params: { id: game.id } })).body.moves).toEqual([])
    expect((await server.call('getGame', { params: { id: game.id } })).body.turn).toBe('white')
  })

  it('is login, scope, game and players for resigning and cancelling', async () => {
    const { id } = await beginGame(anna, bram)
    for (const call of ['resign', 'cancelGame'] as const) {
      expect(await answerOf(server.call(call, { params: { id } }))).toEqual([401, 'unauthenticated'])
      expect(await answerOf(weak.call(call, { params: { id: 99 } }))).toEqual([403, 'missing-scope'])
      expect(await answerOf(carl.call(call, { params: { id: 99 } }))).toEqual([404, 'not-found'])
      expect(await answerOf(carl.call(call, { params: { id } }))).toEqual([403, 'not-a-player'])
      expect(await answerOf(anna.call(call, { params: { id }, body: { x: 1 } }))).toEqual([400, 'validation'])
    }
  })

  it.each([
    ['0', 400],
    ['-1', 400],
    ['abc', 400],
    ['%00', 400],
    ['1e5', 400],
    ['9007199254740992', 400],
    ['99999999999999999999', 400],
    ['9007199254740991', 404],
    ['2147483648', 404],
    ['2147483647', 404],
    ['1', 404],
  ])('answers the id %s with %i on every call', async (id, status) => {
    for (const call of [
      'getGame',
      'getLegalMoves',
      'listMoves',
      'listPositions',
      'exportGame',
      'resign',
      'cancelGame',
    ] as const)
      expect((await anna.call(call, { params: { id } })).status, call).toBe(status)
    const played = await anna.call('playMove', { params: { id }, body: { move: 'd6', ply: 0 } })
    expect(played.status).toBe(status)
  })
})

describe('ending a game early', () => {
  it('a player can resign on either side’s turn, and the opponent wins', async () => {
    for (const [player, winner] of [
      [anna, 'black'],
      [bram, 'white'],
    ] as const) {
      const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
      server.clock.advance(3_600_000)
      const { status, body } = await player.call('resign', { params: { id: game.id } })
      expect(status).toBe(200)
      expect(body.game).toEqual({
        ...game,
        status: 'finished',
        turn: null,
        deadline: null,
        version: game.version + 1,
        clocks: { ...game.clocks, white: { remainingMs: 3 * 86_400_000 - 3_600_000 } },
        outcome: { winner, reason: 'resignation' },
        updatedAt: server.clock.now().toISOString(),
        endedAt: server.clock.now().toISOString(),
      })
      expect(await get(game.id)).toEqual(body.game)
      expect(server.published.events.at(-1)!.event).toMatchObject({ type: 'game', game: body.game })
    }
  })

  it.each(['resign', 'cancelGame'] as const)(
    'a game is cancelled by %s while fewer than two plies are played',
    async (call) => {
      for (const [moves, player] of [
        [[], anna],
        [[], bram],
        [['d6'], anna],
        [['d6'], bram],
      ] as const) {
        const game = await playMoves(await beginGame(anna, bram), anna, bram, moves)
        const { status, body } = await player.call(call, { params: { id: game.id }, body: {} })
        expect(status).toBe(200)
        expect(body.game).toMatchObject({
          status: 'cancelled',
          turn: null,
          outcome: { winner: null, reason: 'cancelled' },
        })
      }
    },
  )

  it('a game cannot be cancelled after two plies', async () => {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
    for (const player of [anna, bram])
      expect((await player.call('cancelGame', { params: { id: game.id } })).body.code).toBe(
        'too-late-to-cancel',
      )
    expect((await get(game.id)).version).toBe(2)
  })
})

describe('a game’s record', () => {
  it('has numbered moves and positions', async () => {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, MILL)
    const moves = (await server.call('listMoves', { params: { id: game.id } })).body.items
    expect(moves.map(({ ply, number, move }: any) => [ply, number, move])).toEqual([
      [1, '1w', 'a7'],
      [2, '1b', 'd2'],
      [3, '2w', 'd7'],
      [4, '2b', 'f4'],
      [5, '3w', 'g7xd2'],
    ])
    const positions = (await server.call('listPositions', { params: { id: game.id } })).body.items
    expect(positions.map(({ ply, number }: any) => [ply, number])).toEqual([
      [0, '0'],
      [1, '1w'],
      [2, '1b'],
      [3, '2w'],
      [4, '2b'],
      [5, '3w'],
    ])
    expect(positions.map(({ quiet }: any) => quiet)).toEqual([0, 1, 2, 3, 4, 0])
    expect(positions.at(-1).position).toBe(game.position)
  })

  it('is empty before the first move', async () => {
    const { id } = await beginGame(anna, bram)
    expect((await server.call('listMoves', { params: { id } })).body).toEqual({ items: [], nextCursor: null })
  })

  it('is exported as text and as JSON', async () => {
    server.clock.set('2026-11-20T12:00:00.000Z')
    const game = await playMoves(
      await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } }),
      anna,
      bram,
      MILL,
    )
    const running = await server.call('exportGame', { params: { id: game.id } })
    expect(running.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(running.body).toBe(`Game: ${game.id}
Rules: Mühle (muehle, revision 1)
White: anna
Black: bram
Date: 2026-11-20T12:00:00.000Z
Clock: 1 day a move
Result: running

1. a7 d2 2. d7 f4 3. g7xd2
`)
    await bram.call('resign', { params: { id: game.id } })
    const ended = await server.call('exportGame', { params: { id: game.id }, query: { format: 'text' } })
    expect(ended.body).toContain('\nResult: 1-0 (resignation)\n')

    const bank = { kind: 'bank', days: 10, incrementHours: 24, capDays: 20 } as const
    const slow = await beginGame(anna, bram, { clock: bank })
    const text = await server.call('exportGame', { params: { id: slow.id } })
    expect(text.body).toContain('\nClock: 10 days, 24 hours added per move, at most 20 days\n')

    const json = await server.call('exportGame', { params: { id: game.id }, query: { format: 'json' } })
    expect(json.headers.get('content-type')).toMatch(/^application\/json/)
    expect(json.body.game).toEqual(await get(game.id))
    expect(json.body.moves).toHaveLength(5)
    expect(json.body.positions).toHaveLength(6)
    expect(
      (await server.call('exportGame', { params: { id: game.id }, query: { format: 'pdf' } })).status,
    ).toBe(400)
  })

  it('can be exported before the first move and when cancelled', async () => {
    const { id } = await beginGame(anna, bram)
    await anna.call('cancelGame', { params: { id } })
    const { body } = await server.call('exportGame', { params: { id } })
    expect(body).toMatch(/\nResult: cancelled\n\n$/)
  })
})

describe('legal moves', () => {
  it('are those of the current position, sorted, with the ply', async () => {
    const { id } = await beginGame(anna, bram)
    const { body } = await server.call('getLegalMoves', { params: { id } })
    expect(body.ply).toBe(0)
    expect(body.moves).toHaveLength(24)
    expect(body.moves).toEqual([...body.moves].sort())
  })
})
