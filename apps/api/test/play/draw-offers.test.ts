import type { Clock, DrawOffer, Game, Message } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireOffers } from '../../src/play/draws/expire-offers.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, findGame, playMoves } from './begin-game.ts'
import { fileRepetition, gameWithRepetition, offerDraw, threeOccurrences } from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const DAY = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let weak: TestPlayer

beforeAll(async () => {
  server = await startServer({ now: START })
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  weak = await server.player('weak', { scopes: ['account:read', 'challenge:write'] })
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const DAYS_PER_MOVE = { kind: 'per-move', days: 7 } as const
const BANK = { kind: 'bank', days: 10, incrementHours: 0, capDays: 10 } as const
const beginPlayedGame = async (moves = ['d6', 'f4'], clock: Clock = DAYS_PER_MOVE) =>
  playMoves(await beginGame(anna, bram, { clock }), anna, bram, moves)
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const offers = async ({ id }: Game): Promise<DrawOffer[]> =>
  (await server.call('listDrawOffers', { params: { id } })).body.items
const states = async (game: Game) => (await offers(game)).map(({ by, state }) => `${by} ${state}`)
const messages = async (player: TestPlayer, { id }: Game): Promise<Message[]> =>
  (await player.call('listMessages', { params: { id } })).body.items
const make = (player: TestPlayer, { id }: Game, body?: unknown) =>
  player.call('offerDraw', { params: { id }, body })
const accept = (player: TestPlayer, { id }: DrawOffer) => player.call('acceptDrawOffer', { params: { id } })
const decline = (player: TestPlayer, { id }: DrawOffer, body?: object) =>
  player.call('declineDrawOffer', { params: { id }, body })
const withdraw = (player: TestPlayer, { id }: DrawOffer) =>
  player.call('withdrawDrawOffer', { params: { id } })
const move = (player: TestPlayer, game: Game, text: string, more: object = {}) =>
  player.call('playMove', { params: { id: game.id }, body: { move: text, ply: game.ply, ...more } })

describe('a draw offer', () => {
  it('creates a version and an event; its message is for the two players only', async () => {
    const game = await beginPlayedGame()
    server.published.events.length = 0
    const { status, body } = await make(bram, game, { message: 'Remise?' })
    expect(status).toBe(201)
    expect(body.offer).toEqual({
      id: expect.any(Number),
      game: game.id,
      by: 'black',
      ply: 2,
      state: 'open',
      createdAt: START,
      expiresAt: '2026-11-27T12:00:00.000Z',
      closedAt: null,
    })
    expect(body.game).toEqual({ ...game, version: 3, drawOffer: body.offer })
    expect(await get(game)).toEqual(body.game)
    expect(await offers(game)).toEqual([body.offer])

    const written = {
      id: expect.any(Number),
      game: game.id,
      by: 'black',
      ply: 2,
      kind: 'offer',
      offer: body.offer.id,
      text: 'Remise?',
      createdAt: START,
    }
    for (const player of [anna, bram]) expect(await messages(player, game)).toEqual([written])
    expect(JSON.stringify([await get(game), await offers(game)])).not.toContain('Remise')
    expect((await carl.call('listMessages', { params: { id: game.id } })).body.code).toBe('not-a-player')
    expect((await server.call('listMessages', { params: { id: game.id } })).status).toBe(401)
    expect((await weak.call('listMessages', { params: { id: game.id } })).body.code).toBe('missing-scope')

    expect(server.published.events.map(({ event, playerIds }) => [event.type, playerIds])).toEqual([
      ['game', [anna.id, bram.id]],
      ['message', [anna.id, bram.id]],
    ])
    const stored = await server.database.prisma.event.findMany({
      where: { gameId: game.id, OR: [{ version: 3 }, { type: 'message' }] },
      orderBy: { id: 'asc' },
    })
    expect(stored.map(({ type, payload }) => [type, payload])).toEqual([
      ['game', body.game],
      ['message', written],
    ])
  })

  it('can come with a move, with or without a ground that may name the new position', async () => {
    const game = await beginPlayedGame()
    const bare = await move(anna, game, 'b6', { offerDraw: true })
    expect(bare.body.game).toMatchObject({ ply: 3, drawOffer: { by: 'white', ply: 3, state: 'open' } })
    expect(bare.body.game.drawOffer).not.toHaveProperty('ground')

    const other = await beginPlayedGame()
    const terms = { ground: 'repetition', positions: [1, 2, 3] }
    const grounded = await move(anna, other, 'b6', { offerDraw: { ...terms, message: 'Zie je het?' } })
    expect(grounded.body.game.drawOffer).toMatchObject(terms)
    expect(await get(other)).toEqual(grounded.body.game)
    expect(await messages(bram, other)).toMatchObject([{ text: 'Zie je het?', ply: 3 }])

    const quiet = { ground: 'quiet-moves', plies: [1, 2] }
    expect((await offerDraw(bram, await beginPlayedGame(), quiet)) as object).toMatchObject(quiet)
  })

  it('is made once when its move is sent twice', async () => {
    const game = await beginPlayedGame()
    const [first, again] = [
      await move(anna, game, 'b6', { offerDraw: true }),
      await move(anna, game, 'b6', { offerDraw: true }),
    ]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.game).toEqual(first.body.game)
    expect(await offers(game)).toHaveLength(1)
  })

  it('draws the game by agreement when accepted', async () => {
    const game = await beginPlayedGame()
    const open = await offerDraw(anna, game)
    server.clock.advance(DAY)
    const { status, body } = await accept(bram, open)
    expect(status).toBe(200)
    expect(body.game).toMatchObject({
      status: 'finished',
      turn: null,
      deadline: null,
      version: 4,
      drawOffer: null,
      outcome: { winner: null, reason: 'agreement' },
    })
    expect(await offers(game)).toEqual([
      { ...open, state: 'accepted', closedAt: server.clock.now().toISOString() },
    ])
    expect((await accept(bram, open)).body.code).toBe('game-over')
  })

  it('leaves the game unchanged when declined, with a reason for the two players only', async () => {
    const game = await beginPlayedGame()
    const open = await offerDraw(anna, game)
    const { status, body } = await decline(bram, open, { reason: 'Ik sta beter' })
    expect(status).toBe(200)
    expect(body.game).toEqual({ ...game, version: 4, drawOffer: null })
    expect(await states(game)).toEqual(['white declined'])
    expect(await messages(anna, game)).toMatchObject([
      { by: 'black', kind: 'decline', offer: open.id, text: 'Ik sta beter' },
    ])
    for (const answer of [accept, decline]) {
      const late = await answer(bram, open)
      expect([late.status, late.body.code]).toEqual([409, 'conflict'])
      expect(late.body.detail).toContain('declined')
    }
  })

  it('is declined by the opponent’s move and stays open after one’s own', async () => {
    const game = await beginPlayedGame()
    await offerDraw(anna, game)
    const left = (await move(anna, game, 'b6')).body.game
    expect(left.drawOffer).toMatchObject({ by: 'white', ply: 2, state: 'open' })
    expect((await move(bram, left, 'a1')).body.game.drawOffer).toBeNull()
    expect(await states(game)).toEqual(['white declined'])
  })

  it('is declined by a counter-offer that comes with a move', async () => {
    const game = await beginPlayedGame(['d6'])
    await offerDraw(anna, game)
    const { body } = await move(bram, game, 'f4', { offerDraw: true })
    expect(body.game.drawOffer).toMatchObject({ by: 'black', state: 'open' })
    expect(await states(game)).toEqual(['white declined', 'black open'])
  })

  it('is refused while another is open, together with the move it comes with', async () => {
    const game = await beginPlayedGame()
    await offerDraw(anna, game)
    for (const player of [anna, bram]) {
      const second = await make(player, game)
      expect([second.status, second.body.code]).toEqual([409, 'offer-open'])
    }
    const withMove = await move(anna, game, 'b6', { offerDraw: true })
    expect([withMove.status, withMove.body.code]).toEqual([409, 'offer-open'])
    expect((await get(game)).ply).toBe(2)
  })

  it('can be repeated after five own moves, or with another ground at any time', async () => {
    const game = await beginPlayedGame([])
    await decline(bram, await offerDraw(anna, game))
    const moves = ['a7', 'a1', 'd6', 'd1', 'g4', 'f2', 'b4', 'e3', 'c5', 'b6']
    let now = await get(game)
    for (const [ply, text] of moves.entries()) {
      if (ply < 9) {
        const again = await make(anna, now, {})
        expect([ply, again.status, again.body.code]).toEqual([ply, 422, 'offer-repeated'])
      }
      now = (await move(ply % 2 === 0 ? anna : bram, now, text)).body.game
    }
    await decline(bram, await offerDraw(anna, now))
    for (const positions of [
      [1, 2, 3],
      [1, 2, 4],
    ])
      await decline(bram, await offerDraw(anna, now, { ground: 'repetition', positions }))
    const same = await make(anna, now, { ground: 'repetition', positions: [1, 2, 4] })
    expect(same.body.code).toBe('offer-repeated')
    await decline(anna, await offerDraw(bram, now))
    expect((await move(anna, now, 'f6', { offerDraw: true })).body.code).toBe('offer-repeated')
    expect((await get(game)).ply).toBe(10)
  })

  it('is refused with all reasons if its ground or numbers are not possible', async () => {
    const game = await beginPlayedGame()
    for (const positions of [[], [0, 1], [0, 1, 3], [2, 1, 0], [-1, 0, 1], [0, 1, 2 ** 53 - 1]]) {
      const refused = await make(bram, game, { ground: 'repetition', positions })
      expect([positions, refused.status, refused.body.code]).toEqual([positions, 422, 'offer-refused'])
      expect(refused.body.refusals).toEqual([{ code: 'malformed-numbers', params: { ply: 2 } }])
    }
    const halma = await beginGame(anna, bram, { rules: 'halma' })
    const { body } = await make(anna, halma, { ground: 'quiet-moves', plies: [5, 1] })
    expect(body.refusals.map(({ code }: { code: string }) => code)).toEqual([
      'ground-not-available',
      'malformed-numbers',
    ])
    const withMove = await move(anna, game, 'b6', {
      offerDraw: { ground: 'repetition', positions: [1, 2, 4] },
    })
    expect([withMove.status, withMove.body.code]).toEqual([422, 'offer-refused'])
    expect(await offers(game)).toEqual([])
    expect((await get(game)).ply).toBe(2)
  })

  it('is closed when the game ends', async () => {
    const game = await beginPlayedGame()
    await offerDraw(anna, game)
    await anna.call('resign', { params: { id: game.id } })
    expect(await states(game)).toEqual(['white closed'])
  })

  it('is closed at once if its move ends the game', async () => {
    const moves = findGame('muehle', ({ winner }) => winner === 'white')
    const game = await playMoves(await beginGame(anna, bram), anna, bram, moves.slice(0, -1))
    const { status, body } = await move(anna, game, moves.at(-1)!, { offerDraw: true })
    expect([status, body.game.status, body.game.drawOffer]).toEqual([201, 'finished', null])
    expect(await states(game)).toEqual(['white closed'])
  })
})

describe('a withdrawn draw offer', () => {
  it('is closed with a version and one event, and can be answered no more', async () => {
    const game = await beginPlayedGame()
    const open = await offerDraw(anna, game)
    server.published.events.length = 0
    const { status, body } = await withdraw(anna, open)
    expect([status, body.game]).toEqual([200, { ...game, version: 4, drawOffer: null }])
    expect(await offers(game)).toEqual([{ ...open, state: 'closed', closedAt: START }])
    expect(server.published.events).toMatchObject([
      { event: { type: 'game', game: body.game }, playerIds: [anna.id, bram.id] },
    ])
    for (const late of [await accept(bram, open), await decline(bram, open), await withdraw(anna, open)])
      expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await get(game)).status).toBe('active')
  })

  it('founds no claim and counts as made where repeating is limited', async () => {
    const game = await gameWithRepetition(server, anna, bram, { rules: 'muehle' })
    const basis = { ground: 'repetition', positions: threeOccurrences(game.ply) }
    for (const terms of [basis, {}]) {
      await withdraw(anna, await offerDraw(anna, game, terms))
      expect((await make(anna, game, terms)).body.code).toBe('offer-repeated')
    }
    const { status, body } = await anna.call('fileClaim', { params: { id: game.id }, body: basis })
    expect([status, body.code]).toEqual([422, 'claim-refused'])
    expect(body.refusals).toMatchObject([{ code: 'no-declined-offer' }])
  })

  it('is either withdrawn or accepted when both happen at once', async () => {
    const game = await beginPlayedGame()
    const open = await offerDraw(anna, game)
    const results = await Promise.all([withdraw(anna, open), accept(bram, open)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status } = await get(game)
    expect(await states(game)).toEqual([status === 'finished' ? 'white accepted' : 'white closed'])
  })
})

