import type { Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstRows } from '../../src/store/page.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
/** Six games, least recently changed first. */
const games: Game[] = []

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  const begin = async (white: TestPlayer, black: TestPlayer, rules: 'muehle' | 'halma', days: number) => {
    server.clock.advance(1000)
    games.push(await beginGame(white, black, { rules, clock: { kind: 'per-move', days } }))
  }
  await begin(anna, bram, 'muehle', 5)
  await begin(bram, anna, 'halma', 3)
  await begin(anna, carl, 'muehle', 1)
  await begin(carl, bram, 'muehle', 2)
  await begin(carl, anna, 'halma', 4)
  await begin(bram, carl, 'muehle', 3)
  server.clock.advance(1000)
  // the last two changed at the same time: a finished game and one with anna to move
  games[4] = await playMoves(games[4]!, carl, anna, [firstMove(await legal(games[4]!))])
  games[2] = (await anna.call('cancelGame', { params: { id: games[2]!.id } })).body.game
})
afterAll(() => server?.close())

const legal = async ({ id }: Game): Promise<string[]> =>
  (await server.call('getLegalMoves', { params: { id } })).body.moves
const firstMove = ([move]: string[]): string => move!

const ids = (of: Game[]) => of.map(({ id }) => id)
const list = async (by: { call: TestPlayer['call'] }, query: Record<string, string | number>) => {
  const { status, body } = await by.call('listGames', { query })
  expect(status).toBe(200)
  return body as { items: Game[]; nextCursor: string | null }
}
const at = (...numbers: number[]) => numbers.map((n) => games[n]!.id)

