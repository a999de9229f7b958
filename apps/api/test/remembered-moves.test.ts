import type { Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginGame, playMoves } from './begin-game.ts'
import { startServer, type TestServer } from './harness.ts'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from './registered-person.ts'
import type { TestPlayer } from './test-player.ts'

// After a move the server remembers the game and the caller, and writes the next one together with the moves of other games
// that come in at the same time. Nothing that happens in between, on this process or another, may go unnoticed.

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { REGISTER_LIMIT: '100' } })
})
afterAll(() => server?.close())

let anna: Person
let bram: TestPlayer
let game: Game
let games = 0
beforeEach(async () => {
  anna = await registerPerson(server)
  bram = await server.player(`bram${++games}`)
  // the server has written the game and knows both callers
  game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4', 'd2'])
  game = await playMoves(game, anna, bram, ['b4'])
})

const move = (by: Pick<TestPlayer, 'call'>, move: string, ply = game.ply) =>
  by.call('playMove', { params: { id: game.id }, body: { move, ply } })
const plyNow = async () => (await bram.call('getGame', { params: { id: game.id } })).body.ply

test('a move by a revoked token is refused and not played', async () => {
  game = await playMoves(game, anna, bram, ['a1'])
  await server.database.prisma.token.deleteMany({ where: { accountId: bram.accountId } })
  expect(codeOf(await move(bram, 'g7'))).toBe('unauthenticated')
  expect((await server.database.prisma.game.findUniqueOrThrow({ where: { id: game.id } })).ply).toBe(game.ply)
})

test('a move by an expired token is refused and not played', async () => {
  game = await playMoves(game, anna, bram, ['a1'])
  const expiresAt = new Date(server.clock.now().getTime() + 1000)
  await server.database.prisma.token.updateMany({ where: { accountId: bram.accountId }, data: { expiresAt } })
  server.clock.advance(1000)
  expect(codeOf(await move(bram, 'g7'))).toBe('unauthenticated')
})

test('a move by a session that was logged out is refused and not played', async () => {
  const other = await sessionOf(
    server,
    await server.call('logIn', { body: { username: anna.username, password: PASSWORD } }),
  )
  await anna.call('logOut')
  expect(codeOf(await move(anna, 'a1'))).toBe('unauthenticated')
  expect(await plyNow()).toBe(game.ply)
  expect((await move(other, 'a1')).status).toBe(201)
})

test('a move of a closed account is refused and not played', async () => {
  const createdAt = server.clock.now()
  await server.database.prisma.sanction.create({
    data: { playerId: game.white.id, kind: 'close', reason: 'cheating', byId: bram.id, createdAt },
  })
  expect(codeOf(await move(anna, 'a1'))).toBe('unauthenticated')
  expect(await plyNow()).toBe(game.ply)
})

test('a change of the game by another process is noticed', async () => {
  const { clockSince, deadline, version } = await server.database.prisma.game.findUniqueOrThrow({
    where: { id: game.id },
  })
  const hour = 3_600_000
  await server.database.prisma.game.update({
    where: { id: game.id },
    data: {
      version: version + 1,
      clockSince: new Date(+clockSince! + hour),
      deadline: new Date(+deadline! + hour),
    },
  })
  const { status, body } = await move(anna, 'a1')
  expect([status, body.game.version]).toEqual([201, version + 2])
})

test('a move that was refused together with its conditional moves is not remembered', async () => {
  const body = { move: 'a1', ply: game.ply, plan: { branches: [{ move: 'a1', reply: 'g7' }] } }
  expect(codeOf(await anna.call('playMove', { params: { id: game.id }, body }))).toBe('illegal-move')
  // the game gets the version that it would have had with the move
  expect((await anna.call('offerDraw', { params: { id: game.id } })).status).toBe(201)
  expect(codeOf(await move(bram, 'g7', game.ply + 1))).toBe('not-your-turn')
  expect(await plyNow()).toBe(game.ply)
})

test('a new name shows with the next move', async () => {
  const name = `${anna.username.slice(0, 12)}-new`
  await anna.call('changeUsername', { body: { username: name } })
  expect((await move(anna, 'a1')).body.game.white.username).toBe(name)
})

test('refusals are the same as for a game that is not remembered', async () => {
  expect(codeOf(await move(bram, 'a1'))).toBe('not-your-turn')
  expect(codeOf(await move(anna, 'a1', game.ply - 2))).toBe('stale-ply')
  expect(codeOf(await move(anna, 'd6'))).toBe('illegal-move')
  expect((await move(bram, 'b4', game.ply - 1)).status).toBe(200)
  server.clock.advance(4 * 86_400_000)
  expect(codeOf(await move(anna, 'a1'))).toBe('game-over')
})

test('moves that come in together are judged one by one', async () => {
  const others = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const [white, black] = [await server.player(`w${games}-${n}`), await server.player(`b${games}-${n}`)]
      return { white, black, game: await beginGame(white, black) }
    }),
  )
  const [revoked, locked] = others
  await server.database.prisma.token.deleteMany({ where: { accountId: revoked!.white.accountId } })
  // another process has changed this one, which this process remembers
  await move(anna, 'a1')
  await server.database.prisma.game.update({ where: { id: game.id }, data: { version: { increment: 5 } } })
  const first = (each: (typeof others)[number]) =>
    each.white.call('playMove', { params: { id: each.game.id }, body: { move: 'd6', ply: 0 } })
  const statuses = await Promise.all([
    ...others.map(first),
    // the same move twice, and two moves for one ply
    first(locked!),
    move(bram, 'g7', game.ply + 1),
    move(bram, 'g4', game.ply + 1),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([
    ...[401, expect.anything(), 201, 201, 201, 201],
    ...[expect.anything(), expect.anything(), expect.anything()],
  ])
  expect([statuses[1]!.status, statuses[6]!.status].sort()).toEqual([200, 201])
  expect([statuses[7]!.status, statuses[8]!.status].sort()).toEqual([201, 409])
  const played = await server.database.prisma.move.groupBy({
    by: ['gameId', 'ply'],
    where: { gameId: { in: [game.id, ...others.map(({ game }) => game.id)] } },
    _count: true,
  })
  expect(played).toHaveLength(5 + game.ply + 2)
  expect(await plyNow()).toBe(game.ply + 2)
})

test('a game that another transaction has locked holds up no other', async () => {
  const other = await beginGame(anna, bram)
  if (server.database.kind === 'embedded') return
  const client = await server.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM games WHERE id = $1 FOR UPDATE', [game.id])
    const waiting = move(anna, 'a1')
    const [white] = other.white.username === anna.username ? [anna] : [bram]
    const { status } = await white!.call('playMove', {
      params: { id: other.id },
      body: { move: 'd6', ply: 0 },
    })
    expect(status).toBe(201)
    await client.query('COMMIT')
    expect((await waiting).status).toBe(201)
  } finally {
    client.release()
  }
})
