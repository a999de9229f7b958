import { randomUUID } from 'node:crypto'
import type { Claim, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBotTokens } from '../../src/built-in-bots/bot-accounts.ts'
import { ruleByEvidence } from '../../src/play/claims/rule-by-evidence.ts'
import { cancelIdleGuestGames } from '../../src/play/deadlines/cancel-idle-guest-games.ts'
import { forgetGuests } from '../../src/privacy/erasure/forget-guests.ts'
import { createGuest, type Guest } from '../people/guest.ts'
import { codeOf, PASSWORD } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition, threeOccurrences } from '../play/repetition-games.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TERMS = { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } }

let server: TestServer
let bot: TestPlayer
let anna: TestPlayer
let guest: Guest
let serial = 0
beforeAll(async () => {
  server = await startServer({ env: { GUEST_LIMIT: '1000', REGISTER_LIMIT: '1000' } })
  const { token } = (await createBotTokens(server.deps, server.store))[0]!
  const call = createCaller(server.url, { authorization: `Bearer ${token}` })
  const { id, username } = (await call('getAccount')).body
  bot = { id, username, token, call, accountId: 0 }
})
afterAll(() => server?.close())
beforeEach(async () => {
  anna = await server.player(`anna${++serial}`)
  guest = await createGuest(server)
})

const of = (id: number) => ({ params: { id } })
const challengeBot = (by: Pick<Guest, 'call'> = guest, terms: object = {}) =>
  by.call('createChallenge', { body: { ...TERMS, opponent: bot.username, ...terms } })
const gameWithBot = async (): Promise<Game> => {
  const { body } = await challengeBot()
  return (await bot.call('acceptChallenge', of(body.id))).body.game
}
const invitation = async (terms: object = {}) => {
  const { body } = await anna.call('createChallenge', { body: { ...TERMS, invite: true, ...terms } })
  return { params: { code: new URL(body.inviteUrl).hash.slice(1) } }
}
const register = (by: Pick<Guest, 'call'>, body: object = {}) => {
  const username = `dora${++serial}`
  return by.call('register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD, ...body },
  })
}
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]!.split(';')[0]!

describe('a guest', () => {
  test('has an account without e-mail address, and stays the same when asking again', async () => {
    const { call, cookie: _, ...account } = guest
    expect(account).toMatchObject({
      username: `guest-${guest.id}`,
      kind: 'guest',
      email: null,
      role: 'player',
    })
    expect((await call('getAccount')).body).toEqual(account)
    const again = await call('createGuest')
    expect([again.status, again.body.account.id]).toEqual([201, guest.id])
    expect(codeOf(await anna.call('createGuest'))).toBe('conflict')
    const german = await createGuest(server, { language: 'de' })
    expect(german.language).toBe('de')
    const profile = await server.call('getUser', { params: { username: guest.username } })
    expect(profile.body).toMatchObject({ id: guest.id, kind: 'guest' })
  })

  test('plays a built-in bot, unrated, and talks in the game', async () => {
    const game = await gameWithBot()
    expect(game).toMatchObject({ rated: false, white: { id: guest.id, kind: 'guest' } })
    await playMoves(game, { ...guest, username: '' }, bot, ['d6', 'f4'])
    expect((await guest.call('sendMessage', { ...of(game.id), body: { text: 'Hello!' } })).status).toBe(201)
    expect(
      (await guest.call('setNote', { params: { id: game.id, ply: 1 }, body: { text: 'x' } })).status,
    ).toBe(200)
    expect(codeOf(await challengeBot(guest, { rated: true }))).toBe('guests-cannot')
    const listed = async (query: object) =>
      (await server.call('listGames', { query: { ...query, status: 'active' } })).body.items.map(
        ({ id }: { id: number }) => id,
      )
    expect(await listed({})).toContain(game.id)
    expect(await listed({ guests: false })).toEqual([])
  })

  test('plays whoever sends an invitation link, and that player again', async () => {
    expect(codeOf(await guest.call('acceptInvite', await invitation({ rated: true })))).toBe('guests-cannot')
    const { body } = await guest.call('acceptInvite', await invitation())
    expect(body.game).toMatchObject({ black: { id: guest.id }, white: { id: anna.id } })
    await guest.call('resign', of(body.game.id))
    const rematch = await anna.call('rematch', of(body.game.id))
    expect(rematch.status).toBe(201)
    expect((await guest.call('acceptChallenge', of(rematch.body.id))).status).toBe(201)
  })

  test('cannot challenge people or be challenged, or take open challenges', async () => {
    const { body: open } = await anna.call('createChallenge', { body: TERMS })
    const refused = [
      await guest.call('createChallenge', { body: TERMS }),
      await guest.call('createChallenge', { body: { ...TERMS, invite: true } }),
      await guest.call('createChallenge', { body: { ...TERMS, opponent: anna.username } }),
      await guest.call('acceptChallenge', of(open.id)),
      await anna.call('createChallenge', { body: { ...TERMS, opponent: guest.username } }),
      await guest.call('updateAccount', { body: { kind: 'bot' } }),
      await guest.call('createToken', { body: { name: 'x', scopes: ['game:play'] } }),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'guests-cannot'))
    const ownBot = await server.player(`robot${serial}`, { kind: 'bot' })
    expect(codeOf(await challengeBot(guest, { opponent: ownBot.username }))).toBe('guests-cannot')
  })

  test('has three games at most, challenges included, also with requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => challengeBot()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422])
    const made = answers.filter(({ status }) => status === 201)
    const accepted = await Promise.all(made.map(({ body }) => bot.call('acceptChallenge', of(body.id))))
    expect(accepted.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(codeOf(await guest.call('acceptInvite', await invitation()))).toBe('limit-reached')
    await guest.call('cancelGame', of(accepted[0]!.body.game.id))
    expect((await guest.call('acceptInvite', await invitation())).status).toBe(201)
  })

  test('gets one answer per idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const request = { headers, body: { ...TERMS, opponent: bot.username } }
    const [one, two] = [
      await guest.call('createChallenge', request),
      await guest.call('createChallenge', request),
    ]
    expect([two.status, two.body]).toEqual([201, one.body])
    expect(two.headers.get('idempotency-replayed')).toBe('true')
  })

  test('is limited by address, requests too', async () => {
    const strict = await startServer({ env: { GUEST_LIMIT: '2', RATE_LIMIT: '30', TRUST_PROXY: 'true' } })
    try {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      for (const status of [201, 201, 429])
        expect((await strict.call('createGuest', from('192.0.2.1'))).status).toBe(status)
      const other = await strict.call('createGuest', from('192.0.2.2'))
      expect(other.status).toBe(201)
      const cookie = cookieOf(other.headers)
      const read = await strict.call('getAccount', { headers: { cookie, 'x-forwarded-for': '192.0.2.2' } })
      const asVisitor = await strict.call('listGames', from('192.0.2.2'))
      const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('ratelimit-remaining'))
      expect(remaining(asVisitor)).toBe(remaining(read) - 1)
    } finally {
      await strict.close()
    }
  })
})

