import { Prisma } from '@tegenzet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockPlayer } from '../../src/accounts/players/lock-player.ts'
import { append } from '../../src/outbox/append.ts'
import { BEGINNING, type Cursor } from '../../src/outbox/cursor.ts'
import { dropOldPartitions } from '../../src/outbox/event-partitions.ts'
import { raiseIds } from '../../src/outbox/raise-ids.ts'
import { cursorOf, readSettled, readSettledOf, settledCursor } from '../../src/outbox/read-events.ts'
import { renumberRestored } from '../../src/outbox/renumber-restored.ts'
import { readGame } from '../../src/play/game/read-games.ts'
import { changeGames } from '../../src/play/game/write-games.ts'
import { leaveGame } from '../../src/play/leaving/leave-game.ts'
import { type Db, inTransaction, runSql, type Tx } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())

/** Waits for events, since transactions in other databases of this Postgres server delay them. */
async function readAtLeast(from: Cursor, count: number) {
  const { store } = server
  await expect.poll(async () => (await readSettled(store, from, 1000)).length).toBeGreaterThanOrEqual(count)
  return readSettled(store, from, 1000)
}
const versions = (events: Awaited<ReturnType<typeof readAtLeast>>) =>
  events.flatMap(({ event }) => (event?.type === 'game' ? event.game.version : []))
const currentCursor = async () => (await readAtLeast(BEGINNING, 0)).at(-1)?.cursor ?? BEGINNING

it('refuses events and locks outside a transaction by their types', () => {
  const cause = { by: null, at: new Date() }
  const typed = (db: Db, open: Tx) => [
    append(open, [], cause),
    lockPlayer(open, 1),
    // @ts-expect-error the event would be committed without what it is about
    append(db, [], cause),
    // @ts-expect-error the lock would end at once
    lockPlayer(db, 1),
  ]
  expect(typed).toBeTypeOf('function')
})

describe('reading the outbox', () => {
  it('returns events in order, in pages, from the cursor of any event', async () => {
    const from = await currentCursor()
    await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4', 'b6'])
    const events = await readAtLeast(from, 6)
    expect(events.filter(({ event }) => event?.type === 'challenge')).toHaveLength(2)
    expect(versions(events)).toEqual([0, 1, 2, 3])
    expect(events.map(({ actorId }) => actorId)).toEqual([
      anna.id,
      bram.id,
      bram.id,
      anna.id,
      bram.id,
      anna.id,
    ])
    const { store } = server
    const paged = []
    for (let cursor = from; ; ) {
      const [next] = await readSettled(store, cursor, 1)
      if (!next) break
      paged.push(next)
      expect(await cursorOf(store, next.event!.id)).toEqual(next.cursor)
      cursor = next.cursor
    }
    expect(paged).toEqual(events)
    expect(await cursorOf(store, 2 ** 53 - 1)).toBeNull()
  })

  it('returns the events of one player', async () => {
    const from = await currentCursor()
    const carla = await server.player('carla')
    const game = await beginGame(carla, anna)
    await beginGame(anna, bram)
    await readAtLeast(from, 6)
    const events = await readSettledOf(server.store, carla.id, from, 100)
    expect(events).toHaveLength(3)
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'game', game: expect.objectContaining({ id: game.id }) }),
    )
  })

  it('uses an index for one player instead of scanning all events', async () => {
    const plan = await server.database.prisma.$transaction(async (tx) => {
      // the table is too small for Postgres to prefer an index
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      await tx.$executeRaw`SET LOCAL enable_indexscan = off`
      return tx.$queryRaw`EXPLAIN SELECT FROM events e WHERE e.player_ids @> ARRAY[${anna.id}::int]`
    })
    expect(JSON.stringify(plan)).toContain('player_ids_idx')
  })

  it('ends where nothing can be inserted before the cursor any more', async () => {
    const from = await currentCursor()
    await beginGame(anna, bram)
    await readAtLeast(from, 3)
    const cursor = await settledCursor(server.store)
    expect(await readSettled(server.store, cursor, 100)).toEqual([])
    await beginGame(anna, bram)
    expect(await readAtLeast(cursor, 3)).toHaveLength(3)
  })
})

// an embedded database has one connection and one transaction at a time
describe.runIf(process.env.TEST_DATABASE_URL)('while a transaction is open', () => {
  it('its events are read after it commits, even if later ones committed first', async () => {
    const from = await currentCursor()
    const game = await beginGame(anna, bram)
    const start = (await readAtLeast(from, 3)).at(-1)!.cursor
    const held = await server.database.pool.connect()
    await held.query('BEGIN')
    const { rows } = await held.query(
      `INSERT INTO events (type, player_ids, payload) VALUES ('unheard of', '{}', '{}') RETURNING id::int`,
    )
    await playMoves(game, anna, bram, ['d6', 'f4'])
    // later ids are committed, an earlier one is not
    expect(await readSettled(server.store, start, 100)).toEqual([])
    await held.query('COMMIT')
    held.release()
    const events = await readAtLeast(start, 3)
    expect(events[0]).toMatchObject({ event: null, cursor: { id: rows[0].id } })
    expect(versions(events)).toEqual([1, 2])
  })

  it('a game’s events are in order of version although a later one’s transaction began first', async () => {
    const from = await currentCursor()
    const game = await beginGame(anna, bram)
    const start = (await readAtLeast(from, 3)).at(-1)!.cursor
    await inTransaction(server.store, async (tx) => {
      await runSql(tx, Prisma.sql`SELECT pg_current_xact_id()::text`)
      await playMoves(game, anna, bram, ['d6', 'f4'])
      const command = {
        game: game.id,
        playerId: anna.id,
        how: 'resign',
        arrivedAt: server.clock.now(),
      } as const
      expect((await leaveGame(tx, command)).ok).toBe(true)
    })
    expect(versions(await readAtLeast(start, 3))).toEqual([1, 2, 3])
  })
})

