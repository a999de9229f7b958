import type { Bot, Challenge } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBotTokens } from '../../src/built-in-bots/bot-accounts.ts'
import { verifiedPlayer } from '../people/player-mails.ts'
import type { PlayerOptions, TestPlayer } from '../people/test-player.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const OPEN = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
const PASSWORD = 'correct horse battery'

let server: TestServer
let anna: TestPlayer
let serial = 0
const newPlayer = (kind?: 'bot') => server.player(`newcomer${++serial}`, { kind })

beforeAll(async () => {
  server = await startServer({ env: { MAX_ACTIVE_GAMES: '5' }, constants: { botActiveGames: 7 } })
  anna = await server.player('anna')
})
afterAll(() => server?.close())

const make = async (player: TestPlayer, body: object): Promise<Challenge> =>
  (await player.call('createChallenge', { body: { ...OPEN, ...body } })).body
const accept = (player: TestPlayer, { id }: Challenge) => player.call('acceptChallenge', { params: { id } })
const becomeBot = (player: TestPlayer) => player.call('updateAccount', { body: { kind: 'bot' } })

describe('a bot account', () => {
  it('is registered with its kind; the default is a person', async () => {
    for (const [kind, expected] of [
      ['bot', 'bot'],
      ['human', 'human'],
      [undefined, 'human'],
    ]) {
      const username = `registered${++serial}`
      const { status, body } = await server.call('register', {
        body: { username, email: `${username}@example.org`, password: PASSWORD, ...(kind && { kind }) },
      })
      expect([status, body.account.kind]).toEqual([201, expected])
      const user = await server.call('getUser', { params: { username } })
      expect(user.body.kind).toBe(expected)
    }
  })

  it('is made from a new account, keeps its settings, and stays a bot', async () => {
    const bot = await newPlayer()
    const { status, body } = await bot.call('updateAccount', { body: { kind: 'bot', language: 'fr' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'bot', language: 'fr' })
    expect((await becomeBot(bot)).status).toBe(200)
    const back = await bot.call('updateAccount', { body: { kind: 'human' } })
    expect([back.status, back.body.code]).toEqual([400, 'validation'])
  })

  it('cannot be made from an account that has played or has an open challenge', async () => {
    const played = await newPlayer()
    await accept(played, await make(anna, {}))
    const challenging = await newPlayer()
    const open = await make(challenging, {})
    const asked = await newPlayer()
    await make(anna, { opponent: asked.username })
    for (const player of [played, challenging, asked]) {
      const { status, body } = await player.call('updateAccount', { body: { kind: 'bot', language: 'de' } })
      expect([status, body.code]).toEqual([422, 'not-a-new-account'])
      const account = await player.call('getAccount')
      expect(account.body).toMatchObject({ kind: 'human', language: 'en' })
    }
    await challenging.call('withdrawChallenge', { params: { id: open.id } })
    expect((await becomeBot(challenging)).body.kind).toBe('bot')
  })

  it('is not made from the account of a person who has entered a tournament for people', async () => {
    const organiser = await verifiedPlayer(server, `organiser${++serial}`)
    const terms = { name: 'Cup', rules: 'muehle', clock: OPEN.clock, maxEntrants: 8 }
    const { body: tournament } = await organiser.call('createTournament', { body: terms })
    const inTournament = { params: { id: tournament.id } }
    const player = await newPlayer()
    expect((await player.call('enterTournament', inTournament)).status).toBe(201)
    expect((await becomeBot(player)).body.code).toBe('not-a-new-account')
    expect((await player.call('withdrawFromTournament', inTournament)).status).toBe(204)
    expect((await becomeBot(player)).body.kind).toBe('bot')
  })

  it('is not made from the account of a person who is on a ladder', async () => {
    const player = await newPlayer()
    const onLadder = { params: { rules: 'muehle' as const } }
    expect((await player.call('enterLadder', onLadder)).status).toBe(201)
    expect((await becomeBot(player)).body.code).toBe('not-a-new-account')
    expect((await player.call('leaveLadder', onLadder)).status).toBe(204)
    expect((await becomeBot(player)).body.kind).toBe('bot')
  })

  it('is not made from the account of an arbiter, a moderator or an admin, who would keep the role', async () => {
    for (const options of [
      { role: 'admin' },
      { roles: ['arbiter'] },
      { roles: ['moderator'] },
    ] satisfies PlayerOptions[]) {
      const staff = await server.player(`staff-${++serial}`, options)
      const { status, body } = await becomeBot(staff)
      expect([status, body.code]).toEqual([403, 'forbidden'])
      expect((await staff.call('getAccount')).body.kind).toBe('human')
    }
  })

  it('is never made at the same time as a game with its player as a person begins', async () => {
    for (let n = 0; n < 12; n++) {
      const [challenger, player] = [await newPlayer(), await newPlayer()]
      const challenge = await make(challenger, { rated: true })
      const [became, accepted] = await Promise.all([becomeBot(player), accept(player, challenge)])
      const { kind } = (await player.call('getAccount')).body
      if (accepted.status === 201) {
        expect(became.body.code).toBe('not-a-new-account')
        expect([kind, accepted.body.game.black.kind]).toEqual(['human', 'human'])
      } else {
        expect([accepted.body.code, kind]).toEqual(['bots-not-welcome', 'bot'])
      }
    }
  })

  it('is never made at the same time as a challenge meant for a person', async () => {
    for (let n = 0; n < 12; n++) {
      const player = await newPlayer()
      const [became, asked] = await Promise.all([
        becomeBot(player),
        make(anna, { opponent: player.username }),
      ])
      expect(asked.bots).toBe(became.status === 200)
      expect(asked.opponent?.kind).toBe((await player.call('getAccount')).body.kind)
      await anna.call('withdrawChallenge', { params: { id: asked.id } })
    }
  })
})

describe('a bot accepts', () => {
  it('an open challenge, unless it is rated or the challenger excludes bots', async () => {
    for (const [body, bots] of [
      [{}, true],
      [{ bots: true }, true],
      [{ bots: false }, false],
      [{ rated: true }, false],
    ] as const) {
      const challenge = await make(await newPlayer(), body)
      expect(challenge.bots).toBe(bots)
      const bot = await newPlayer('bot')
      const { status, body: answer } = await accept(bot, challenge)
      if (bots) expect([status, answer.game.black.kind]).toEqual([201, 'bot'])
      else {
        expect([status, answer.code]).toEqual([422, 'bots-not-welcome'])
        expect((await accept(await newPlayer(), challenge)).status).toBe(201)
      }
    }
  })

  it('a challenge to it; people accept its challenges and see that it is a bot', async () => {
    const [bot, challenger, other] = [await newPlayer('bot'), await newPlayer(), await newPlayer()]
    const named = await make(challenger, { opponent: bot.username, bots: false })
    expect(named.bots).toBe(true)
    expect((await accept(bot, named)).body.game).toMatchObject({ black: { kind: 'bot' } })
    const own = await make(bot, {})
    expect(own.challenger.kind).toBe('bot')
    expect((await accept(other, own)).body.game).toMatchObject({ white: { kind: 'bot' } })
  })

  it('more games at once than a person may have', async () => {
    const bot = await newPlayer('bot')
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await accept(bot, await make(await newPlayer(), {}))).status)
    expect(statuses).toEqual([...Array(7).fill(201), 422])
  })
})

