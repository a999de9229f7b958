import type { Game } from '@tegenzet/contract'
import { legalMoves, RULE_SET_IDS, ruleSet, startPosition, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuest } from '../people/guest.ts'
import { registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
})
afterAll(() => server?.close())

/** White closes a mill and takes one of three stones. */
const WON = 'ww./..w/..b/....../.b./.../..b w 0 0 0 40'
const START = '.../.../.../....../.../.../... w 9 9 0 1'

type Asker = Pick<TestPlayer, 'call'>
const probe = (position: string, rules = 'muehle', asker: Asker = server) =>
  asker.call('probePosition', { params: { rules }, query: { position } })
const probeAll = (positions: string[], rules = 'muehle', asker: Asker = server) =>
  asker.call('probePositions', { params: { rules }, body: { positions } })
const line = (position: string, rules = 'muehle', asker: Asker = server) =>
  asker.call('getTableLine', { params: { rules }, query: { position } })

describe('tables', () => {
  it('are listed with their counts, for five groups of rule sets', async () => {
    const { status, body } = await server.call('listTables')
    expect(status).toBe(200)
    expect(body.items).toContainEqual({
      group: 'muehle',
      rules: ['muehle', 'merels-wild', 'moulin', 'lasker'],
      w: 3,
      b: 3,
      n: 2_691_920,
      win: 2_232_160,
      loss: 455_648,
      draw: 4_112,
      max: 26,
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    const sets = new Map<string, string[]>()
    for (const { group, w, b, n, win, loss, draw } of body.items) {
      expect(win + loss + draw).toBe(n)
      sets.set(group, [...(sets.get(group) ?? []), `${w}-${b}`])
    }
    expect([...sets.keys()]).toEqual([
      ...['molenspel', 'muehle', 'merels', 'merels-diagonal', 'merels-diagonal-wild'],
    ])
    for (const each of sets.values()) expect(each).toEqual(['3-3', '3-4', '4-3', '3-5', '4-4', '5-3'])
  })

  it('give a position its value, and its moves from the best to the worst', async () => {
    const { status, body } = await probe(WON)
    expect(status).toBe(200)
    expect(body).toMatchObject({ covered: true, value: 'win', plies: 1, claimable: false })
    expect(body.moves[0]).toEqual({ move: 'f6-g7xd3', value: 'win', plies: 1 })
    const moves = body.moves.map(({ move }: { move: string }) => move)
    expect([...moves].sort()).toEqual(legalMoves(ruleSet('muehle'), trustedPosition(WON)))
    expect((await line(WON)).body).toEqual({
      covered: true,
      value: 'win',
      plies: 1,
      line: [body.moves[0].move],
    })
  })

  it('know nothing of stones in hand, of many stones, and of Halma', async () => {
    const many = 'www/bbb/www/bbb.../.../.../... w 0 0 0 40'
    const none = { covered: false, value: null, plies: null, claimable: false }
    for (const position of [START, many]) {
      expect((await probe(position)).body).toEqual({ ...none, moves: [] })
      expect((await line(position)).body).toEqual({ covered: false, value: null, plies: null, line: [] })
    }
    const { body } = await server.call('getRules', { params: { id: 'halma' } })
    expect((await probe(body.startPosition, 'halma')).body).toEqual({ ...none, moves: [] })
  })

  it.each(RULE_SET_IDS)('do not have the start of %s, and say so', async (id) => {
    const start = startPosition(ruleSet(id))
    expect((await probe(start, id)).body).toMatchObject({ covered: false, moves: [] })
    expect((await line(start, id)).body).toMatchObject({ covered: false, line: [] })
    expect((await probeAll([start], id)).body.items).toMatchObject([{ covered: false }])
  })

  it('a position that is over has its value, 0 plies and no moves', async () => {
    const over = 'ww./bbb/.../....../.../.../... w 0 0 0 40'
    expect((await probe(over)).body).toEqual({
      covered: true,
      value: 'loss',
      plies: 0,
      claimable: false,
      moves: [],
    })
    expect((await line(over)).body.line).toEqual([])
  })

  it('refuse what is no position', async () => {
    for (const position of ['', 'x', 'wwww/www/www/www.../.../.../... w 0 0 0 40', WON.replace('w 0', 'w 9')])
      for (const answer of [await probe(position), await line(position), await probeAll([WON, position])])
        expect([answer.status, answer.body.code]).toEqual([422, 'malformed-position'])
    expect((await probeAll([WON, 'x'])).body.errors).toMatchObject([{ path: '/body/positions/1' }])
    expect((await probeAll(Array(101).fill(WON))).status).toBe(400)
    expect((await probe(WON, 'chess')).status).toBe(400)
  })

  it('give many positions their values in one call, in the same order', async () => {
    const { status, body } = await probeAll([START, WON, WON])
    expect(status).toBe(200)
    expect(body.items.map(({ value }: { value: string }) => value)).toEqual([null, 'win', 'win'])
  })

  it('a call with many positions counts as that many reads', async () => {
    const limited = await startServer({ env: { RATE_LIMIT: '50' } })
    try {
      const ask = (amount: number) => probeAll(Array(amount).fill(WON), 'muehle', limited)
      const first = await ask(30)
      expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '20'])
      expect((await ask(19)).headers.get('ratelimit-remaining')).toBe('1')
      const refused = await ask(10)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await probe(WON, 'muehle', limited)).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('in a running game nobody gets help', () => {
  const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer
    return status === 200 ? 200 : `${status} ${body.code}`
  }
  const REFUSED = '403 game-running'

  /** After d6 f4 in the game of anna and bram; both have seven or more stones in hand. */
  const AFTER_TWO = '.../.w./.../....b./.../.../... w 8 8 2 2'
  const MIRRORED = '.../.w./.../.b..../.../.../... w 8 8 0 77'
  const TURNED = '.../.../.../....w./.../.b./... w 8 8 2 2'
  const SWAPPED = '.../.b./.../....w./.../.../... b 8 8 2 2'
  const IN_AND_OUT = '.../.w./.../....b./.../.../... w 8 8 2 2'

  beforeAll(async () => {
    await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
  })

  it.each([
    ['the position itself', AFTER_TWO],
    ['with other counters', AFTER_TWO.replace('2 2', '0 31')],
    ['mirrored', MIRRORED],
    ['turned', TURNED],
    ['with the squares exchanged', IN_AND_OUT],
    ['with colours exchanged', SWAPPED],
    ['a ply later', '.../.w./.../w...b./.../.../... b 7 8 3 2'],
    ['two plies later, turned', '.../.../.../....w./.b./wb./... w 7 7 4 3'],
  ])('%s', async (_, position) => {
    for (const player of [anna, bram]) {
      expect(await codeOf(probe(position, 'muehle', player))).toBe(REFUSED)
      expect(await codeOf(line(position, 'muehle', player))).toBe(REFUSED)
      expect(await codeOf(probeAll([WON, position], 'muehle', player))).toBe(REFUSED)
    }
  })

  it.each(['merels-wild', 'moulin', 'molenspel'])(
    'not in %s either, which has the same values',
    async (rules) => {
      expect(await codeOf(probe(AFTER_TWO, rules, anna))).toBe(REFUSED)
    },
  )

  it('others, visitors, other positions and other games are answered', async () => {
    expect(await codeOf(probe(AFTER_TWO, 'muehle', carl))).toBe(200)
    expect(await codeOf(probe(AFTER_TWO))).toBe(200)
    expect(await codeOf(probe(AFTER_TWO, 'merels-diagonal', anna))).toBe(200)
    expect(await codeOf(probe(WON, 'muehle', anna))).toBe(200)
    // three plies later
    expect(await codeOf(probe('ww./.w./.../....b./.../.../..b b 6 7 0 4', 'muehle', anna))).toBe(200)
  })

  it('answers to whoever is known are private, and those to visitors are not kept either', async () => {
    for (const [asker, policy] of [
      [anna, 'private, no-store'],
      [server, 'no-store'],
    ] as const) {
      expect((await probe(WON, 'muehle', asker)).headers.get('cache-control')).toBe(policy)
      expect((await probeAll([WON], 'muehle', asker)).headers.get('cache-control')).toBe(policy)
      expect((await line(WON, 'muehle', asker)).headers.get('cache-control')).toBe(policy)
    }
    expect((await probe(AFTER_TWO, 'muehle', anna)).headers.get('cache-control')).toBe('private, no-store')
  })

  it('a guest gets none for a game of theirs', async () => {
    const guest = await createGuest(server)
    expect(await codeOf(probe(AFTER_TWO, 'muehle', guest))).toBe(200)
    const { body: invited } = await carl.call('createChallenge', {
      body: { rules: 'muehle', invite: true, colour: 'white', clock: { kind: 'per-move', days: 3 } },
    })
    const { body } = await guest.call('acceptInvite', {
      params: { code: new URL(invited.inviteUrl).hash.slice(1) },
    })
    await playMoves(body.game, carl, guest, ['d6', 'f4'])
    expect(await codeOf(probe(AFTER_TWO, 'muehle', guest))).toBe(REFUSED)
  })

  it('nor for games of a ladder and of a tournament, with a token or by session', async () => {
    const [gina, hugo, ilse] = await Promise.all([1, 2, 3].map(() => registerPerson(server)))
    const people = [gina!, hugo!, ilse!]
    for (const { call } of [hugo!, gina!])
      expect((await call('enterLadder', { params: { rules: 'muehle' } })).status).toBe(201)
    const challenge = { params: { rules: 'muehle' }, body: { opponent: hugo!.username } }
    const { game: onLadder } = (await gina!.call('challengeOnLadder', challenge)).body

    const terms = { name: 'Club evening', rules: 'muehle', groupSize: 3, gamesPerPair: 1, maxEntrants: 3 }
    const created = await ilse!.call('createTournament', {
      body: { ...terms, clock: { kind: 'per-move', days: 3 } },
    })
    const tournament = { params: { id: created.body.id } }
    for (const { call } of people) expect((await call('enterTournament', tournament)).status).toBe(201)
    expect((await ilse!.call('startTournament', tournament)).status).toBe(200)
    const { items } = (await server.call('listTournamentGames', tournament)).body
    const withIlse = items.find(({ white, black }: Game) =>
      [white, black].some(({ username }) => username === ilse!.username),
    )

    const { body } = await ilse!.call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })
    const byToken: Asker = {
      call: (operation, input) =>
        server.call(operation, { ...input, headers: { authorization: `Bearer ${body.token}` } }),
    }
    for (const [game, asker] of [
      [onLadder, gina!],
      [withIlse, ilse!],
      [withIlse, byToken],
    ] as const) {
      const of = (name: string) => people.find(({ username }) => username === name)!
      if (game.ply === 0) {
        expect(await codeOf(probe(AFTER_TWO, 'muehle', asker))).toBe(REFUSED)
        await playMoves(game, of(game.white.username), of(game.black.username), ['d6', 'f4'])
        game.ply = 2
      }
      for (const position of [AFTER_TWO, MIRRORED, SWAPPED])
        expect(await codeOf(probe(position, 'muehle', asker))).toBe(REFUSED)
    }
  })

  it('a game that is over, or cancelled, keeps nothing back', async () => {
    const dora = await server.player('dora')
    const emil = await server.player('emil')
    const game = await playMoves(await beginGame(dora, emil), dora, emil, ['d6', 'f4'])
    expect(await codeOf(probe(AFTER_TWO, 'muehle', dora))).toBe(REFUSED)
    await dora.call('resign', { params: { id: game.id } })
    expect(await codeOf(probe(AFTER_TWO, 'muehle', dora))).toBe(200)
  })
})