describe('a guest who registers', () => {
  test('remains the same player with games, conversation and settings', async () => {
    const { body } = await guest.call('acceptInvite', await invitation())
    const id = body.game.id
    await guest.call('sendMessage', { ...of(id), body: { text: 'Hello!' } })
    await guest.call('updateAccount', { body: { language: 'fr', timezone: 'Europe/Paris' } })
    server.clock.advance(HOUR)
    expect(codeOf(await register(guest, { kind: 'bot' }))).toBe('guests-cannot')

    const answer = await register(guest)
    expect(answer.status).toBe(201)
    const { account } = answer.body
    expect(account).toMatchObject({ id: guest.id, kind: 'human', language: 'fr', timezone: 'Europe/Paris' })
    expect(account.createdAt).toBe(server.clock.now().toISOString())
    const me = createCaller(server.url, { cookie: cookieOf(answer.headers) })
    expect((await me('getGame', of(id))).body.black).toEqual({
      id: guest.id,
      username: account.username,
      kind: 'human',
    })
    expect((await me('listMessages', of(id))).body.items).toMatchObject([{ text: 'Hello!' }])
    expect((await me('createChallenge', { body: TERMS })).status).toBe(201)
    // the guest's session and name are gone, and the name is nobody's
    expect((await guest.call('getAccount')).status).toBe(401)
    expect((await server.call('getUser', { params: { username: guest.username } })).status).toBe(404)
    const logIn = await server.call('logIn', { body: { username: account.username, password: PASSWORD } })
    expect(logIn.body.account.id).toBe(guest.id)
    expect(account.usernameChangeAt).toBeNull()
    const mails = { where: { kind: 'verify-email', recipient: account.email } }
    expect(await server.database.prisma.mail.count(mails)).toBe(1)
  })

  test('stays a guest if the name is taken, and registers once', async () => {
    expect(codeOf(await register(guest, { username: anna.username }))).toBe('username-taken')
    expect((await guest.call('getAccount')).body.kind).toBe('guest')
    const answers = await Promise.all([register(guest), register(guest)])
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 201)).toHaveLength(1)
    expect(await server.database.prisma.account.count({ where: { playerId: guest.id } })).toBe(1)
  })

  test('gives nothing to an account they log in to instead', async () => {
    const known = await register(server)
    const { username, id } = known.body.account
    const game = await gameWithBot()
    const logIn = await guest.call('logIn', { body: { username, password: PASSWORD } })
    expect(logIn.body.account).toMatchObject({ id, username })
    expect((await guest.call('getAccount')).status).toBe(401)
    expect((await server.call('getGame', of(game.id))).body.white.username).toBe(guest.username)
  })
})

