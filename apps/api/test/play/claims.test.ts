import type { Claim, Clock, Game } from '@tegenzet/contract'
import { legalMoves, play, type RuleSetId, ruleSet, type Side, startPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { standStill } from '../server/stand-still.ts'
import { beginGame, playMoves } from './begin-game.ts'
import {
  fileRepetition,
  gameWithRepetition,
  LAST_PLACING_PLY,
  offerDraw,
  postClaim,
  repeatingMoves,
  threeOccurrences,
} from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const DAY = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let weak: TestPlayer
let boss: TestPlayer

beforeAll(async () => {
  server = await startServer({ now: START, readingMs: 1 })
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  weak = await server.player('weak', { scopes: ['game:read', 'challenge:write'] })
  boss = await server.player('boss', { role: 'admin' })
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const claims = async ({ id }: Game): Promise<Claim[]> =>
  (await server.call('listClaims', { params: { id } })).body.items
const withdraw = (player: TestPlayer, { id }: Claim) => player.call('withdrawClaim', { params: { id } })
const agree = (player: TestPlayer, { id }: Claim) => player.call('agreeToClaim', { params: { id } })
const decline = (player: TestPlayer, id: number) => player.call('declineDrawOffer', { params: { id } })
const move = (player: TestPlayer, game: Game, text: string) =>
  player.call('playMove', { params: { id: game.id }, body: { move: text, ply: game.ply } })
const codes = ({ body }: { body: { refusals: { code: string }[] } }) => body.refusals.map(({ code }) => code)
const repetition = (positions: number[], more: object = {}) => ({ ground: 'repetition', positions, ...more })
const END = LAST_PLACING_PLY + 8

describe('a claim before moving', () => {
  it('freezes the game and stores the evidence for the position on the board', async () => {
    standStill(server.clock)
    const game = await gameWithRepetition(server, anna, bram)
    server.clock.advance(DAY)
    server.published.events.length = 0
    const { status, body } = await postClaim(
      anna,
      game,
      repetition(threeOccurrences(END), { text: 'Driemaal' }),
    )
    expect(status).toBe(201)
    expect(body.claim).toEqual({
      id: expect.any(Number),
      game: game.id,
      by: 'white',
      ply: END,
      ground: 'repetition',
      positions: threeOccurrences(END),
      intendedMove: null,
      offer: null,
      text: 'Driemaal',
      state: 'open',
      evidence: {
        holds: true,
        findings: [{ code: 'positions-same', params: { positions: threeOccurrences(END) } }],
      },
      verdict: null,
      createdAt: server.clock.now().toISOString(),
      closedAt: null,
    })
    expect(body.game).toEqual({
      ...game,
      status: 'claimed',
      version: END + 1,
      deadline: null,
      clocks: {
        white: { remainingMs: 2 * DAY },
        black: { remainingMs: 3 * DAY },
        stoppedBy: ['claim'],
      },
      openClaim: { id: body.claim.id, by: 'white' },
      updatedAt: server.clock.now().toISOString(),
    })
    expect(await get(game)).toEqual(body.game)
    expect(await claims(game)).toEqual([body.claim])

    expect(server.published.events.map(({ event, playerIds }) => [event.type, playerIds])).toEqual([
      ['game', [anna.id, bram.id]],
      ['claim', [anna.id, bram.id, boss.id]],
    ])
    const stored = await server.database.prisma.event.findMany({
      where: { gameId: game.id, version: END + 1 },
      orderBy: { id: 'asc' },
    })
    expect(stored.map(({ payload }) => payload)).toEqual([body.game, body.claim])
    const mine = await anna.call('listGames', { query: { turn: 'mine' } })
    expect(mine.body.items.map(({ id }: Game) => id)).not.toContain(game.id)
    expect((await server.call('getLegalMoves', { params: { id: game.id } })).body.moves).toEqual([])
  })

  it('may name an intended move, which is judged but not played', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: END - 1 })
    const intendedMove = repeatingMoves('molenspel', END).at(-1)!
    const { status, body } = await postClaim(bram, game, repetition(threeOccurrences(END), { intendedMove }))
    expect([status, body.claim.evidence.holds, body.claim.intendedMove]).toEqual([201, true, intendedMove])
    expect(body.game).toMatchObject({ ply: END - 1, position: game.position, turn: 'black' })
    expect(await server.database.prisma.move.count({ where: { gameId: game.id } })).toBe(END - 1)
  })

  it('is sent live to both players and to admins whose token may rule', async () => {
    const tool = await server.player('tool', { role: 'admin', scopes: ['admin:claims'] })
    const game = await gameWithRepetition(server, anna, bram)
    const [player, admin, stranger] = await Promise.all(
      [bram, tool, carl].map(({ token }) => openSocket(server.url, { token })),
    )
    const claim = await fileRepetition(anna, game)
    const isIt = (message: { claim: Claim }) => message.claim.id === claim.id
    expect((await player!.waitFor('claim', isIt)).claim).toEqual(claim)
    expect((await admin!.waitFor('claim', isIt)).claim).toEqual(claim)
    expect((await player!.waitFor('game')).game.openClaim).toEqual({ id: claim.id, by: 'white' })
    stranger!.send({ type: 'ping' })
    await stranger!.waitFor('pong')
    expect(stranger!.messages().map(({ type }) => type)).toEqual(['pong'])
    expect(admin!.messages().map(({ type }) => type)).toEqual(['claim'])
    for (const { socket } of [player!, admin!, stranger!]) socket.terminate()
  })

  it('is accepted even if it is wrong: the evidence says where, and an admin rules', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    const { status, body } = await postClaim(anna, game, repetition([END - 8, END - 6, END]))
    expect([status, body.claim.evidence.holds]).toEqual([201, false])
    expect(body.claim.evidence.findings.map(({ code }: { code: string }) => code)).toEqual([
      'positions-same',
      'positions-differ',
      'positions-differ',
    ])
  })

  it('is valid after a hundred quiet plies and not after 99', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: 100 })
    const short = await postClaim(anna, game, { ground: 'quiet-moves', plies: [2, 100] })
    expect(short.body.claim.evidence).toEqual({
      holds: false,
      findings: [{ code: 'stretch-too-short', params: { plies: 99 } }],
    })
    await withdraw(anna, short.body.claim)
    const now = await playMoves(await get(game), anna, bram, repeatingMoves('molenspel', 102).slice(100))
    const { body } = await postClaim(anna, now, { ground: 'quiet-moves', plies: [1, 102] })
    expect(body.claim).toMatchObject({ plies: [1, 102], evidence: { holds: true, findings: [] } })
  })

  it('is refused at once with all reasons when it is not allowed now', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: END + 1 })
    const refused = await postClaim(anna, game, repetition(threeOccurrences(END)))
    expect([refused.status, refused.body.code]).toEqual([422, 'claim-refused'])
    expect(refused.body.refusals).toEqual([
      { code: 'played-on', params: { number: END, ply: END + 1 } },
      { code: 'not-your-turn', params: {} },
    ])
    for (const [player, body, expected] of [
      [bram, repetition([1, 2]), ['malformed-numbers']],
      [bram, repetition([9, 5, END + 1]), ['malformed-numbers']],
      [bram, repetition([5, 9, END + 3]), ['malformed-numbers']],
      [bram, repetition([5, 9, 2 ** 53 - 1]), ['malformed-numbers']],
      [bram, repetition([-5, 9, END + 1]), ['malformed-numbers']],
      [bram, { ground: 'quiet-moves', plies: [0, END + 1] }, ['malformed-numbers']],
      [bram, repetition([1, 2, END + 2], { intendedMove: 'a1-a1' }), ['illegal-intended-move']],
      [bram, repetition([1, 2, END + 2], { intendedMove: 'nonsense' }), ['illegal-intended-move']],
    ] as const) {
      const answer = await postClaim(player, game, body)
      const { status } = answer
      expect([body, status, codes(answer)]).toEqual([body, 422, expected])
    }
    expect(await claims(game)).toEqual([])
    expect(await get(game)).toEqual(game)
  })

  it('can be made once a ply, and not again after it was withdrawn or rejected', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    await withdraw(anna, await fileRepetition(anna, game))
    const other = await postClaim(anna, game, repetition([END - 7, END - 4, END]))
    expect([other.status, codes(other)]).toEqual([422, ['already-claimed']])

    const wrong = await gameWithRepetition(server, anna, bram, { plies: END - 1 })
    const intended = repeatingMoves('molenspel', END)
    const claim = repetition(threeOccurrences(END), { intendedMove: intended.at(-1) })
    const first = await postClaim(bram, wrong, claim)
    await boss.call('ruleOnClaim', {
      params: { id: first.body.claim.id },
      body: { verdict: 'reject', reason: 'Nee' },
    })
    expect(codes(await postClaim(bram, wrong, claim))).toEqual(['already-claimed'])
    const on = await playMoves(await get(wrong), anna, bram, intended.slice(END - 1))
    // the opponent may claim with the same numbers
    expect((await postClaim(anna, on, repetition(threeOccurrences(END)))).status).toBe(201)
  })

  it('closes an open draw offer', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    await offerDraw(bram, game)
    await fileRepetition(anna, game)
    const { body } = await server.call('listDrawOffers', { params: { id: game.id } })
    expect(body.items).toMatchObject([{ state: 'closed' }])
    expect((await get(game)).drawOffer).toBeNull()
  })

  it('is refused where the rule set lacks this draw or ends the game by itself', async () => {
    const halma = await playMoves(
      await beginGame(anna, bram, { rules: 'halma' }),
      anna,
      bram,
      firstMoves('halma', 4),
    )
    const quiet = await postClaim(anna, halma, { ground: 'quiet-moves', plies: [1, 4] })
    expect([quiet.status, codes(quiet)]).toEqual([422, ['ground-not-available']])
    const early = await postClaim(anna, halma, repetition([0, 2, 4]))
    expect(early.body.refusals).toEqual([{ code: 'too-early', params: { number: 4, earliest: 103 } }])
    const moulin = await playMoves(await beginGame(anna, bram, { rules: 'moulin' }), anna, bram, ['d6', 'f4'])
    expect(codes(await postClaim(anna, moulin, repetition([0, 1, 2])))).toEqual(['nobody-claims'])
  })
})