it('events restored into a Postgres with a lower transaction counter come before new ones', async () => {
  await server.database.prisma.$executeRaw`UPDATE events SET tx = '9000000000'`
  expect(await renumberRestored(server.store)).toBeGreaterThan(0)
  expect(await renumberRestored(server.store)).toBe(0)
  // other tests' transactions on the same Postgres may keep them unsettled for a while
  const restored = await readAtLeast(BEGINNING, await server.database.prisma.event.count())
  const from = restored.at(-1)!.cursor
  await beginGame(anna, bram)
  expect(versions(await readAtLeast(from, 3))).toEqual([0])
})

describe('ids of events and webhook calls', () => {
  const nextIds = async (): Promise<number[]> => {
    const { rows } = await server.database.pool.query(
      `SELECT nextval('events_id_seq')::text AS event, nextval('deliveries_id_seq')::text AS delivery`,
    )
    return [Number(rows[0].event), Number(rows[0].delivery)]
  }

  it('are not given out again after a restore', async () => {
    const [event = 0, delivery = 0] = await nextIds()
    await server.database.pool.query(`SELECT setval('events_id_seq', 1), setval('deliveries_id_seq', 1)`)
    await raiseIds(server.store, server.clock.now())
    const raised = await nextIds()
    expect(raised[0]).toBeGreaterThan(event)
    expect(raised[1]).toBeGreaterThan(delivery)
    const least = server.clock.now().getTime() * 100
    expect(raised).toEqual([least + 1, least + 1])
  })

  it('rise with each start, and are not lowered by a process whose clock is behind', async () => {
    const before = server.clock.now()
    await raiseIds(server.store, new Date(before.getTime() + 1000))
    await raiseIds(server.store, before)
    expect(await nextIds()).toEqual(Array(2).fill((before.getTime() + 1000) * 100 + 1))
  })

  it('reach clients as exact numbers', async () => {
    const from = await currentCursor()
    const least = server.clock.now().getTime() * 100
    await beginGame(anna, bram)
    const events = await readAtLeast(from, 3)
    for (const { event, cursor } of events) {
      expect(event!.id).toBe(cursor.id)
      expect(event!.id).toBeGreaterThan(least)
      expect(Number.isSafeInteger(event!.id)).toBe(true)
      expect(await cursorOf(server.store, event!.id)).toEqual(cursor)
    }
  })
})

describe('partitions of events', () => {
  const setOffset = (id: bigint) =>
    server.database.prisma.consumerOffset.updateMany({ data: { eventId: id } })
  const storedEvents = () => server.database.prisma.event.findMany({ orderBy: { id: 'asc' } })
  const partitionOf = async (id: number | bigint): Promise<string> => {
    const { rows } = await server.database.pool.query(
      'SELECT tableoid::regclass::text AS name FROM events WHERE id = $1',
      [id],
    )
    return rows[0].name
  }
  /** Goes on to a day for which there is no partition yet. */
  async function startNewDay(): Promise<void> {
    server.clock.advance(3 * DAY)
    await raiseIds(server.store, server.clock.now())
  }
  const drop = () => dropOldPartitions(server.deps, server.store)

  it('are made for each day, and dropped after a week once consumers have read them', async () => {
    server.clock.set(new Date())
    await startNewDay()
    await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
    const old = await storedEvents()
    const partition = await partitionOf(old.at(-1)!.id)
    const day = server.clock.now().toISOString().slice(0, 10).replaceAll('-', '')
    expect(partition).toBe(`events_${day}`)
    await startNewDay()
    const ended = await beginGame(anna, bram)
    await anna.call('resign', { params: { id: ended.id } })
    const recent = (await storedEvents()).slice(old.length)
    expect(await partitionOf(recent[0]!.id)).not.toBe(partition)

    server.clock.advance(6 * DAY)
    await setOffset(old.at(-1)!.id)
    // what the consumer has read last is kept
    expect(await drop()).toBeGreaterThan(0)
    expect(await partitionOf(old.at(-1)!.id)).toBe(partition)
    await setOffset(recent[0]!.id)
    expect(await drop()).toBe(2)
    expect(await storedEvents()).toEqual(recent)
    server.clock.advance(7 * DAY)
    expect(await drop()).toBe(0)
  })
})

it('two changes of a game from the same version produce one event', async () => {
  const game = await beginGame(anna, bram)
  const before = (await readGame(server.store, game.id))!
  const write = { before, change: { set: {} }, by: null, at: server.clock.now() }
  const change = async () => (await changeGames(server.store, [write]))[0]
  const changed = await Promise.all([change(), change()])
  expect(changed.filter((game) => game !== null)).toHaveLength(1)
  const { prisma } = server.database
  expect(await prisma.event.count({ where: { gameId: game.id, version: game.version + 1 } })).toBe(1)
})