describe('a claim in a game against a built-in bot', () => {
  const inGame = async (): Promise<Game> => {
    const player = { ...guest, accountId: 0, token: '' }
    return gameWithRepetition(server, player, bot)
  }

  test('is ruled by the evidence at once', async () => {
    const game = await inGame()
    const answer = await guest.call('fileClaim', {
      ...of(game.id),
      body: { ground: 'repetition', positions: threeOccurrences(game.ply) },
    })
    expect(answer.body.claim).toMatchObject({ state: 'upheld', verdict: { by: null } })
    expect(answer.body.game.outcome).toEqual({ winner: null, reason: 'repetition' })
  })

  test('is rejected at once if the evidence does not hold', async () => {
    const game = await inGame()
    const answer = await guest.call('fileClaim', {
      ...of(game.id),
      body: { ground: 'repetition', positions: [game.ply - 9, game.ply - 4, game.ply] },
    })
    expect(answer.body).toMatchObject({
      claim: { state: 'rejected' },
      game: { status: 'active', openClaim: null },
    })
  })

  test('is ruled later if the process stopped in between', async () => {
    const bram = await server.player(`bram${serial}`)
    const open: Claim = await fileRepetition(anna, await gameWithRepetition(server, anna, bram))
    await server.database.prisma.player.update({
      where: { id: bram.id },
      data: { kind: 'bot', builtIn: true },
    })
    await ruleByEvidence(server.deps, server.store)
    const { body } = await server.call('listClaims', of(open.game))
    expect(body.items).toMatchObject([{ id: open.id, state: 'upheld' }])
  })
})

describe('time', () => {
  test('cancels idle games against bots, and those do not count for the bot', async () => {
    const game = await gameWithBot()
    const { body: other } = await guest.call('acceptInvite', await invitation())
    server.clock.advance(DAY - HOUR)
    await guest.call('playMove', { ...of(game.id), body: { move: 'd6', ply: 0 } })
    server.clock.advance(DAY - HOUR)
    await cancelIdleGuestGames(server.deps, server.store)
    const statusOf = async ({ id }: Game) => (await server.call('getGame', of(id))).body.status
    expect([await statusOf(game), await statusOf(other.game)]).toEqual(['active', 'active'])
    server.clock.advance(HOUR)
    await cancelIdleGuestGames(server.deps, server.store)
    expect([await statusOf(game), await statusOf(other.game)]).toEqual(['cancelled', 'active'])
  })

  test('leaves room for others with a bot that plays many guests', async () => {
    const small = await startServer({ constants: { botActiveGames: 1 } })
    try {
      const { token } = (await createBotTokens(small.deps, small.store))[0]!
      const call = createCaller(small.url, { authorization: `Bearer ${token}` })
      const opponent = (await call('getAccount')).body.username
      const by = [
        await createGuest(small),
        await createGuest(small),
        await small.player('anna'),
        await small.player('bram'),
      ]
      const answers = []
      for (const player of by) {
        const { body } = await player.call('createChallenge', { body: { ...TERMS, opponent } })
        answers.push(codeOf(await call('acceptChallenge', of(body.id))))
      }
      expect(answers).toEqual([201, 201, 201, 'limit-reached'])
    } finally {
      await small.close()
    }
  })

  test('ends guests who are away for 30 days without a running game; their games stay', async () => {
    const { body } = await guest.call('acceptInvite', await invitation())
    const game: Game = body.game
    const idler = await createGuest(server)
    const visits = await createGuest(server)
    server.clock.advance(29 * DAY)
    expect((await visits.call('getAccount')).status).toBe(200)
    server.clock.advance(2 * DAY)
    await forgetGuests(server.deps, server.store)
    expect((await idler.call('getAccount')).status).toBe(401)
    expect((await visits.call('getAccount')).status).toBe(200)
    expect((await guest.call('getAccount')).status).toBe(200)

    await anna.call('resign', of(game.id))
    server.clock.advance(31 * DAY)
    await forgetGuests(server.deps, server.store)
    expect((await guest.call('getAccount')).status).toBe(401)
    expect(await server.database.prisma.account.count({ where: { playerId: guest.id } })).toBe(0)
    const profile = await server.call('getUser', { params: { username: guest.username } })
    expect(profile.body).toMatchObject({ kind: 'guest' })
    expect((await server.call('getGame', of(game.id))).body.black.username).toBe(guest.username)
    expect(codeOf(await anna.call('rematch', of(game.id)))).toBe('unknown-opponent')
  })

  test('forgets a guest who logs out, and renews the session of one who plays for years', async () => {
    const { headers, status } = await guest.call('logOut')
    expect(status).toBe(204)
    expect(headers.getSetCookie()[0]).toMatch(/Expires=Thu, 01 Jan 1970/i)
    await forgetGuests(server.deps, server.store)
    expect(await server.database.prisma.account.count({ where: { playerId: guest.id } })).toBe(0)
    const player = await createGuest(server)
    for (let month = 0; month < 30; month++) {
      server.clock.advance(20 * DAY)
      const answer = await player.call('getAccount')
      expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([
        200,
        expect.stringContaining('Max-Age=31536000'),
      ])
      await forgetGuests(server.deps, server.store)
    }
  })
})