/** Legal opening moves. */
function firstMoves(id: RuleSetId, plies: number): string[] {
  const rules = ruleSet(id)
  const positions = [startPosition(rules)]
  return Array.from({ length: plies }, () => {
    const [move] = legalMoves(rules, positions.at(-1)!)
    const played = play(rules, positions, move!)
    if (played.ok) positions.push(played.value.position)
    return move!
  })
}

describe('a claim after a declined offer', () => {
  const muehle = (more: { plies?: number; clock?: Clock } = {}) =>
    gameWithRepetition(server, anna, bram, { rules: 'muehle', ...more })
  const claim = repetition(threeOccurrences(END))

  it('needs a declined offer with the same ground and numbers', async () => {
    const game = await muehle()
    const never = await postClaim(anna, game, claim)
    expect([never.status, codes(never)]).toEqual([422, ['no-declined-offer']])
    const bare = await offerDraw(anna, game)
    await decline(bram, bare.id)
    const other = await offerDraw(anna, game, repetition([1, 2, 3]))
    expect(codes(await postClaim(anna, game, claim))).toEqual(['no-declined-offer'])
    await decline(bram, other.id)
    const own = await offerDraw(anna, game, claim)
    expect(codes(await postClaim(anna, game, claim))).toEqual(['no-declined-offer'])
    await decline(bram, own.id)
    for (const named of [bare.id, other.id, 999_999, 2 ** 53 - 1])
      expect(codes(await postClaim(anna, game, { ...claim, offer: named }))).toEqual(['no-declined-offer'])
    expect(codes(await postClaim(bram, game, claim))).toEqual(['no-declined-offer'])
    const taken = await postClaim(anna, game, { ...claim, offer: own.id })
    expect([taken.status, taken.body.claim.offer]).toEqual([201, own.id])
  })

  it('accepts an offer that was declined by playing on, on turn or not', async () => {
    const game = await muehle()
    const offer = await offerDraw(anna, game, claim)
    const moves = repeatingMoves('muehle', END + 4)
    const on = await playMoves(game, anna, bram, moves.slice(END, END + 3))
    expect(on.turn).toBe('black')
    const { status, body } = await postClaim(anna, on, claim)
    expect([status, body.claim.evidence.holds, body.claim.offer]).toEqual([201, true, offer.id])
    expect(body.game).toMatchObject({ status: 'claimed', turn: 'black', openClaim: { by: 'white' } })
  })

  it('accepts an offer that expired after three days, whether the sweep has run or not', async () => {
    standStill(server.clock)
    const clock = { kind: 'bank', days: 10, incrementHours: 0, capDays: 10 } as const
    const game = await muehle({ clock })
    const offer = await offerDraw(bram, game, claim)
    server.clock.advance(3 * DAY)
    expect(codes(await postClaim(bram, game, claim))).toEqual(['no-declined-offer'])
    server.clock.advance(1)
    const { status, body } = await postClaim(bram, game, claim)
    expect([status, body.claim.offer]).toEqual([201, offer.id])
  })

  it('allows no intended move', async () => {
    const game = await muehle({ plies: END - 1 })
    const offer = await offerDraw(bram, game, repetition([1, 2, END - 1]))
    await decline(anna, offer.id)
    const intendedMove = repeatingMoves('muehle', END).at(-1)!
    const refused = await postClaim(bram, game, repetition([1, 2, END - 1], { intendedMove }))
    expect(codes(refused)).toEqual(['illegal-intended-move'])
  })
})

