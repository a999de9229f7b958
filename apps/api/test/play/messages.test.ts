import type { Game, LiveEvent, Message } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer({ env: { MESSAGE_LIMIT: '5' }, constants: { messagesInGame: 4 } })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(61_000)
  game = await beginGame(anna, bram)
  server.published.events.length = 0
})

const sendMessage = (player: TestPlayer, text: unknown, id = game.id) =>
  player.call('sendMessage', { params: { id }, body: { text } })
const play = (player: TestPlayer, body: object) =>
  player.call('playMove', { params: { id: game.id }, body: { move: 'd6', ply: 0, ...body } })
const conversation = async (player = anna, query = {}): Promise<Message[]> =>
  (await player.call('listMessages', { params: { id: game.id }, query })).body.items
const texts = async () => (await conversation()).map(({ text }) => text)
const publishedMessages = () =>
  server.published.events.filter(
    (each): each is { event: LiveEvent & { type: 'message' }; playerIds: number[] } =>
      each.event.type === 'message',
  )

describe('a message', () => {
  test('is shown and sent to both players, with its ply', async () => {
    await playMoves(game, anna, bram, ['d6'])
    const sent = await sendMessage(bram, 'Dag Anna!\nSpeel je vaker?')
    expect(sent.status).toBe(201)
    const message: Message = {
      id: sent.body.id,
      game: game.id,
      by: 'black',
      ply: 1,
      kind: 'talk',
      offer: null,
      text: 'Dag Anna!\nSpeel je vaker?',
      createdAt: server.clock.now().toISOString(),
    }
    expect(sent.body).toEqual(message)
    for (const player of [anna, bram]) expect(await conversation(player)).toEqual([message])
    expect(publishedMessages()).toEqual([
      { event: { id: expect.any(Number), type: 'message', message }, playerIds: [anna.id, bram.id] },
    ])
    const stored = await server.database.prisma.event.findUnique({
      where: { id: publishedMessages()[0]!.event.id },
    })
    expect(stored).toMatchObject({ type: 'message', gameId: game.id, payload: message })
  })

  test('that was sent with the challenge opens the conversation', async () => {
    const clock = { kind: 'per-move', days: 3 }
    const { body: challenge } = await bram.call('createChallenge', {
      body: {
        rules: 'muehle',
        opponent: anna.username,
        colour: 'black',
        clock,
        message: 'Zin in een potje?',
      },
    })
    game = (await anna.call('acceptChallenge', { params: { id: challenge.id } })).body.game
    const greeting = { by: 'black', ply: 0, kind: 'talk', text: 'Zin in een potje?' }
    expect(await conversation()).toMatchObject([greeting])
    expect(publishedMessages()).toMatchObject([
      { event: { message: greeting }, playerIds: [anna.id, bram.id] },
    ])
  })

  test('does not change the game', async () => {
    await sendMessage(anna, 'Hallo')
    const now = await bram.call('getGame', { params: { id: game.id } })
    expect(now.body).toEqual(game)
  })

  test('can be written after the game, and while a claim is open', async () => {
    await server.database.prisma.game.update({
      where: { id: game.id },
      data: { status: 'claimed', clockSince: null, deadline: null },
    })
    expect((await sendMessage(anna, 'Dank je voor de partij')).status).toBe(201)
    await anna.call('resign', { params: { id: game.id } })
    expect((await sendMessage(bram, 'Jij ook')).status).toBe(201)
    expect(await texts()).toEqual(['Dank je voor de partij', 'Jij ook'])
  })

  test('is for the two players only', async () => {
    const clara = await server.player('clara')
    expect((await sendMessage(clara, 'Hallo')).body.code).toBe('not-a-player')
    expect((await clara.call('listMessages', { params: { id: game.id } })).body.code).toBe('not-a-player')
    const nobody = await server.call('sendMessage', { params: { id: game.id }, body: { text: 'Hallo' } })
    expect(nobody.status).toBe(401)
    expect((await sendMessage(anna, 'Hallo', 999_999)).body.code).toBe('not-found')
  })

  test('needs the scope message:write', async () => {
    const reader = await server.player('reader', { scopes: ['game:read', 'game:play'] })
    expect((await sendMessage(reader, 'Hallo')).body.code).toBe('missing-scope')
  })

  test.each([
    ['is trimmed', '  \n Hallo \t\n', 'Hallo'],
    ['gets \\n line endings', 'een\r\ntwee\r\n\r\ndrie', 'een\ntwee\n\ndrie'],
    ['may contain any script and symbol', '¿Qué? 手 👩‍👩‍👧 <b>&amp;', '¿Qué? 手 👩‍👩‍👧 <b>&amp;'],
    ['may have 1000 characters', 'x'.repeat(1000), 'x'.repeat(1000)],
  ])('%s', async (_, text, kept) => {
    expect((await sendMessage(anna, text)).body.text).toBe(kept)
    expect(await texts()).toEqual([kept])
  })

  test.each([
    ['no characters', ''],
    ['white space only', ' \n\t '],
    ['invisible characters only', '\u200b\u2060'],
    ['more than 1000 characters', 'x'.repeat(1001)],
    ['a NUL', 'a\0b'],
    ['a control character', 'a\x1b[31mb'],
    ['a lone surrogate', 'a\ud800'],
    ['type number', 7],
  ])('of %s is malformed', async (_, text) => {
    const answer = await sendMessage(anna, text)
    expect(answer.body).toMatchObject({ code: 'validation', errors: [{ path: '/body/text' }] })
    expect(await texts()).toEqual([])
  })

  test('is limited in number per game', async () => {
    for (const text of ['1', '2', '3', '4']) expect((await sendMessage(anna, text)).status).toBe(201)
    expect((await sendMessage(anna, '5')).body.code).toBe('limit-reached')
    expect((await play(anna, { message: '5' })).body.code).toBe('limit-reached')
    expect((await sendMessage(bram, 'ik wel')).status).toBe(201)
    expect(await texts()).toEqual(['1', '2', '3', '4', 'ik wel'])
    expect((await play(anna, {})).status).toBe(201)
  })

  test('is limited in number per minute over all games', async () => {
    const other = await beginGame(bram, anna)
    for (const id of [game.id, game.id, game.id, other.id, other.id])
      expect((await sendMessage(anna, 'Hallo', id)).status).toBe(201)
    const refused = await sendMessage(anna, 'Hallo')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    server.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
    expect((await sendMessage(anna, 'Hallo', other.id)).status).toBe(201)
  })
})

