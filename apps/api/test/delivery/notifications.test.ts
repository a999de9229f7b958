import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryConsumer } from '../../src/delivery/consume-outbox.ts'
import { consumeEvents } from '../../src/outbox/consume.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, findGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

let server: TestServer
let admin: TestPlayer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer()
  admin = await server.player('admin', { role: 'admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  anna = await server.player(`anna${++serial}`)
  bram = await server.player(`bram${serial}`)
})

/** Consumes all events and returns a player's notifications, oldest first. */
async function notificationsOf(player: TestPlayer) {
  await consumeAllEvents(server)
  const { items } = (await player.call('listNotices', { query: { limit: 100 } })).body
  return items.reverse()
}
const kinds = async (player: TestPlayer) =>
  (await notificationsOf(player)).map(({ kind }: { kind: string }) => kind)
const of = (id: number) => ({ params: { id } })

describe('a notification is sent to the other player, not to the one who acted:', () => {
  test('of a challenge', async () => {
    const { body } = await bram.call('createChallenge', {
      body: {
        rules: 'molenspel',
        opponent: anna.username,
        colour: 'white',
        clock: { kind: 'per-move', days: 3 },
      },
    })
    expect(await notificationsOf(anna)).toEqual([
      {
        id: expect.any(Number),
        kind: 'challenge-received',
        params: { challenge: body.id, by: bram.username, rules: 'molenspel' },
        game: null,
        createdAt: server.clock.now().toISOString(),
        readAt: null,
      },
    ])
    expect(await kinds(bram)).toEqual([])
    await anna.call('declineChallenge', of(body.id))
    expect(await notificationsOf(bram)).toMatchObject([
      { kind: 'challenge-declined', params: { challenge: body.id, by: anna.username } },
    ])
    expect(await kinds(anna)).toEqual(['challenge-received'])
  })

  test('not of a challenge that is open to all or withdrawn', async () => {
    const { body } = await bram.call('createChallenge', {
      body: { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } },
    })
    await bram.call('withdrawChallenge', of(body.id))
    expect([await kinds(anna), await kinds(bram)]).toEqual([[], []])
  })

  test('of a game that begins, and of its end by the opponent’s move', async () => {
    const game = await beginGame(anna, bram)
    const moves = findGame('muehle', ({ winner }) => winner === 'white')
    const over = await playMoves(game, anna, bram, moves)
    expect(await notificationsOf(anna)).toMatchObject([
      { kind: 'game-begun', game: game.id, params: { by: bram.username, rules: 'muehle', side: 'white' } },
    ])
    const { winner, reason } = over.outcome!
    expect((await notificationsOf(bram)).at(-1)).toMatchObject({
      kind: 'game-over',
      game: game.id,
      params: { by: anna.username, rules: 'muehle', side: 'black', winner, reason },
    })
  })

  test('of a resignation, a cancellation and a time-out', async () => {
    const resigned = await beginGame(anna, bram)
    await playMoves(resigned, anna, bram, ['d6', 'f4'])
    await anna.call('resign', of(resigned.id))
    const cancelled = await beginGame(anna, bram)
    await bram.call('cancelGame', of(cancelled.id))
    expect(
      (await notificationsOf(bram)).filter(({ kind }: { kind: string }) => kind === 'game-over'),
    ).toMatchObject([{ game: resigned.id, params: { winner: 'black', reason: 'resignation' } }])
    expect(
      (await notificationsOf(anna)).filter(({ kind }: { kind: string }) => kind === 'game-over'),
    ).toMatchObject([{ game: cancelled.id, params: { winner: null, reason: 'cancelled' } }])
    const late = await beginGame(anna, bram)
    await playMoves(late, anna, bram, ['d6', 'f4'])
    server.clock.advance(4 * 86_400_000)
    await anna.call('playMove', { ...of(late.id), body: { move: 'd2', ply: 2 } })
    for (const player of [anna, bram])
      expect((await notificationsOf(player)).at(-1)).toMatchObject({
        kind: 'game-over',
        game: late.id,
        params: { winner: 'black', reason: 'timeout' },
      })
  })

  test('of a draw offer, once, and of an agreed draw', async () => {
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    const { body } = await anna.call('offerDraw', { ...of(game.id), body: { message: 'Shall we?' } })
    await playMoves({ ...game, ply: 2 }, anna, bram, ['d2'])
    expect((await kinds(bram)).slice(1)).toEqual(['draw-offered'])
    await bram.call('acceptDrawOffer', of(body.offer.id))
    expect((await kinds(bram)).slice(1)).toEqual(['draw-offered'])
    expect((await notificationsOf(anna)).at(-1)).toMatchObject({
      kind: 'game-over',
      params: { reason: 'agreement' },
    })
  })

  test('of messages, once until they are read', async () => {
    const game = await beginGame(anna, bram)
    const say = (text: string) => anna.call('sendMessage', { ...of(game.id), body: { text } })
    await say('Hello')
    await say('Are you there?')
    const [, notice] = await notificationsOf(bram)
    expect(notice).toMatchObject({ kind: 'message-received', game: game.id, params: { by: anna.username } })
    expect(await kinds(bram)).toHaveLength(2)
    await bram.call('readNotices', { body: { ids: [notice.id] } })
    await say('Hello?')
    expect((await kinds(bram)).slice(1)).toEqual(['message-received', 'message-received'])
    expect(await kinds(anna)).toEqual(['game-begun'])
  })

  test('of a claim and of its outcome', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    const claim = await fileRepetition(anna, game)
    expect((await notificationsOf(bram)).at(-1)).toMatchObject({
      kind: 'claim-filed',
      game: game.id,
      params: { claim: claim.id, by: anna.username, rules: 'molenspel' },
    })
    await admin.call('ruleOnClaim', { ...of(claim.id), body: { verdict: 'uphold', reason: 'It holds.' } })
    for (const [player, own] of [
      [anna, true],
      [bram, false],
    ] as const) {
      const notifications = await notificationsOf(player)
      expect(notifications.at(-1)).toMatchObject({
        kind: 'claim-ruled',
        game: game.id,
        params: { claim: claim.id, own, verdict: 'upheld' },
      })
      expect(notifications.map(({ kind }: { kind: string }) => kind)).not.toContain('game-over')
    }
    expect(await kinds(admin)).toEqual([])
  })

  test('of a claim that is withdrawn or agreed to', async () => {
    const withdrawn = await fileRepetition(anna, await gameWithRepetition(server, anna, bram))
    await anna.call('withdrawClaim', of(withdrawn.id))
    expect((await notificationsOf(bram)).at(-1)).toMatchObject({
      kind: 'claim-withdrawn',
      params: { claim: withdrawn.id },
    })
    const agreed = await fileRepetition(anna, await gameWithRepetition(server, anna, bram))
    await bram.call('agreeToClaim', of(agreed.id))
    expect((await notificationsOf(anna)).at(-1)).toMatchObject({
      kind: 'game-over',
      params: { reason: 'agreement' },
    })
    expect(await kinds(anna)).not.toContain('claim-withdrawn')
  })
})