describe('an open claim', () => {
  it('can be withdrawn by the claimant only, and the game goes on', async () => {
    standStill(server.clock)
    const game = await gameWithRepetition(server, anna, bram)
    const claim = await fileRepetition(anna, game)
    expect((await withdraw(carl, claim)).body.code).toBe('not-a-player')
    expect((await withdraw(bram, claim)).body.code).toBe('forbidden')
    expect((await withdraw(weak, claim)).body.code).toBe('missing-scope')
    expect((await server.call('withdrawClaim', { params: { id: claim.id } })).status).toBe(401)
    expect((await withdraw(anna, { id: 2 ** 53 - 1 } as Claim)).status).toBe(404)
    const { status, body } = await withdraw(anna, claim)
    expect([status, body.claim.state]).toEqual([200, 'withdrawn'])
    expect(body.game).toEqual({ ...game, version: END + 2 })
    expect(await claims(game)).toEqual([body.claim])
    expect((await withdraw(anna, claim)).body.code).toBe('conflict')
    expect((await move(anna, game, repeatingMoves('molenspel', END + 1).at(-1)!)).status).toBe(201)
  })

  it('can be agreed to by the opponent only: drawn by agreement', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    const claim = await fileRepetition(anna, game)
    expect((await agree(anna, claim)).body.code).toBe('forbidden')
    expect((await agree(carl, claim)).body.code).toBe('not-a-player')
    expect((await agree(weak, claim)).body.code).toBe('missing-scope')
    expect((await agree(bram, { id: 999_999 } as Claim)).status).toBe(404)
    const { status, body } = await agree(bram, claim)
    expect([status, body.game.outcome, body.game.openClaim]).toEqual([
      200,
      { winner: null, reason: 'agreement' },
      null,
    ])
    expect(body.game.clocks.stoppedBy).toEqual([])
    expect(await claims(game)).toMatchObject([{ state: 'closed', verdict: null }])
    expect((await agree(bram, claim)).body.code).toBe('conflict')
  })

  it.each<[string, Side]>([
    ['the claimant', 'white'],
    ['the opponent', 'black'],
  ])('is closed when %s resigns', async (_, side) => {
    const game = await gameWithRepetition(server, anna, bram)
    await fileRepetition(anna, game)
    server.published.events.length = 0
    const { status } = await (side === 'white' ? anna : bram).call('resign', { params: { id: game.id } })
    expect(status).toBe(200)
    expect((await get(game)).outcome).toEqual({
      winner: side === 'white' ? 'black' : 'white',
      reason: 'resignation',
    })
    expect(await claims(game)).toMatchObject([{ state: 'closed' }])
    expect(server.published.events.map(({ event }) => event.type)).toEqual(['game', 'claim'])
  })

  it('freezes the game for all commands except those that settle the claim', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    await fileRepetition(anna, game)
    const frozen = await get(game)
    const next = repeatingMoves('molenspel', END + 1).at(-1)!
    const { id } = game
    for (const player of [anna, bram]) {
      for (const [operation, body, code] of [
        ['playMove', { move: next, ply: END }, 'game-frozen'],
        ['playMove', { move: next, ply: END, offerDraw: true }, 'game-frozen'],
        ['playMove', { move: 'd6xd6', ply: 3 }, 'game-frozen'],
        ['offerDraw', {}, 'game-frozen'],
        ['offerDraw', repetition(threeOccurrences(END)), 'game-frozen'],
        ['fileClaim', repetition(threeOccurrences(END)), 'game-frozen'],
        ['fileClaim', { ground: 'quiet-moves', plies: [1, END] }, 'game-frozen'],
        ['cancelGame', undefined, 'too-late-to-cancel'],
      ] as const) {
        const answer = await player.call(operation, { params: { id }, body })
        expect([operation, answer.status, answer.body.code]).toEqual([operation, 409, code])
      }
    }
    server.clock.advance(13 * DAY)
    expect(await get(game)).toEqual(frozen)
  })

  it('is refused in a game that is over', async () => {
    const game = await gameWithRepetition(server, anna, bram)
    await bram.call('resign', { params: { id: game.id } })
    const late = await postClaim(anna, game, repetition(threeOccurrences(END)))
    expect([late.status, late.body.code, codes(late)]).toEqual([409, 'game-over', ['game-over']])
  })
})

