import type { Challenge } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireChallenges } from '../../src/lobby/challenges/expire-challenges.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000
const TERMS = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer({ env: { MAX_OPEN_CHALLENGES: '3', PUBLIC_URL: 'https://tegenzet.example' } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  anna = await server.player(`anna${++serial}`)
  bram = await server.player(`bram${serial}`)
})

const make = async (player: TestPlayer, body: object = {}): Promise<Challenge> => {
  const created = await player.call('createChallenge', { body: { ...TERMS, ...body } })
  expect(created.status).toBe(201)
  return created.body
}
const invitation = async () => {
  const challenge = await make(anna, { invite: true })
  return { challenge, code: new URL(challenge.inviteUrl!).hash.slice(1) }
}
const of = (id: number) => ({ params: { id } })
const shown = async (player: TestPlayer, id: number): Promise<Challenge> =>
  (await player.call('getChallenge', of(id))).body

describe('an invitation', () => {
  test('shows its link to its maker every time', async () => {
    const { challenge, code } = await invitation()
    expect(challenge).toMatchObject({ invite: true, opponent: null, state: 'open', expired: false })
    expect(challenge.inviteUrl).toBe(`https://tegenzet.example/invite#${code}`)
    expect(await shown(anna, challenge.id)).toEqual(challenge)
    const mine = await anna.call('listChallenges', { query: { mine: true } })
    expect(mine.body.items).toEqual([challenge])
    const lobby = await server.call('listChallenges', { query: { limit: 100 } })
    expect(lobby.body.items.map(({ id }: Challenge) => id)).not.toContain(challenge.id)
    for (const { call } of [server, bram]) {
      expect((await call('getChallenge', of(challenge.id))).body.code).toBe('not-found')
    }
    for (const call of ['acceptChallenge', 'declineChallenge', 'withdrawChallenge'] as const)
      expect((await bram.call(call, of(challenge.id))).body.code).toBe('not-found')
  })

  test('has no link in any event, nor for a token that may not make challenges', async () => {
    const { challenge, code } = await invitation()
    const events = await server.database.prisma.event.findMany({ where: { type: 'challenge' } })
    const signature = code.split('-').slice(1).join('-')
    expect(events.length).toBeGreaterThan(0)
    expect(
      JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(signature)
    expect(JSON.stringify(server.published.events)).not.toContain(signature)
    const [{ account_id: accountId }] = await server.database.prisma.$queryRaw<[{ account_id: number }]>`
      SELECT id AS account_id FROM accounts WHERE player_id = ${anna.id}`
    await server.database.prisma.token.updateMany({ where: { accountId }, data: { scopes: ['game:read'] } })
    const byCode = await anna.call('getInvite', { params: { code } })
    expect([byCode.status, byCode.body.id, byCode.body.inviteUrl]).toEqual([200, challenge.id, undefined])
  })

  test('is shown to anyone with its code and begins a game for the first to accept', async () => {
    const { challenge, code } = await invitation()
    const { inviteUrl: _, ...open } = challenge
    for (const { call } of [server, bram])
      expect((await call('getInvite', { params: { code } })).body).toEqual(open)
    expect((await server.call('acceptInvite', { params: { code } })).body.code).toBe('unauthenticated')
    const accepted = await bram.call('acceptInvite', { params: { code } })
    expect(accepted.status).toBe(201)
    expect(accepted.body.game).toMatchObject({ white: { id: anna.id }, black: { id: bram.id } })
    const closed = { ...open, state: 'accepted', game: accepted.body.game.id, opponent: { id: bram.id } }
    // now both players can read it by id, and nobody else
    for (const player of [anna, bram]) expect(await shown(player, challenge.id)).toMatchObject(closed)
    expect((await server.call('getChallenge', of(challenge.id))).status).toBe(404)
    expect((await server.call('getInvite', { params: { code } })).body).toMatchObject(closed)
    const late = await (await server.player(`late${serial}`)).call('acceptInvite', { params: { code } })
    expect([late.status, late.body.code]).toEqual([409, 'challenge-closed'])
  })

  test('accepted by several at once begins one game', async () => {
    const { code } = await invitation()
    const others = await Promise.all(['a', 'b', 'c'].map((name) => server.player(`${name}${serial}x`)))
    const answers = await Promise.all(
      [bram, ...others].map(({ call }) => call('acceptInvite', { params: { code } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await server.database.prisma.game.count({ where: { whiteId: anna.id } })).toBe(1)
  })

  test('is accepted once by repeated requests with one Idempotency-Key', async () => {
    const { code } = await invitation()
    const accept = () =>
      bram.call('acceptInvite', {
        params: { code },
        headers: { 'idempotency-key': `accept ${serial}`.replace(' ', '-') },
      })
    const [first, second] = [await accept(), await accept()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('cannot be accepted by its maker, nor by a bot if it is rated', async () => {
    const { code } = await invitation()
    expect((await anna.call('acceptInvite', { params: { code } })).body.code).toBe('own-challenge')
    const rated = await make(anna, { invite: true, rated: true })
    const bot = await server.player(`bot${serial}`)
    await server.database.prisma.player.update({ where: { id: bot.id }, data: { kind: 'bot' } })
    const refused = await bot.call('acceptInvite', {
      params: { code: new URL(rated.inviteUrl!).hash.slice(1) },
    })
    expect(refused.body.code).toBe('bots-not-welcome')
    expect((await bot.call('acceptInvite', { params: { code } })).status).toBe(201)
  })

  test('has no link after it was withdrawn', async () => {
    const { challenge, code } = await invitation()
    expect((await anna.call('withdrawChallenge', of(challenge.id))).status).toBe(204)
    expect((await bram.call('acceptInvite', { params: { code } })).body.code).toBe('challenge-closed')
    const seen = (await anna.call('getInvite', { params: { code } })).body
    expect([seen.state, seen.inviteUrl]).toEqual(['withdrawn', undefined])
  })

  test('cannot name an opponent', async () => {
    const both = await anna.call('createChallenge', {
      body: { ...TERMS, invite: true, opponent: bram.username },
    })
    expect([both.status, both.body.errors?.[0]?.path]).toEqual([400, '/body/invite'])
  })

  test('opens by its own code only', async () => {
    const { challenge, code } = await invitation()
    const other = await make(anna, { invite: true })
    const open = await make(anna)
    const signature = code.slice(code.indexOf('-') + 1)
    const wrong = [
      'x',
      `${challenge.id}`,
      `${challenge.id}-${'A'.repeat(22)}`,
      `${other.id}-${signature}`,
      `${open.id}-${signature}`,
      `2147483648-${signature}`,
      `9999999999-${signature}`,
      `${code}A`,
    ]
    for (const each of wrong)
      for (const call of ['getInvite', 'acceptInvite'] as const) {
        const { status, body } = await bram.call(call, { params: { code: each } })
        expect([each, status, body.code]).toEqual([each, 404, 'not-found'])
      }
  })
})

describe('expiry of a challenge', () => {
  const expiry = ({ expiresAt }: Challenge) =>
    expiresAt && (Date.parse(expiresAt) - server.clock.now().getTime()) / HOUR

  test('is 14 days for one without an opponent, as set, or never', async () => {
    expect(expiry(await make(anna))).toBe(14 * 24)
    expect(expiry(await make(anna, { invite: true }))).toBe(14 * 24)
    expect(expiry(await make(anna, { opponent: bram.username }))).toBe(null)
    expect(expiry(await make(bram, { opponent: anna.username, expiresInHours: 1 }))).toBe(1)
    expect(expiry(await make(bram, { expiresInHours: 720 }))).toBe(720)
  })

  test.each([0, 721, 1.5, '24', null])('refuses %j hours', async (expiresInHours) => {
    const { status, body } = await anna.call('createChallenge', { body: { ...TERMS, expiresInHours } })
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  test('is exact to the millisecond: later commands find the challenge closed', async () => {
    const { challenge, code } = await invitation()
    const inTime = await make(anna, { expiresInHours: 14 * 24 })
    const named = await make(anna, { opponent: bram.username, expiresInHours: 14 * 24 })
    server.clock.set(inTime.expiresAt!)
    expect((await bram.call('acceptChallenge', of(inTime.id))).status).toBe(201)
    server.clock.advance(1)
    for (const answer of [
      await bram.call('acceptInvite', { params: { code } }),
      await bram.call('acceptChallenge', of(named.id)),
      await bram.call('declineChallenge', of(named.id)),
      await anna.call('withdrawChallenge', of(challenge.id)),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'challenge-closed'])
    expect(await shown(anna, named.id)).toMatchObject({ state: 'withdrawn', expired: true })
    for (const player of [anna, bram])
      expect((await player.call('listChallenges', { query: { mine: true } })).body.items).toEqual([])
  })

  test('removes the challenge from the lobby and the limit at once, before the sweep', async () => {
    const created = [await make(anna), await make(anna, { expiresInHours: 1 }), await make(anna)]
    expect((await anna.call('createChallenge', { body: TERMS })).body.code).toBe('limit-reached')
    server.clock.advance(HOUR + 1)
    const lobby = await server.call('listChallenges', { query: { limit: 100 } })
    const ids = lobby.body.items.map(({ id }: Challenge) => id)
    expect(created.map(({ id }) => ids.includes(id))).toEqual([true, false, true])
    await make(anna)
  })

  test('is completed by the sweep with an event and a notification to the challenger', async () => {
    const open = await make(anna, { expiresInHours: 1 })
    const named = await make(anna, { opponent: bram.username, expiresInHours: 2 })
    server.clock.advance(HOUR + 1)
    await expireChallenges(server.deps, server.store)
    const stored = (id: number) => server.database.prisma.challenge.findUniqueOrThrow({ where: { id } })
    expect((await stored(open.id)).state).toBe('open')
    server.clock.advance(HOUR + 10_000)
    server.published.events.length = 0
    await Promise.all([
      expireChallenges(server.deps, server.store),
      expireChallenges(server.deps, server.store),
    ])
    for (const { id } of [open, named])
      expect(await stored(id)).toMatchObject({ state: 'withdrawn', expired: true })
    expect(
      server.published.events.flatMap(({ event, playerIds }) =>
        event.type === 'challenge' ? [[event.challenge.id, event.challenge.expired, playerIds]] : [],
      ),
    ).toEqual([
      [open.id, true, [anna.id]],
      [named.id, true, [anna.id, bram.id]],
    ])
    await consumeAllEvents(server)
    const notificationsOf = async (player: TestPlayer) => (await player.call('listNotices')).body.items
    const { rules } = TERMS
    expect(await notificationsOf(anna)).toMatchObject([
      { kind: 'challenge-expired', params: { challenge: named.id, opponent: bram.username, rules } },
      { kind: 'challenge-expired', params: { challenge: open.id, opponent: null, rules } },
    ])
    expect((await notificationsOf(bram)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'challenge-received',
    ])
  })

  test('excludes a concurrent acceptance: one of the two wins', async () => {
    for (let n = 0; n < 5; n++) {
      const { code, challenge } = await invitation()
      server.clock.set(challenge.expiresAt!)
      // it arrives in time, though the sweep of a process whose clock is ahead may run first
      const early = { ...server.deps, now: () => new Date(Date.parse(challenge.expiresAt!) + 60_000) }
      const [accepted] = await Promise.all([
        bram.call('acceptInvite', { params: { code } }),
        expireChallenges(early, server.store),
      ])
      const { state, expired, gameId } = await server.database.prisma.challenge.findUniqueOrThrow({
        where: { id: challenge.id },
      })
      expect([
        [201, 'accepted', false, true],
        [409, 'withdrawn', true, false],
      ]).toContainEqual([accepted.status, state, expired, gameId !== null])
    }
  })
})
