import { randomUUID } from 'node:crypto'
import { ENDPOINTS, type Endpoint, type OperationId } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newToken } from '../../src/accounts/credentials/token-secret.ts'
import { pruneKeys } from '../../src/http/idempotency.ts'
import { connectApp, openBrowser, postForm, registerApp } from '../people/oauth-app.ts'
import { type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition, threeOccurrences } from '../play/repetition-games.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())

const TOURNAMENT = {
  name: 'Club evening',
  rules: 'halma',
  clock: { kind: 'per-move', days: 3 },
  maxEntrants: 6,
}
const CHALLENGE = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
const withKey = (key: string, request: Request = {}): Request => ({
  ...request,
  headers: { 'idempotency-key': key },
})
const challenge = (key: string, body: object = CHALLENGE, by = anna) =>
  by.call('createChallenge', withKey(key, { body }))
const challenges = () => server.database.prisma.challenge.count()
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')

describe('a request with an Idempotency-Key', () => {
  it('runs once, and a repeat gets the first answer', async () => {
    const key = randomUUID()
    const before = await challenges()
    server.published.events.length = 0
    const first = await challenge(key)
    expect([first.status, replayed(first)]).toEqual([201, null])
    const second = await challenge(key)
    expect([second.status, replayed(second)]).toEqual([201, 'true'])
    expect(second.body).toEqual(first.body)
    expect(await challenges()).toBe(before + 1)
    expect(server.published.events).toHaveLength(1)
    // the answer is the first one even if the state has changed since
    await anna.call('withdrawChallenge', { params: { id: first.body.id } })
    expect((await challenge(key)).body.state).toBe('open')
    // the order of fields does not matter
    const turned = Object.fromEntries(Object.entries(CHALLENGE).reverse())
    expect(replayed(await challenge(key, turned))).toBe('true')
  })

  it('is announced after the commit only', async () => {
    server.published.events.length = 0
    const { body } = await challenge(randomUUID())
    expect(server.published.events).toMatchObject([
      { event: { type: 'challenge', challenge: { id: body.id } } },
    ])
  })

  it('is refused if the key was sent with another body or path', async () => {
    const key = randomUUID()
    const { body } = await challenge(key)
    const other = await challenge(key, { ...CHALLENGE, colour: 'black' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused'])
    const path = await anna.call('acceptChallenge', withKey(key, { params: { id: body.id } }))
    expect([path.status, path.body.code]).toEqual([422, 'idempotency-key-reused'])
  })

  it('does not share keys with other accounts', async () => {
    const key = randomUUID()
    const [one, two] = [await challenge(key), await challenge(key, CHALLENGE, bram)]
    expect([two.status, replayed(two)]).toEqual([201, null])
    expect(two.body.id).not.toBe(one.body.id)
  })

  it('runs again after a refusal, which rolls back the key too', async () => {
    const key = randomUUID()
    const body = { ...CHALLENGE, opponent: 'latecomer' }
    expect((await challenge(key, body)).body.code).toBe('unknown-opponent')
    await server.player('latecomer')
    const created = await challenge(key, body)
    expect([created.status, replayed(created)]).toEqual([201, null])
    expect(await server.database.prisma.idempotencyKey.count({ where: { key } })).toBe(1)
  })

  it.each([[''], ['a b'], ['é'], ['k'.repeat(256)]])('is refused with the malformed key %j', async (key) => {
    const { status, body } = await challenge(Buffer.from(key).toString('latin1'))
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  it('runs again a day later', async () => {
    const key = randomUUID()
    const first = await challenge(key)
    server.clock.advance(24 * HOUR - 1)
    expect(replayed(await challenge(key))).toBe('true')
    server.clock.advance(1)
    const anew = await challenge(key)
    expect([anew.status, replayed(anew)]).toEqual([201, null])
    expect(anew.body.id).not.toBe(first.body.id)
    server.clock.advance(24 * HOUR)
    expect(await pruneKeys(server.deps, server.store)).toBeGreaterThan(0)
    expect(await server.database.prisma.idempotencyKey.count()).toBe(0)
  })

  it('sent many times at once runs once: the others wait and get the same answer', async () => {
    for (let round = 0; round < 3; round++) {
      const key = randomUUID()
      const before = await challenges()
      const answers = await Promise.all(Array.from({ length: 12 }, () => challenge(key)))
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
      expect(await challenges()).toBe(before + 1)
    }
  })

  it('does not wait for another key', async () => {
    const dirk = await server.player('dirk')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        dirk.call(
          'createWebhook',
          withKey(`${n}-${randomUUID()}`, { body: { url: `https://dirk.example/${n}` } }),
        ),
      ),
    )
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('limit-reached')
    expect(answers.some(({ status }) => status === 201)).toBe(true)
  })

  it('stores answers encrypted, since they may show a secret', async () => {
    const key = randomUUID()
    const request = withKey(key, { body: { url: 'https://eva.example/hook' } })
    const eva = await server.player('eva')
    const { body } = await eva.call('createWebhook', request)
    const { answer } = await server.database.prisma.idempotencyKey.findFirstOrThrow({ where: { key } })
    for (const text of [answer!, Buffer.from(answer!, 'base64').toString('latin1')])
      expect(text).not.toContain(body.secret.slice('whsec_'.length))
    expect((await eva.call('createWebhook', request)).body.secret).toBe(body.secret)

    const { config } = server.deps
    const { secret } = config
    config.secret = 'another secret than the one before it'
    const unread = await eva.call('createWebhook', request)
    config.secret = secret
    expect([unread.status, unread.body.code]).toEqual([422, 'idempotency-key-reused'])
    expect(await server.database.prisma.webhook.count({ where: { accountId: eva.accountId } })).toBe(1)
  })

  it('shows its answer, which may contain a secret, to no other token or session', async () => {
    const fred = await server.player('fred')
    const token = newToken()
    const { prisma } = server.database
    await prisma.token.create({
      data: { accountId: fred.accountId, name: 'x', hash: hashToken(token), scopes: ['game:read'] },
    })
    const request = withKey(randomUUID(), { body: { url: 'https://fred.example/hook' } })
    expect((await fred.call('createWebhook', request)).status).toBe(201)
    const other = createCaller(server.url, { authorization: `Bearer ${token}` })
    const session = await openBrowser(server, fred)
    for (const call of [other, session.call]) {
      const { status, body } = await call('createWebhook', request)
      expect([status, body.code]).toEqual([422, 'idempotency-key-reused'])
    }
    expect(replayed(await fred.call('createWebhook', request))).toBe('true')
    expect(await prisma.webhook.count({ where: { accountId: fred.accountId } })).toBe(1)
  })

  it('shows its answer to an app that has a new access token', async () => {
    const owner = await openBrowser(server, await server.player('gina'))
    const app = await registerApp(owner)
    const { call, refreshToken } = await connectApp(server, app, owner, ['game:read'])
    const request = withKey(randomUUID(), { body: { url: 'https://gina.example/hook' } })
    const { body: first } = await call('createWebhook', request)
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: app.id }
    const { body } = await postForm(server, 'token', form)
    const renewed = createCaller(server.url, { authorization: `Bearer ${body.access_token}` })
    expect((await renewed('createWebhook', request)).body).toEqual(first)
  })

  it('that fails leaves nothing behind and can be sent again', async () => {
    const key = randomUUID()
    const before = await challenges()
    const { prisma } = server.database
    await prisma.$executeRaw`ALTER TABLE idempotency_keys RENAME COLUMN answer TO elsewhere`
    const response = await fetch(`${server.url}/api/v1/challenges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(CHALLENGE),
    })
    expect(response.status).toBe(500)
    await response.arrayBuffer()
    await prisma.$executeRaw`ALTER TABLE idempotency_keys RENAME COLUMN elsewhere TO answer`
    expect(await challenges()).toBe(before)
    expect(replayed(await challenge(key))).toBeNull()
    expect(await challenges()).toBe(before + 1)
  })
})

describe('every call that takes a key', () => {
  const KEYED = Object.values<Endpoint>(ENDPOINTS).flatMap(({ operationId, idempotent }) =>
    idempotent ? [operationId] : [],
  )
  const game = () => beginGame(anna, bram)
  const params = ({ id }: { id: number }) => ({ params: { id } })
  const claimed = async () => fileRepetition(anna, await gameWithRepetition(server, anna, bram))
  const offered = async () => (await bram.call('offerDraw', params(await game()))).body.offer
  const reported = (reason: string) => ({
    params: { username: 'bram' },
    body: { reason, text: 'What happened.' },
  })
  const open = async (opponent?: string) =>
    (await bram.call('createChallenge', { body: { ...CHALLENGE, ...(opponent && { opponent }) } })).body

  const withRole = async (data: { roles: string[] } | { role: 'admin' }) => {
    const person = await registerPerson(server)
    const { username: name } = person
    await server.database.prisma.account.updateMany({ where: { name }, data })
    return person
  }
  const moderator = () => withRole({ roles: ['moderator'] })
  const mute = (username: string) => ({
    params: { username },
    body: { kind: 'mute', reason: 'For good reasons.' },
  })
  /** Somebody whom a moderator has muted. */
  const muted = async () => {
    const person = await registerPerson(server)
    const { body: sanction } = await (await moderator()).call('imposeSanction', mute(person.username))
    const appeal = { body: { sanction: sanction.id, text: 'That was not me.' } }
    return { person, sanction, appeal }
  }

  const organiser = async () => {
    await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
    return bram
  }

  const club = async (name: string) => {
    const { prisma } = server.database
    const by = await organiser()
    // not counted as founded
    await prisma.club.updateMany({ data: { founderId: anna.id } })
    const { body } = await by.call('foundClub', { body: { name } })
    return { params: { slug: body.club.slug } }
  }

  const match = async (a: string, b: string) => ({
    club: (await club(a)).params.slug,
    opponent: (await club(b)).params.slug,
    rules: 'halma',
    clock: CHALLENGE.clock,
    boards: 4,
    lineupsCloseAt: '2030-01-01T12:00:00Z',
  })

  /** The caller and the request of each operation. */
  const HOW: Partial<Record<OperationId, () => Promise<[Pick<Person, 'call'>, Request]>>> = {
    createChallenge: async () => [anna, { body: CHALLENGE }],
    quickPair: async () => [anna, { body: { rules: 'halma', clock: CHALLENGE.clock } }],
    createTournament: async () => [await organiser(), { body: TOURNAMENT }],
    enterTournament: async () => {
      const { body } = await (await organiser()).call('createTournament', { body: TOURNAMENT })
      return [anna, params(body)]
    },
    enterLadder: async () => [anna, { params: { rules: 'halma' } }],
    challengeOnLadder: async () => {
      const ladder = { params: { rules: 'muehle' } }
      for (const player of [bram, anna]) await player.call('enterLadder', ladder)
      return [anna, { ...ladder, body: { opponent: 'bram' } }]
    },
    enterLeague: async () => {
      const boss = await server.player('boss', { role: 'admin' })
      await boss.call('createLeague', { body: { rules: 'halma', startsAt: '2030-01-01T12:00:00Z' } })
      return [anna, { params: { rules: 'halma' } }]
    },
    announceToEntrants: async () => {
      const by = await organiser()
      const { body } = await by.call('createTournament', { body: TOURNAMENT })
      return [by, { ...params(body), body: { text: 'The room is open.' } }]
    },
    addRoomyAddress: async () => [
      await withRole({ role: 'admin' }),
      { body: { network: '192.0.2.0/24', hours: 1 } },
    ],
    foundClub: async () => [await organiser(), { body: { name: 'Windmills' } }],
    joinClub: async () => [anna, { params: (await club('Millers')).params }],
    inviteToClub: async () => [bram, { ...(await club('Grinders')), body: {} }],
    announceInClub: async () => [bram, { ...(await club('Sails')), body: { text: 'The room is open.' } }],
    proposeMatch: async () => [bram, { body: await match('Stones', 'Gears') }],
    signUpForMatch: async () => {
      const body = await match('Wheels', 'Shafts')
      const proposed = await bram.call('proposeMatch', { body })
      const accepted = await bram.call('acceptMatch', params(proposed.body.match))
      return [bram, { ...params(accepted.body), body: { club: body.club } }]
    },
    acceptChallenge: async () => [anna, params(await open())],
    declineChallenge: async () => [anna, params(await open('anna'))],
    resign: async () => [anna, params(await game())],
    cancelGame: async () => [anna, params(await game())],
    giveTime: async () => [anna, { ...params(await game()), body: { days: 3 } }],
    claimTimeout: async () => {
      const late = await beginGame(anna, bram, { timeouts: 'claimed' })
      server.clock.set(new Date(Date.parse(late.deadline!) + 5001).toISOString())
      return [bram, params(late)]
    },
    offerDraw: async () => [anna, params(await game())],
    acceptDrawOffer: async () => [anna, params(await offered())],
    declineDrawOffer: async () => [anna, { ...params(await offered()), body: { reason: 'No.' } }],
    sendMessage: async () => [anna, { ...params(await game()), body: { text: 'Hello' } }],
    createWebhook: async () => [anna, { body: { url: 'https://anna.example/hook' } }],
    createChannel: async () => [await registerPerson(server), { body: { url: 'https://ntfy.sh/anna' } }],
    createClubChannel: async () => {
      const owner = await registerPerson(server)
      await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
      const { club } = (await owner.call('foundClub', { body: { name: 'Weather vanes' } })).body
      return [owner, { params: { slug: club.slug }, body: { url: 'https://ntfy.sh/club' } }]
    },
    createAnalysis: async () => [
      anna,
      { body: { title: 'Ending', tree: { rules: 'halma', start: null, nodes: [] } } },
    ],
    fileClaim: async () => {
      const repeatingMoves = await gameWithRepetition(server, anna, bram)
      return [
        anna,
        {
          ...params(repeatingMoves),
          body: { ground: 'repetition', positions: threeOccurrences(repeatingMoves.ply) },
        },
      ]
    },
    agreeToClaim: async () => [bram, params(await claimed())],
    ruleOnClaim: async () => {
      const admin = await server.player('admin', { role: 'admin' })
      return [admin, { ...params(await claimed()), body: { verdict: 'uphold', reason: 'It holds.' } }]
    },
    takeVacation: async () => {
      const from = server.clock.now().getTime() + 24 * HOUR
      const [begin, until] = [from, from + 48 * HOUR].map((at) => new Date(at).toISOString())
      return [anna, { body: { from: begin, until } }]
    },
    acceptInvite: async () => {
      const { body } = await bram.call('createChallenge', { body: { ...CHALLENGE, invite: true } })
      return [anna, { params: { code: new URL(body.inviteUrl).hash.slice(1) } }]
    },
    reportPlayer: async () => [anna, reported('abuse')],
    ruleOnReport: async () => {
      const arbiter = await server.player('arbiter', { role: 'admin' })
      const { body } = await bram.call('reportPlayer', { ...reported('other'), params: { username: 'anna' } })
      return [arbiter, { ...params(body), body: { verdict: 'upheld', reason: 'It was so.' } }]
    },
    decideContentReport: async () => {
      const report = { location: '/games/100001', text: 'A threat.', inGoodFaith: true }
      const { body } = await server.call('reportContent', { body: report })
      return [await moderator(), { ...params(body), body: { verdict: 'upheld', reason: 'It was so.' } }]
    },
    imposeSanction: async () => [await moderator(), mute((await registerPerson(server)).username)],
    liftSanction: async () => [
      await moderator(),
      { ...params((await muted()).sanction), body: { reason: 'It was a mistake.' } },
    ],
    fileAppeal: async () => {
      const { person, appeal } = await muted()
      return [person, appeal]
    },
    decideAppeal: async () => {
      const { person, appeal } = await muted()
      const { body } = await person.call('fileAppeal', appeal)
      return [await moderator(), { ...params(body), body: { verdict: 'granted', reason: 'It was not.' } }]
    },
  }

  it.each(KEYED.map((id) => [id]))('%s runs once', async (id) => {
    const [player, request] = await HOW[id]!()
    const key = randomUUID()
    const first = await player.call(id, withKey(key, request))
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    const { prisma } = server.database
    const events = await prisma.event.count()
    const second = await player.call(id, withKey(key, request))
    expect([second.status, second.body, replayed(second)]).toEqual([first.status, first.body, 'true'])
    expect(await prisma.event.count()).toBe(events)
  })
})