describe('the list of games', () => {
  it('lists all games, last changed first, in the form of single games', async () => {
    const { items, nextCursor } = await list(server, {})
    expect(ids(items)).toEqual(at(4, 2, 5, 3, 1, 0))
    expect(nextCursor).toBeNull()
    expect(items[0]).toEqual((await server.call('getGame', { params: { id: games[4]!.id } })).body)
  })

  it('filters by player, rules and status', async () => {
    expect(ids((await list(server, { player: 'ANNA' })).items)).toEqual(at(4, 2, 1, 0))
    expect(ids((await list(server, { rules: 'halma' })).items)).toEqual(at(4, 1))
    expect(ids((await list(server, { status: 'cancelled' })).items)).toEqual(at(2))
    expect(ids((await list(server, { status: 'active', rules: 'muehle' })).items)).toEqual(at(5, 3, 0))
    expect(ids((await list(server, { player: 'bram', rules: 'muehle', status: 'active' })).items)).toEqual(
      at(5, 3, 0),
    )
    expect((await list(server, { player: 'nobody' })).items).toEqual([])
  })

  it('lists the games in which the caller is to move', async () => {
    expect(ids((await list(anna, { turn: 'mine' })).items)).toEqual(at(4, 0))
    expect(ids((await list(bram, { turn: 'mine' })).items)).toEqual(at(5, 1))
    expect(ids((await list(anna, { turn: 'mine', player: 'bram' })).items)).toEqual(at(0))
    expect((await list(anna, { turn: 'mine', status: 'finished' })).items).toEqual([])
  })

  it('lists the games in which the opponent is to move', async () => {
    expect(ids((await list(anna, { turn: 'theirs', sort: 'deadline' })).items)).toEqual(at(1))
    expect(ids((await list(bram, { turn: 'theirs', sort: 'deadline' })).items)).toEqual(at(3, 0))
  })

  it('lists the games against one opponent', async () => {
    expect(ids((await list(server, { player: 'anna', opponent: 'CARL' })).items)).toEqual(at(4, 2))
    expect(ids((await list(server, { player: 'anna', opponent: 'bram', rules: 'halma' })).items)).toEqual(
      at(1),
    )
    expect(ids((await list(bram, { sort: 'deadline', opponent: 'anna' })).items)).toEqual(at(1, 0))
    expect(ids((await list(anna, { turn: 'mine', opponent: 'bram' })).items)).toEqual(at(0))
    expect((await list(server, { player: 'anna', opponent: 'nobody' })).items).toEqual([])
    expect((await list(server, { player: 'anna', opponent: 'anna' })).items).toEqual([])
  })

  it('counts games by status and turn', async () => {
    const count = async (username: string, query: Record<string, string> = {}) =>
      (await server.call('countGames', { params: { username }, query })).body
    const none = { toMove: 0, waiting: 0, claimed: 0, finished: 0, cancelled: 0 }
    expect(await count('ANNA')).toEqual({ ...none, toMove: 2, waiting: 1, cancelled: 1 })
    expect(await count('bram')).toEqual({ ...none, toMove: 2, waiting: 2 })
    expect(await count('anna', { rules: 'halma' })).toEqual({ ...none, toMove: 1, waiting: 1 })
    expect(await count('anna', { opponent: 'carl' })).toEqual({ ...none, toMove: 1, cancelled: 1 })
    expect(await count('anna', { opponent: 'nobody' })).toEqual(none)
    const { prisma } = server.database
    const where = { id: games[0]!.id }
    await prisma.game.update({ where, data: { status: 'claimed', deadline: null, clockSince: null } })
    expect(await count('anna')).toEqual({ ...none, toMove: 1, waiting: 1, claimed: 1, cancelled: 1 })
    await prisma.game.update({
      where,
      data: { status: 'active', deadline: games[0]!.deadline, clockSince: games[0]!.updatedAt },
    })
    expect((await server.call('countGames', { params: { username: 'nobody' } })).body.code).toBe('not-found')
  })

  it('lists the caller’s running games, the most urgent first', async () => {
    expect(ids((await list(anna, { sort: 'deadline' })).items)).toEqual(at(1, 4, 0))
    expect(ids((await list(bram, { sort: 'deadline' })).items)).toEqual(at(3, 1, 5, 0))
    expect(ids((await list(bram, { sort: 'deadline', player: 'carl' })).items)).toEqual(at(3, 5))
    expect(ids((await list(bram, { sort: 'deadline', turn: 'mine' })).items)).toEqual(at(1, 5))
  })

  it('leaves claimed games out of the caller’s turn', async () => {
    const { prisma } = server.database
    const where = { id: games[0]!.id }
    await prisma.game.update({ where, data: { status: 'claimed', deadline: null, clockSince: null } })
    expect(ids((await list(anna, { turn: 'mine' })).items)).toEqual(at(4))
    expect(ids((await list(anna, { sort: 'deadline' })).items)).toEqual(at(1, 4))
    expect(ids((await list(server, { status: 'claimed' })).items)).toEqual(at(0))
    await prisma.game.update({
      where,
      data: { status: 'active', deadline: games[0]!.deadline, clockSince: games[0]!.updatedAt },
    })
  })

  it.each([
    ['all games', {}],
    ['a player’s games', { player: 'anna' }],
    ['games by deadline', { sort: 'deadline' }],
    ['games where it is the caller’s turn', { turn: 'mine' }],
    ['games against one opponent', { player: 'anna', opponent: 'bram' }],
  ])('pages through %s without losing or repeating one', async (_, query) => {
    const whole = ids((await list(anna, query)).items)
    for (const limit of [1, 2, 3]) {
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(anna, {
          ...query,
          limit,
          ...(cursor && { cursor }),
        })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...ids(page.items))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(whole)
    }
  })

  it('refuses `mine` without a login, and accepts any token', async () => {
    for (const query of [{ turn: 'mine' }, { turn: 'theirs' }, { sort: 'deadline' }] as Record<
      string,
      string
    >[])
      expect((await server.call('listGames', { query })).body.code).toBe('unauthenticated')
    const weak = await server.player('weak', { scopes: [] })
    expect((await list(weak, { turn: 'mine' })).items).toEqual([])
  })

  it.each<Record<string, string | number>>([
    { limit: 0 },
    { limit: 101 },
    { limit: 'x' },
    { status: 'open' },
    { rules: 'chess' },
    { sort: 'id' },
    { turn: 'white' },
    { opponent: 'anna' },
    { player: 'a\0b' },
    { surprise: 1 },
    { cursor: 'x' },
    { cursor: Buffer.from('[]').toString('base64url') },
    { cursor: Buffer.from('["deadline",1,1]').toString('base64url') },
    { cursor: Buffer.from('["-updatedAt","2026-11-20T12:00:00.000Z",1]').toString('base64url') },
    { cursor: Buffer.from('["-updatedAt",1e300,1]').toString('base64url') },
    { cursor: Buffer.from('["-updatedAt",-1,1]').toString('base64url') },
    { cursor: Buffer.from('["-updatedAt",1,4294967296]').toString('base64url') },
  ])('refuses %j', async (query) => {
    const { status, body } = await server.call('listGames', { query })
    expect([status, body.code]).toEqual([400, 'validation'])
  })
})

it('tells Postgres that a page is short, so that a prepared list is planned once', async () => {
  const { text } = firstRows(Prisma.sql`SELECT * FROM generate_series(1, 100000) AS id`, Prisma.sql`id`, 21)
  const plan = await server.database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`
    await tx.$executeRawUnsafe(`PREPARE page AS SELECT * FROM ${text} AS page`)
    const [row] = await tx.$queryRawUnsafe<Record<string, string>[]>('EXPLAIN EXECUTE page (21)')
    await tx.$executeRaw`DEALLOCATE page`
    return row!['QUERY PLAN']!
  })
  expect(Number(/rows=(\d+)/.exec(plan)![1])).toBeLessThan(20)
})