describe('the list of ready bots', () => {
  const ready = async (query: Record<string, string> = {}): Promise<string[]> => {
    const names: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await server.call('listBots', { query: { ...query, ...(cursor && { cursor }) } })
      names.push(...body.items.map(({ user }: Bot) => user.username))
      cursor = body.nextCursor
    } while (cursor)
    return names
  }
  const say = (player: TestPlayer, body: object) => player.call('setAvailability', { body })

  it('keeps a bot for five minutes, or until it withdraws', async () => {
    const bot = await server.player('Robot', { kind: 'bot' })
    const { status, body } = await say(bot, {
      rules: ['muehle', 'halma'],
      level: 3,
      about: 'Plays by the book.',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: { id: bot.id, username: 'Robot', kind: 'bot' },
      house: false,
      rules: ['muehle', 'halma'],
      level: 3,
      about: 'Plays by the book.',
      character: null,
      until: new Date(server.clock.now().getTime() + 5 * 60_000).toISOString(),
    })
    expect(await ready()).toEqual(['Robot'])
    expect(await ready({ rules: 'halma' })).toEqual(['Robot'])
    expect(await ready({ rules: 'moulin' })).toEqual([])
    server.clock.advance(4 * 60_000)
    expect((await say(bot, { rules: ['moulin'] })).body).toMatchObject({ level: null, about: null })
    server.clock.advance(4 * 60_000)
    expect(await ready({ rules: 'moulin' })).toEqual(['Robot'])
    server.clock.advance(60_000)
    expect(await ready()).toEqual([])

    await say(bot, { rules: ['moulin'] })
    expect((await bot.call('endAvailability')).status).toBe(204)
    expect(await ready()).toEqual([])
    expect((await bot.call('endAvailability')).status).toBe(204)
  })

  it('shows the server’s own bots first, weakest first, in pages', async () => {
    for (const [username, level, house] of [
      ['other', undefined, false],
      ['strong', 5, false],
      ['weak', 1, false],
      ['HouseStrong', 4, true],
      ['HouseWeak', 2, true],
    ] as const) {
      const bot = await server.player(username, { kind: 'bot' })
      await server.database.prisma.player.update({ where: { id: bot.id }, data: { builtIn: house } })
      await say(bot, { rules: ['muehle'], ...(level && { level }) })
    }
    const all = ['HouseWeak', 'HouseStrong', 'weak', 'strong', 'other']
    expect(await ready()).toEqual(all)
    expect(await ready({ limit: '1' })).toEqual(all)
    expect(await ready({ limit: '2', house: 'false' })).toEqual(['weak', 'strong', 'other'])
    expect(await ready({ house: 'true' })).toEqual(['HouseWeak', 'HouseStrong'])
    const { body: own } = await server.call('listBots', { query: { house: true } })
    expect(own.items.map(({ character }: Bot) => character)).toEqual(['opportunist', 'planner'])
    const { status, body } = await server.call('listBots', { query: { cursor: btoa('[1,2]') } })
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  it('gives built-in bots their names, also those of earlier versions, unless a player has the name', async () => {
    const own = await startServer()
    try {
      const old = await own.player('Computer-1', { kind: 'bot' })
      const email = 'house:1'
      await own.database.prisma.account.update({
        where: { id: old.accountId },
        data: { email, name: 'Computer-1' },
      })
      await own.player('mirabel')
      const tokens = await createBotTokens(own.deps, own.store)
      const names = []
      for (const { token } of tokens)
        names.push(
          (await own.call('getAccount', { headers: { authorization: `Bearer ${token}` } })).body.username,
        )
      expect(names).toEqual(['Pippin', 'Mirabel_', 'Balthasar', 'Ottoline', 'Morgana'])
      expect((await own.call('getUser', { params: { username: 'Computer-1' } })).body.id).toBe(old.id)
    } finally {
      await own.close()
    }
  })

  it('is for bots with the scope only', async () => {
    for (const operation of ['setAvailability', 'endAvailability'] as const) {
      const body = operation === 'setAvailability' ? { rules: ['muehle'] } : undefined
      const person = await anna.call(operation, { body })
      expect([person.status, person.body.code]).toEqual([403, 'forbidden'])
      expect((await server.call(operation, { body })).status).toBe(401)
      const scopeless = await server.player(`scopeless${++serial}`, { kind: 'bot', scopes: ['game:play'] })
      expect((await scopeless.call(operation, { body })).body.code).toBe('missing-scope')
    }
  })

  it.each([
    ['no rule sets', { rules: [] }],
    ['a rule set twice', { rules: ['muehle', 'muehle'] }],
    ['an unknown rule set', { rules: ['chess'] }],
    ['an unknown level', { rules: ['muehle'], level: 6 }],
    ['a text that is too long', { rules: ['muehle'], about: 'x'.repeat(301) }],
  ])('refuses %s', async (_, body) => {
    const bot = createCaller(server.url, { authorization: `Bearer ${(await newPlayer('bot')).token}` })
    const answer = await bot('setAvailability', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })
})
