import type { Claim, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ruleByEvidence } from '../../src/play/claims/rule-by-evidence.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { playMoves } from './begin-game.ts'
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
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const END = LAST_PLACING_PLY + 8

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let boss: TestPlayer

beforeAll(async () => {
  server = await startServer({ now: START })
  anna = await server.player('anna')
  bram = await server.player('bram')
  boss = await server.player('boss', { role: 'admin' })
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const rule = (claim: Claim, verdict: 'uphold' | 'reject') =>
  boss.call('ruleOnClaim', { params: { id: claim.id }, body: { verdict, reason: 'Gezien' } })
const withdraw = (player: TestPlayer, { id }: Claim) => player.call('withdrawClaim', { params: { id } })
const at = (...ms: number[]) => new Date(ms.reduce((sum, each) => sum + each, +new Date(START))).toISOString()
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
const next = (game: Game) => repeatingMoves(game.rules, game.ply + 1).at(-1)!
/** White is to move with a day left, and claims after an hour. */
async function claimed(more: object = {}) {
  const game = await gameWithRepetition(server, anna, bram, { clock: { kind: 'per-move', days: 1 } })
  server.clock.advance(HOUR)
  return { game, claim: await fileRepetition(anna, game, more) }
}

describe('while a claim is open', () => {
  it('no clock runs', async () => {
    const { game } = await claimed()
    server.clock.advance(10 * DAY)
    await endOverdueGames(server.deps, server.store)
    expect(await get(game)).toMatchObject({ status: 'claimed', deadline: null, turn: 'white' })
    expect(left(await get(game))).toEqual([DAY - HOUR, DAY])
  })
})

describe('a rejected claim', () => {
  it('restores turn and clock to the millisecond', async () => {
    const { game, claim } = await claimed()
    server.clock.advance(5 * DAY + 12_345)
    const { body } = await rule(claim, 'reject')
    expect(body.game).toMatchObject({
      status: 'active',
      turn: 'white',
      ply: END,
      position: game.position,
      openClaim: null,
      deadline: at(HOUR, 5 * DAY, 12_345, DAY - HOUR),
    })
    expect(left(body.game)).toEqual([DAY - HOUR, DAY])
    expect(body.game.clocks.stoppedBy).toEqual([])
    server.clock.set(body.game.deadline)
    const played = await anna.call('playMove', {
      params: { id: game.id },
      body: { move: next(game), ply: END },
    })
    expect(played.status).toBe(201)
    expect(played.body.game.deadline).toBe(at(HOUR, 5 * DAY, 12_345, DAY - HOUR, DAY))
  })

  it('leaves a deadline that is exact to the millisecond', async () => {
    const { game, claim } = await claimed()
    server.clock.advance(5 * DAY)
    const { body } = await rule(claim, 'reject')
    server.clock.set(body.game.deadline)
    server.clock.advance(1)
    const late = await anna.call('playMove', {
      params: { id: game.id },
      body: { move: next(game), ply: END },
    })
    expect(late.body.code).toBe('game-over')
  })

  it('keeps the remaining time of the opponent who is to move', async () => {
    const game = await gameWithRepetition(server, anna, bram, {
      rules: 'muehle',
      clock: { kind: 'per-move', days: 1 },
    })
    const ground = { ground: 'repetition', positions: threeOccurrences(END) }
    const offer = await offerDraw(anna, game, ground)
    await bram.call('declineDrawOffer', { params: { id: offer.id } })
    const on = await playMoves(game, anna, bram, [next(game)])
    server.clock.advance(HOUR)
    const claim = (await postClaim(anna, on, ground)).body.claim
    server.clock.advance(3 * DAY)
    const { body } = await rule(claim, 'reject')
    expect(body.game).toMatchObject({ turn: 'black', deadline: at(HOUR, 3 * DAY, DAY - HOUR) })
    expect(left(body.game)).toEqual([DAY, DAY - HOUR])
  })
})

describe('a withdrawn claim', () => {
  it('gives no time back: the deadline stays', async () => {
    const { game, claim } = await claimed()
    server.clock.advance(7 * HOUR)
    const { body } = await withdraw(anna, claim)
    expect(body.game).toMatchObject({ status: 'active', turn: 'white', deadline: game.deadline })
    expect(left(body.game)).toEqual([DAY - 8 * HOUR, DAY])
  })

  it('leaves a running game in the last millisecond before the deadline, and a lost one after it', async () => {
    const [inTime, late] = [await claimed(), await claimed()]
    server.clock.set(inTime.game.deadline!)
    expect((await withdraw(anna, inTime.claim)).body.game).toMatchObject({ status: 'active', turn: 'white' })
    server.clock.set(late.game.deadline!)
    server.clock.advance(1)
    const { status, body } = await withdraw(anna, late.claim)
    expect(status).toBe(200)
    expect(body.claim.state).toBe('withdrawn')
    expect(body.game).toMatchObject({
      status: 'finished',
      turn: null,
      deadline: null,
      outcome: { winner: 'black', reason: 'timeout' },
    })
    expect(left(body.game)).toEqual([0, DAY])
  })

  it('on the opponent’s turn is charged to the claimant’s next turn', async () => {
    for (const [open, remaining] of [
      [7 * HOUR, 17 * HOUR],
      [3 * DAY, 0],
    ] as const) {
      server.clock.set(START)
      const game = await gameWithRepetition(server, anna, bram, {
        rules: 'muehle',
        clock: { kind: 'per-move', days: 1 },
      })
      const ground = { ground: 'repetition', positions: threeOccurrences(END) }
      await bram.call('declineDrawOffer', { params: { id: (await offerDraw(anna, game, ground)).id } })
      const on = await playMoves(game, anna, bram, [next(game)])
      server.clock.advance(HOUR)
      const claim = (await postClaim(anna, on, ground)).body.claim
      server.clock.advance(open)
      const { body } = await withdraw(anna, claim)
      expect(body.game).toMatchObject({ turn: 'black', deadline: at(HOUR, open, 23 * HOUR) })
      expect(left(body.game)).toEqual([remaining, 23 * HOUR])
      const answered = await playMoves(body.game, anna, bram, [next(body.game)])
      expect(answered).toMatchObject({ turn: 'white', deadline: at(HOUR, open, remaining) })
      // the next move resets the clock
      const after = await playMoves(answered, anna, bram, [next(answered)])
      expect(left(after)).toEqual([DAY, DAY])
    }
  })
})

describe('a claim without a ruling', () => {
  it('is ruled on by the server after 3 days, by the evidence', async () => {
    const [good, bad] = [await claimed(), await claimed({ positions: [1, 2, END] })]
    server.clock.set(bad.claim.createdAt)
    server.clock.advance(3 * DAY - 1)
    await ruleByEvidence(server.deps, server.store)
    expect((await get(bad.game)).status).toBe('claimed')
    server.clock.advance(1)
    await Promise.all([ruleByEvidence(server.deps, server.store), ruleByEvidence(server.deps, server.store)])
    expect(await get(good.game)).toMatchObject({
      status: 'finished',
      outcome: { winner: null, reason: 'repetition' },
    })
    expect(await get(bad.game)).toMatchObject({ status: 'active', turn: 'white' })
    expect(left(await get(bad.game))).toEqual([DAY - HOUR, DAY])
    const rulings = await server.database.prisma.ruling.findMany({
      where: { claimId: { in: [good.claim.id, bad.claim.id] } },
      orderBy: { id: 'asc' },
    })
    expect(rulings.map(({ verdict, byId }) => [verdict, byId])).toEqual([
      ['uphold', null],
      ['reject', null],
    ])
    const { body } = await server.call('listClaims', { params: { id: good.game.id } })
    expect(body.items[0].verdict).toMatchObject({ by: null, at: at(2 * HOUR, 3 * DAY, -1) })
  })
})

describe('with automatic rulings enabled', () => {
  it('the server upholds a valid claim at once; others wait for an admin', async () => {
    const eager = await startServer({
      now: START,
      database: server.database,
      env: { RULE_CLAIMS_BY_EVIDENCE: 'true' },
    })
    const as = (player: TestPlayer, game: Game, positions: number[]) =>
      fetch(`${eager.url}/api/v1/games/${game.id}/claims`, {
        method: 'POST',
        headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ground: 'repetition', positions }),
      }).then(async (response) => ({ status: response.status, body: (await response.json()) as any }))
    try {
      const [good, bad, left] = [
        await gameWithRepetition(server, anna, bram),
        await gameWithRepetition(server, anna, bram),
        await gameWithRepetition(server, anna, bram),
      ]
      const upheld = await as(anna, good, threeOccurrences(END))
      expect([upheld.status, upheld.body.claim.state, upheld.body.claim.verdict.by]).toEqual([
        201,
        'upheld',
        null,
      ])
      expect(upheld.body.game.outcome).toEqual({ winner: null, reason: 'repetition' })
      expect((await get(good)).status).toBe('finished')
      expect((await as(anna, bad, [1, 2, END])).body.claim.state).toBe('open')
      // as if the server had stopped between filing and ruling
      await fileRepetition(anna, left)
      await ruleByEvidence(server.deps, server.store)
      expect((await get(left)).status).toBe('claimed')
      await ruleByEvidence(eager.deps, eager.store)
      expect((await get(left)).status).toBe('finished')
      expect((await get(bad)).status).toBe('claimed')
    } finally {
      await eager.close()
    }
  })
})