describe('the order of answers', () => {
  it.each<[string, unknown]>([
    ['no body', undefined],
    ['no ground', { positions: [1, 2, 3] }],
    ['no numbers', { ground: 'repetition' }],
    ['another ground’s numbers', { ground: 'repetition', plies: [1, 2] }],
    ['numbers as texts', repetition(['1', '2', '3'] as never)],
    ['fractions', repetition([1, 2.5, 3])],
    ['numbers beyond 2^53', repetition([1, 2, 2 ** 60])],
    ['an unknown field', repetition([1, 2, 3], { why: 'x' })],
    ['a text with a lone surrogate', repetition([1, 2, 3], { text: '\ud800' })],
    ['an offer id that is not a number', repetition([1, 2, 3], { offer: '4' })],
  ])('400: %s', async (_, body) => {
    expect((await anna.call('fileClaim', { params: { id: 5 }, body })).status).toBe(400)
  })

  it('then 401, 403 by scope, 404, 403 for others', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: 4 })
    const body = repetition([1, 2, 3])
    const as = async ({ call }: { call: TestServer['call'] }, id = game.id) =>
      (await call('fileClaim', { params: { id }, body })).body.code
    expect(await as(server)).toBe('unauthenticated')
    expect(await as(weak)).toBe('missing-scope')
    expect(await as(anna, 2 ** 31)).toBe('not-found')
    expect(await as(carl)).toBe('not-a-player')
    expect(await as(boss)).toBe('not-a-player')
    expect((await server.call('listClaims', { params: { id: 2 ** 53 - 1 } })).status).toBe(404)
  })
})