describe('a draw offer without an answer', () => {
  it('can be answered for as long as a move may take, three days where the clock is a bank', async () => {
    const [inTime, late] = [
      await beginPlayedGame(['d6', 'f4'], BANK),
      await beginPlayedGame(['d6', 'f4'], BANK),
    ]
    const [first, second] = [await offerDraw(anna, inTime), await offerDraw(anna, late)]
    server.clock.advance(3 * DAY)
    expect((await accept(bram, first)).status).toBe(200)
    server.clock.advance(1)
    const refused = await accept(bram, second)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.detail).toContain('expired')
    expect(await get(late)).toMatchObject({ version: 4, drawOffer: null, status: 'active' })
    expect(await states(late)).toEqual(['white expired'])
  })

  it('is expired, not declined, when the opponent moves later', async () => {
    const game = await beginPlayedGame(['d6'], BANK)
    await offerDraw(anna, game)
    server.clock.advance(3 * DAY + 1)
    expect((await move(bram, game, 'f4')).body.game).toMatchObject({ ply: 2, version: 4, drawOffer: null })
    expect(await states(game)).toEqual(['white expired'])
  })

  it('is expired once by the periodic task, with an event', async () => {
    const game = await beginPlayedGame(['d6', 'f4'], BANK)
    await offerDraw(anna, game)
    server.clock.advance(3 * DAY + 5000)
    expect(await expireOffers(server.deps, server.store)).toBe(0)
    server.clock.advance(1)
    server.published.events.length = 0
    await Promise.all([expireOffers(server.deps, server.store), expireOffers(server.deps, server.store)])
    expect(await states(game)).toEqual(['white expired'])
    expect(await get(game)).toMatchObject({ version: 4, drawOffer: null })
    const ofGame = server.published.events.filter(
      ({ event }) => event.type === 'game' && event.game.id === game.id,
    )
    expect(ofGame).toHaveLength(1)
  })
})

