import type { Challenge } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneChallenges } from '../../src/lobby/challenges/prune-challenges.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const CLOCK = { kind: 'per-move', days: 3 }
const OPEN = { rules: 'muehle', colour: 'white', clock: CLOCK }

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let coin = true

beforeAll(async () => {
  server = await startServer({
    coin: () => coin,
    env: { MAX_OPEN_CHALLENGES: '12', MAX_ACTIVE_GAMES: '15' },
  })
  anna = await server.player('anna')
  bram = await server.player('Bram')
  carl = await server.player('carl')
})
afterAll(() => server?.close())

const make = async (player: TestPlayer, body: object): Promise<Challenge> =>
  (await player.call('createChallenge', { body })).body

describe('making a challenge', () => {
  it('creates one open to all if no opponent is named', async () => {
    const { status, body } = await anna.call('createChallenge', {
      body: { ...OPEN, message: 'Wie durft?', rated: true },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      rules: 'muehle',
      rulesRevision: 1,
      challenger: { id: anna.id, username: 'anna', kind: 'human' },
      opponent: null,
      colour: 'white',
      clock: CLOCK,
      rated: true,
      message: 'Wie durft?',
      state: 'open',
      game: null,
      createdAt: '2026-11-20T12:00:00.000Z',
    })
    expect((await anna.call('withdrawChallenge', { params: { id: body.id } })).status).toBe(204)
  })

  it('draws the colours if none is given', async () => {
    const { colour: _, ...withoutColour } = OPEN
    const { id, colour } = await make(anna, { ...withoutColour, opponent: 'Bram' })
    expect(colour).toBe('random')
    await bram.call('declineChallenge', { params: { id } })
  })

  it('finds the opponent case-insensitively and notifies both players', async () => {
    const challenge = await make(anna, { ...OPEN, opponent: 'bRAM' })
    expect(challenge.opponent).toEqual({ id: bram.id, username: 'Bram', kind: 'human' })
    const published = server.published.events.at(-1)!
    expect(published.event).toMatchObject({ type: 'challenge', challenge })
    expect(published.playerIds).toEqual([anna.id, bram.id])
    const stored = await server.database.prisma.event.findUniqueOrThrow({ where: { id: published.event.id } })
    expect(stored.payload).toEqual(challenge)
    expect(stored.playerIds).toEqual([anna.id, bram.id])
    await bram.call('declineChallenge', { params: { id: challenge.id } })
  })

  it('refuses oneself, an unknown player and a closed account as opponent', async () => {
    const closed = await server.player('gone')
    await server.database.prisma.player.update({ where: { id: closed.id }, data: { kind: 'closed' } })
    for (const [opponent, code] of [
      ['Anna', 'own-challenge'],
      ['nobody', 'unknown-opponent'],
      ['gone', 'unknown-opponent'],
    ]) {
      const { status, body } = await anna.call('createChallenge', { body: { ...OPEN, opponent } })
      expect([status, body.code]).toEqual([422, code])
    }
  })

  it.each([
    ['an unknown rule set', { ...OPEN, rules: 'chess' }],
    ['a property of Object.prototype as rule set', { ...OPEN, rules: 'constructor' }],
    ['no rules', { colour: 'white', clock: CLOCK }],
    ['no clock', { rules: 'muehle', colour: 'white' }],
    ['zero days', { ...OPEN, clock: { kind: 'per-move', days: 0 } }],
    ['15 days', { ...OPEN, clock: { kind: 'per-move', days: 15 } }],
    ['half a day', { ...OPEN, clock: { kind: 'per-move', days: 0.5 } }],
    ['another kind of clock', { ...OPEN, clock: { kind: 'bank', days: 3 } }],
    ['another colour', { ...OPEN, colour: 'red' }],
    ['an unknown field', { ...OPEN, surprise: 1 }],
    ['a message with NUL', { ...OPEN, message: 'a\0b' }],
    ['a message with a lone surrogate', { ...OPEN, message: '\ud83d' }],
    ['an empty message', { ...OPEN, message: '' }],
    ['a long message', { ...OPEN, message: 'x'.repeat(501) }],
    ['null', null],
    ['an array', [OPEN]],
  ])('refuses %s', async (_, body) => {
    const answer = await anna.call('createChallenge', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })

  it('stores any valid message unchanged', async () => {
    const message = 'Zin in een potje? 🙂 "molen" \\ <b> \u2028'
    const challenge = await make(carl, { ...OPEN, message })
    expect(challenge.message).toBe(message)
    expect((await server.call('getChallenge', { params: { id: challenge.id } })).body.message).toBe(message)
    await carl.call('withdrawChallenge', { params: { id: challenge.id } })
  })

  it('refuses more than the limit of open challenges', async () => {
    const flo = await server.player('flo')
    const created: Challenge[] = []
    for (let n = 0; n < 12; n++) created.push(await make(flo, OPEN))
    const refused = await flo.call('createChallenge', { body: OPEN })
    expect([refused.status, refused.body.code]).toEqual([422, 'limit-reached'])
    await flo.call('withdrawChallenge', { params: { id: created[0]!.id } })
    expect((await flo.call('createChallenge', { body: OPEN })).status).toBe(201)
    const left = await flo.call('listChallenges', { query: { mine: true, limit: 100 } })
    for (const { id } of left.body.items) await flo.call('withdrawChallenge', { params: { id } })
  })
})

describe('reading challenges', () => {
  it('shows a private one to its two players only', async () => {
    const { id } = await make(anna, { ...OPEN, opponent: 'Bram' })
    const weak = await server.player('weak', { scopes: ['game:read'] })
    for (const player of [anna, bram])
      expect((await player.call('getChallenge', { params: { id } })).status).toBe(200)
    for (const { call } of [server, carl, weak])
      expect((await call('getChallenge', { params: { id } })).body.code).toBe('not-found')
    for (const call of ['acceptChallenge', 'declineChallenge', 'withdrawChallenge'] as const)
      expect((await carl.call(call, { params: { id } })).body.code).toBe('not-found')
    expect((await server.call('listChallenges')).body.items).toEqual([])
    await anna.call('withdrawChallenge', { params: { id } })
  })

  it('lists the open ones, newest first, in pages', async () => {
    const lou = await server.player('lou')
    const created: number[] = []
    for (let n = 0; n < 5; n++)
      created.unshift((await make(lou, { ...OPEN, rules: n === 2 ? 'halma' : 'muehle' })).id)
    const shown: number[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string | number> = { limit: 2, ...(cursor && { cursor }) }
      const { body } = await server.call('listChallenges', { query })
      shown.push(...body.items.map(({ id }: Challenge) => id))
      cursor = body.nextCursor
    } while (cursor)
    expect(shown).toEqual(created)
    const halma = await server.call('listChallenges', { query: { rules: 'halma' } })
    expect(halma.body.items.map(({ id }: Challenge) => id)).toEqual([created[2]])
    for (const id of created) await lou.call('withdrawChallenge', { params: { id } })
  })

  it('lists the caller’s own, made and received, with the scope', async () => {
    const sent = await make(anna, { ...OPEN, opponent: 'Bram' })
    const open = await make(bram, OPEN)
    const mine = (player: TestPlayer) => player.call('listChallenges', { query: { mine: true } })
    expect((await mine(bram)).body.items).toEqual([open, sent])
    expect((await mine(anna)).body.items).toEqual([sent])
    expect((await mine(carl)).body.items).toEqual([])
    const weak = await server.player('weaker', { scopes: ['game:play'] })
    expect((await mine(weak)).body.code).toBe('missing-scope')
    expect((await server.call('listChallenges', { query: { mine: true } })).body.code).toBe('unauthenticated')
    await anna.call('withdrawChallenge', { params: { id: sent.id } })
    await bram.call('withdrawChallenge', { params: { id: open.id } })
  })

  it.each(['x', 'bnVsbA', 'eyJhIjoxfQ', '""', 'LTE', 'OTk5OTk5OTk5OTk5OTk'])(
    'refuses the cursor %j',
    async (cursor) => {
      const { status, body } = await server.call('listChallenges', { query: { cursor } })
      expect([status, body.code]).toEqual([400, 'validation'])
    },
  )

  it.each([
    ['0', 400],
    ['-1', 400],
    ['abc', 400],
    ['1e3', 400],
    ['1.5', 400],
    ['9007199254740992', 400],
    ['9007199254740991', 404],
    ['2147483648', 404],
    ['2147483647', 404],
  ])('answers the id %s with %i on every call', async (id, status) => {
    for (const call of ['getChallenge', 'acceptChallenge', 'declineChallenge', 'withdrawChallenge'] as const)
      expect((await anna.call(call, { params: { id } })).status, call).toBe(status)
  })
})

describe('accepting a challenge', () => {
  it('begins the game with position 0 and an event for both players', async () => {
    const { id } = await make(anna, {
      ...OPEN,
      opponent: 'Bram',
      rated: true,
      clock: { kind: 'per-move', days: 5 },
    })
    server.published.events.length = 0
    const { status, body } = await bram.call('acceptChallenge', { params: { id } })
    expect(status).toBe(201)
    const { game } = body
    expect(game.id).toBeGreaterThan(100_000)
    expect(game).toMatchObject({
      rules: 'muehle',
      rulesRevision: 1,
      status: 'active',
      version: 0,
      white: { id: anna.id },
      black: { id: bram.id },
      turn: 'white',
      ply: 0,
      moveNumber: 1,
      position: '.../.../.../....../.../.../... w 9 9 0 1',
      lastMove: null,
      deadline: '2026-11-25T12:00:00.000Z',
      clocks: { white: { remainingMs: 432_000_000 }, black: { remainingMs: 432_000_000 }, stoppedBy: [] },
      drawOffer: null,
      openClaim: null,
      outcome: null,
      rated: true,
    })
    expect((await server.call('getGame', { params: { id: game.id } })).body).toEqual(game)
    const accepted = (await anna.call('getChallenge', { params: { id } })).body
    expect(accepted).toMatchObject({ state: 'accepted', game: game.id })
    const positions = await server.call('listPositions', { params: { id: game.id } })
    expect(positions.body.items).toEqual([
      { ply: 0, number: '0', position: game.position, occurrence: 1, sameAs: [], quiet: 0 },
    ])
    expect(server.published.events.map(({ event }) => event)).toEqual([
      { id: expect.any(Number), type: 'game', game },
      { id: expect.any(Number), type: 'challenge', challenge: accepted },
    ])
    for (const { event, playerIds } of server.published.events) {
      expect(playerIds).toEqual([anna.id, bram.id])
      const stored = await server.database.prisma.event.findUniqueOrThrow({ where: { id: event.id } })
      expect(stored.payload).toEqual(event.type === 'game' ? game : accepted)
    }
  })

  it.each([
    ['white', true, 'anna'],
    ['black', true, 'Bram'],
    ['random', true, 'anna'],
    ['random', false, 'Bram'],
  ])('gives the challenger who asks for %s (coin: %s) the right colour', async (colour, heads, white) => {
    coin = heads
    const { id } = await make(anna, { ...OPEN, colour })
    const { body } = await bram.call('acceptChallenge', { params: { id } })
    expect(body.game.white.username).toBe(white)
  })

  it('creates no quiet counter in Halma', async () => {
    const { id } = await make(anna, { ...OPEN, rules: 'halma' })
    const { body } = await bram.call('acceptChallenge', { params: { id } })
    const positions = await server.call('listPositions', { params: { id: body.game.id } })
    expect(positions.body.items).toMatchObject([{ ply: 0, occurrence: 1, sameAs: [], quiet: null }])
  })

  it('begins one game for many concurrent acceptances', async () => {
    const players = await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((name) => server.player(name)))
    const { id } = await make(anna, OPEN)
    const before = await server.database.prisma.game.count()
    const answers = await Promise.all(players.map(({ call }) => call('acceptChallenge', { params: { id } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('challenge-closed')
    expect(await server.database.prisma.game.count()).toBe(before + 1)
    const { game } = answers.find(({ status }) => status === 201)!.body
    expect(await server.database.prisma.event.count({ where: { gameId: game.id } })).toBe(1)
    const again = await players[0]!.call('acceptChallenge', { params: { id } })
    expect([again.status, again.body.code]).toEqual([409, 'challenge-closed'])
  })

  it('excludes a concurrent withdrawal: one of the two wins', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await make(anna, OPEN)
      const [accepted, withdrawn] = await Promise.all([
        carl.call('acceptChallenge', { params: { id } }),
        anna.call('withdrawChallenge', { params: { id } }),
      ])
      expect([
        [201, 409],
        [409, 204],
      ]).toContainEqual([accepted.status, withdrawn.status])
    }
  })

  it('refuses one’s own challenge, a closed one, and one beyond the limit of running games', async () => {
    const gus = await server.player('gus')
    const hal = await server.player('hal')
    const own = await make(gus, OPEN)
    expect((await gus.call('acceptChallenge', { params: { id: own.id } })).body.code).toBe('own-challenge')
    await gus.call('withdrawChallenge', { params: { id: own.id } })
    expect((await hal.call('acceptChallenge', { params: { id: own.id } })).body.code).toBe('challenge-closed')
    for (let n = 0; n < 15; n++) {
      const { id } = await make(gus, OPEN)
      expect((await hal.call('acceptChallenge', { params: { id } })).status).toBe(201)
    }
    const { id } = await make(gus, OPEN)
    for (const player of [hal, await server.player('ida')])
      expect((await player.call('acceptChallenge', { params: { id } })).body.code).toBe('limit-reached')
  })
})

describe('closing a challenge', () => {
  it('lets only the named player decline', async () => {
    const { id } = await make(anna, { ...OPEN, opponent: 'Bram' })
    expect((await anna.call('declineChallenge', { params: { id } })).body.code).toBe('forbidden')
    expect((await bram.call('withdrawChallenge', { params: { id } })).body.code).toBe('forbidden')
    server.published.events.length = 0
    expect((await bram.call('declineChallenge', { params: { id }, body: {} })).status).toBe(204)
    expect(server.published.events).toMatchObject([
      { event: { type: 'challenge', challenge: { id, state: 'declined' } }, playerIds: [anna.id, bram.id] },
    ])
    for (const [player, call] of [
      [bram, 'declineChallenge'],
      [bram, 'acceptChallenge'],
      [anna, 'withdrawChallenge'],
    ] as const)
      expect((await player.call(call, { params: { id } })).body.code).toBe('challenge-closed')
    expect((await anna.call('getChallenge', { params: { id } })).body.state).toBe('declined')
  })

  it('tells the challenger why it was declined', async () => {
    const { id } = await make(anna, { ...OPEN, opponent: 'Bram' })
    const reason = 'I have no time this week.'
    expect((await bram.call('declineChallenge', { params: { id }, body: { reason: '' } })).status).toBe(400)
    server.published.events.length = 0
    expect((await bram.call('declineChallenge', { params: { id }, body: { reason } })).status).toBe(204)
    expect(server.published.events).toMatchObject([{ event: { challenge: { declineReason: reason } } }])
    for (const { call } of [anna, bram])
      expect((await call('getChallenge', { params: { id } })).body.declineReason).toBe(reason)
    expect((await server.call('getChallenge', { params: { id } })).status).toBe(404)
  })

  it('refuses to decline one that is open to all', async () => {
    const { id } = await make(anna, OPEN)
    expect((await bram.call('declineChallenge', { params: { id } })).body.code).toBe('forbidden')
    expect((await bram.call('withdrawChallenge', { params: { id } })).body.code).toBe('forbidden')
    expect((await anna.call('withdrawChallenge', { params: { id } })).status).toBe(204)
  })

  it('checks login, then scope, then the challenge', async () => {
    const weak = await server.player('weakest', { scopes: ['game:play'] })
    for (const call of ['acceptChallenge', 'declineChallenge', 'withdrawChallenge'] as const) {
      expect((await server.call(call, { params: { id: 99 } })).body.code).toBe('unauthenticated')
      expect((await weak.call(call, { params: { id: 99 } })).body.code).toBe('missing-scope')
    }
    expect((await server.call('createChallenge', { body: OPEN })).body.code).toBe('unauthenticated')
    expect((await weak.call('createChallenge', { body: OPEN })).body.code).toBe('missing-scope')
    expect((await server.call('createChallenge', { body: {} })).body.code).toBe('validation')
  })
})

it('deletes challenges that led to no game two days after they were closed, except reported ones', async () => {
  const dirk = await server.player('dirk')
  const about = ({ id }: Challenge) => ({ params: { id } })
  const statusOf = async (challenge: Challenge) => (await dirk.call('getChallenge', about(challenge))).status
  const withdrawn: Challenge[] = []
  for (let n = 1; n <= 3; n++) {
    withdrawn.push(await make(dirk, OPEN))
    expect((await dirk.call('withdrawChallenge', about(withdrawn.at(-1)!))).status).toBe(204)
  }
  const declined = await make(dirk, { ...OPEN, opponent: 'carl', message: 'Come on' })
  const report = {
    params: { username: 'dirk' },
    body: { challenge: declined.id, reason: 'abuse', text: 'Rude.' },
  }
  expect((await carl.call('reportPlayer', report)).status).toBe(201)
  expect((await carl.call('declineChallenge', about(declined))).status).toBe(204)
  const open = await make(dirk, { ...OPEN, opponent: 'carl' })
  const accepted = await make(dirk, { ...OPEN, opponent: 'carl' })
  expect((await carl.call('acceptChallenge', about(accepted))).status).toBe(201)

  await pruneChallenges(server.deps, server.store)
  expect(await statusOf(withdrawn[0]!)).toBe(200)
  server.clock.advance(2 * 24 * 60 * 60 * 1000 + 1)
  await pruneChallenges(server.deps, server.store)
  expect(await Promise.all(withdrawn.map(statusOf))).toEqual([404, 404, 404])
  expect(await Promise.all([declined, open, accepted].map(statusOf))).toEqual([200, 200, 200])
})