describe('notifications', () => {
  async function threeNotices() {
    for (let n = 0; n < 3; n++)
      await bram.call('createChallenge', {
        body: {
          rules: 'molenspel',
          opponent: anna.username,
          colour: 'white',
          clock: { kind: 'per-move', days: 3 },
        },
      })
    return notificationsOf(anna)
  }

  test('are listed in pages, newest first, with the number of unread ones', async () => {
    const [oldest, middle, newest] = await threeNotices()
    const first = (await anna.call('listNotices', { query: { limit: 2 } })).body
    expect([first.items, first.unread]).toEqual([[newest, middle], 3])
    const second = (await anna.call('listNotices', { query: { limit: 2, cursor: first.nextCursor } })).body
    expect([second.items, second.nextCursor]).toEqual([[oldest], null])
  })

  test('are marked as read by id or up to one, for their reader only', async () => {
    const [oldest, middle, newest] = await threeNotices()
    const unread = async () => (await anna.call('countUnreadNotices')).body.unread
    expect((await bram.call('readNotices', { body: { upTo: newest.id } })).body).toEqual({ unread: 0 })
    expect((await bram.call('readNotices', { body: { ids: [newest.id] } })).body).toEqual({ unread: 0 })
    expect(await unread()).toBe(3)
    expect((await anna.call('readNotices', { body: { ids: [newest.id, 2 ** 53 - 1] } })).body).toEqual({
      unread: 2,
    })
    server.clock.advance(1000)
    expect((await anna.call('readNotices', { body: { upTo: middle.id } })).body).toEqual({ unread: 0 })
    expect(await unread()).toBe(0)
    const read = await notificationsOf(anna)
    const readAt = server.clock.now().toISOString()
    expect(read).toMatchObject([{ ...oldest, readAt }, { ...middle, readAt }, { id: newest.id }])
    expect(read[2].readAt).not.toBe(readAt)
    expect((await anna.call('readNotices', { body: { upTo: 2 ** 53 - 1 } })).body).toEqual({ unread: 0 })
  })

  test.each([
    {},
    { upTo: 0 },
    { ids: [] },
    { upTo: 1, ids: [1] },
    { upTo: '1' },
    { ids: Array(101).fill(1) },
  ])('are not marked as read by %j', async (body) => {
    const answer = await anna.call('readNotices', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })

  test('and their reading are sent live, to tokens with the scope', async () => {
    const blind = await server.player(`blind${serial}`, { scopes: ['game:read'] })
    const socket = await openSocket(server.url, { token: anna.token })
    const [first] = await threeNotices()
    expect((await socket.waitFor('notice', ({ notice }) => notice.id === first.id)).notice).toEqual(first)
    await anna.call('readNotices', { body: { upTo: first.id } })
    expect((await socket.waitFor('notices-read'))['notices-read']).toEqual({
      upTo: first.id,
      ids: null,
      unread: 2,
    })
    socket.socket.close()
    for (const operation of ['listNotices', 'countUnreadNotices'] as const)
      expect((await blind.call(operation)).body.code).toBe('missing-scope')
    expect((await server.call('listNotices')).status).toBe(401)
  })

  test('are not created twice when the outbox is read again', async () => {
    const before = await threeNotices()
    await server.database.prisma.consumerOffset.update({
      where: { consumer: 'outbox' },
      data: { eventId: 0 },
    })
    expect(await notificationsOf(anna)).toEqual(before)
  })

  test('are created once when several processes read at once', async () => {
    const consume = () => consumeEvents(server.store, deliveryConsumer(server.deps))
    await Promise.all([threeNotices(), consume(), consume(), threeNotices()])
    expect(await notificationsOf(anna)).toHaveLength(6)
  })

  test('are not created for bots, which read events', async () => {
    await server.database.prisma.player.update({ where: { id: anna.id }, data: { kind: 'bot' } })
    expect(await threeNotices()).toEqual([])
  })
})