describe('the order of answers', () => {
  it.each<[string, unknown]>([
    ['a ground without numbers', { ground: 'repetition' }],
    ['numbers without a ground', { positions: [1, 2, 3] }],
    ['another ground’s numbers', { ground: 'quiet-moves', positions: [1, 2, 3] }],
    ['both numbers', { ground: 'repetition', positions: [0, 1, 2], plies: [1, 2] }],
    ['fractions', { ground: 'repetition', positions: [0, 0.5, 2] }],
    ['an unknown ground', { ground: 'tiredness', plies: [1, 2] }],
    ['an unknown field', { why: 'x' }],
    ['a message with NUL', { message: 'a\0b' }],
    ['an empty message', { message: '' }],
  ])('400: %s', async (_, body) => {
    expect((await make(anna, { id: 5 } as Game, body)).status).toBe(400)
    const withMove = { move: 'd6', ply: 0, offerDraw: body }
    expect((await anna.call('playMove', { params: { id: 5 }, body: withMove })).status).toBe(400)
  })

  it.each<[string, object]>([
    ['/body/positions/1', { ground: 'repetition', positions: [0, 0.5, 2] }],
    ['/body/positions', { ground: 'repetition' }],
    ['/body/plies', { ground: 'quiet-moves', plies: 'all' }],
    ['/body/ground', { ground: 'tiredness', plies: [1, 2] }],
  ])('400 names the missing field: %s', async (path, body) => {
    const answer = await make(anna, { id: 5 } as Game, body)
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path])
  })

  it('then 401, 403 by scope, 404, 403 for others, 409', async () => {
    const game = await beginPlayedGame()
    const open = await offerDraw(anna, game)
    const calls = ['offerDraw', 'acceptDrawOffer', 'declineDrawOffer', 'withdrawDrawOffer'] as const
    for (const operation of calls) {
      const id = operation === 'offerDraw' ? game.id : open.id
      const as = async (player: { call: TestServer['call'] }, number: number = id) => {
        const { status, body } = await player.call(operation, { params: { id: number } })
        return [operation, status, body.code]
      }
      expect(await as(server)).toEqual([operation, 401, 'unauthenticated'])
      expect(await as(weak)).toEqual([operation, 403, 'missing-scope'])
      for (const none of [2 ** 31, 2 ** 53 - 1, 999_999])
        expect(await as(anna, none)).toEqual([operation, 404, 'not-found'])
      expect(await as(carl)).toEqual([operation, 403, 'not-a-player'])
    }
    for (const answer of [accept, decline])
      expect((await answer(anna, open)).body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await withdraw(bram, open)).body).toMatchObject({ status: 403, code: 'forbidden' })
    await accept(bram, open)
    expect((await make(anna, game)).body.code).toBe('game-over')
    expect((await withdraw(anna, open)).body.code).toBe('game-over')
    expect((await server.call('listDrawOffers', { params: { id: 2 ** 53 - 1 } })).status).toBe(404)
  })

  it('cannot be made or answered while a claim is open', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    const open = await offerDraw(bram, game)
    await fileRepetition(anna, game)
    expect((await make(bram, game)).body.code).toBe('game-frozen')
    expect((await accept(anna, open)).body.code).toBe('conflict')
    expect(await states(game)).toEqual(['black closed'])
  })
})

describe('races', () => {
  it('either the acceptance or a declining move wins', async () => {
    for (let n = 0; n < 10; n++) {
      const game = await beginPlayedGame(['d6'])
      const open = await offerDraw(anna, game)
      const [accepted, moved] = await Promise.all([accept(bram, open), move(bram, game, 'f4')])
      if (accepted.status === 200) {
        expect([moved.status, moved.body.code]).toEqual([409, 'game-over'])
        expect(await get(game)).toMatchObject({ ply: 1, outcome: { reason: 'agreement' } })
        expect(await states(game)).toEqual(['white accepted'])
      } else {
        expect([moved.status, accepted.status]).toEqual([201, 409])
        expect(await get(game)).toMatchObject({ ply: 2, status: 'active', drawOffer: null })
        expect(await states(game)).toEqual(['white declined'])
      }
    }
  })

  it('one of two concurrent offers is made', async () => {
    for (let n = 0; n < 5; n++) {
      const game = await beginPlayedGame()
      const answers = await Promise.all([make(anna, game), make(bram, game)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(await offers(game)).toHaveLength(1)
    }
  })
})