describe('a message with a move', () => {
  test('is sent with it and announced', async () => {
    expect((await play(anna, { message: 'Succes!' })).status).toBe(201)
    expect(await conversation(bram)).toMatchObject([{ by: 'white', ply: 1, kind: 'talk', text: 'Succes!' }])
    expect(publishedMessages()).toMatchObject([{ event: { message: { text: 'Succes!' } } }])
  })

  test('is sent once even if the move is sent twice', async () => {
    await play(anna, { message: 'Succes!' })
    expect((await play(anna, { message: 'Succes!' })).status).toBe(200)
    expect(await texts()).toEqual(['Succes!'])
  })

  test('is not sent if the move is refused', async () => {
    expect((await play(anna, { move: 'a1-a9', message: 'Zo!' })).body.code).toBe('illegal-move')
    expect((await play(bram, { message: 'Zo!' })).body.code).toBe('not-your-turn')
    expect(await texts()).toEqual([])
  })

  test('can accompany an offer that comes with the same move', async () => {
    const answer = await play(anna, { message: 'Mooie partij.', offerDraw: { message: 'Remise?' } })
    expect(answer.status).toBe(201)
    const offer = answer.body.game.drawOffer.id
    expect(await conversation()).toMatchObject([
      { kind: 'talk', offer: null, text: 'Mooie partij.' },
      { kind: 'offer', offer, text: 'Remise?' },
    ])
    expect(publishedMessages().map(({ event }) => event.message.text)).toEqual(['Mooie partij.', 'Remise?'])
  })

  test('needs message:write, which a move without a message does not', async () => {
    const player = await server.player('player', { scopes: ['game:play', 'challenge:write'] })
    game = await beginGame(player, bram)
    expect((await play(player, { message: 'Hallo' })).body.code).toBe('missing-scope')
    expect((await play(player, {})).status).toBe(201)
  })
})

describe('the list of messages', () => {
  beforeEach(async () => {
    for (const player of [anna, bram])
      for (const n of [1, 2, 3]) await sendMessage(player, `${player.username} ${n}`)
  })

  test('is paged, oldest or newest first', async () => {
    const all = await texts()
    expect(all).toHaveLength(6)
    for (const [sort, expected] of [
      ['createdAt', all],
      ['-createdAt', all.toReversed()],
    ] as const) {
      const read: string[] = []
      let cursor: string | null = null
      do {
        const query = { sort, limit: 4, ...(cursor && { cursor }) }
        const { body } = await bram.call('listMessages', { params: { id: game.id }, query })
        read.push(...body.items.map(({ text }: Message) => text))
        cursor = body.nextCursor
      } while (cursor)
      expect(read).toEqual(expected)
    }
  })

  test('can be limited to messages of draw offers', async () => {
    const offered = await anna.call('offerDraw', { params: { id: game.id }, body: { message: 'Remise?' } })
    await bram.call('declineDrawOffer', { params: { id: offered.body.offer.id }, body: { reason: 'Nee' } })
    expect((await conversation(anna, { about: 'offers' })).map(({ text }) => text)).toEqual([
      'Remise?',
      'Nee',
    ])
    expect(await texts()).toHaveLength(8)
  })

  test('refuses a cursor of the other order', async () => {
    const { body } = await anna.call('listMessages', { params: { id: game.id }, query: { limit: 1 } })
    const query = { cursor: body.nextCursor, sort: '-createdAt' }
    expect((await anna.call('listMessages', { params: { id: game.id }, query })).body.code).toBe('validation')
  })
})

test('an admin who reviews a claim reads the messages of draw offers only', async () => {
  const admin = await server.player('arbiter', { role: 'admin' })
  await sendMessage(anna, 'Onder ons')
  const offered = await anna.call('offerDraw', { params: { id: game.id }, body: { message: 'Remise?' } })
  await bram.call('declineDrawOffer', { params: { id: offered.body.offer.id }, body: { reason: 'Nee' } })
  const claim = await server.database.prisma.claim.create({
    data: {
      gameId: game.id,
      by: 'white',
      claimantId: anna.id,
      ply: 0,
      ground: 'quiet-moves',
      numbers: [1, 0],
      evidence: { holds: false, findings: [] },
      state: 'closed',
      createdAt: server.clock.now(),
      closedAt: server.clock.now(),
    },
  })
  const review = await admin.call('reviewClaim', { params: { id: claim.id } })
  expect(review.body.messages.map(({ text }: Message) => text)).toEqual(['Remise?', 'Nee'])
})
