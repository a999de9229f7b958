import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import { legalMoves, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rebuildGame } from '../../src/play/game/rebuild-game.ts'
import { VERSION } from '../../src/version.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { findEnding, gameInEnding } from './covered-endings.ts'
import { insertMoves, offerDraw, postClaim } from './repetition-games.ts'

const rules = ruleSet('merels-wild')
const START = '2026-11-28T12:00:00.000Z'

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

const mover = ({ turn }: Game) => (turn === 'white' ? anna : bram)
const waiting = ({ turn }: Game) => (turn === 'white' ? bram : anna)
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const claim = (player: TestPlayer, game: Game, more: object = {}) =>
  postClaim(player, game, { ground: 'proven-draw', position: game.ply, ...more })
const codes = ({ body }: { body: { refusals?: { code: string }[] } }) =>
  body.refusals?.map(({ code }) => code)
const quietMove = ({ rules, position }: Game) =>
  legalMoves(ruleSet(rules), position).find((move) => !move.includes('x'))!
const capture = ({ rules, position }: Pick<Game, 'rules' | 'position'>) =>
  legalMoves(ruleSet(rules), position).find((move) => move.includes('x'))

describe('a claim of a proven draw', () => {
  it('ends a drawn game at once and closes the open offer', async () => {
    const game = await gameInEnding(server, anna, bram)
    const offer = await offerDraw(waiting(game), game)
    const { status, body } = await claim(mover(game), game, { text: 'Niemand kan winnen' })
    expect(status).toBe(201)
    expect(body.claim).toMatchObject({
      ground: 'proven-draw',
      position: game.ply,
      state: 'upheld',
      evidence: { holds: true, findings: [] },
      verdict: { by: null },
      text: 'Niemand kan winnen',
    })
    expect(body.game).toMatchObject({
      status: 'finished',
      outcome: { winner: null, reason: 'proven-draw' },
      drawOffer: null,
      version: game.version + 2,
    })
    const offers = (await server.call('listDrawOffers', { params: { id: game.id } })).body
      .items as DrawOffer[]
    expect(offers.map(({ id, state }) => [id, state])).toEqual([[offer.id, 'closed']])
    const claims = (await server.call('listClaims', { params: { id: game.id } })).body.items as Claim[]
    expect(claims).toEqual([body.claim])
  })

  it('is rejected where the position is not drawn, without stopping the clock', async () => {
    const game = await gameInEnding(server, anna, bram, { drawn: false })
    const offer = await offerDraw(waiting(game), game)
    server.clock.set('2026-11-28T13:00:00.000Z')
    const { body } = await claim(mover(game), game)
    expect(body.claim).toMatchObject({
      state: 'rejected',
      evidence: { holds: false, findings: [{ code: 'not-drawn', params: {} }] },
    })
    const after = await get(game)
    expect(after).toMatchObject({
      status: 'active',
      turn: game.turn,
      deadline: game.deadline,
      openClaim: null,
    })
    expect(after.drawOffer).toMatchObject({ id: offer.id, state: 'open' })
    expect(after.version).toBe(game.version + 2)
  })

  it('is possible again when a stone has been taken, and is none of the claims of its ply', async () => {
    // not drawn, and the side to move can take a stone and go on
    const { moves } = await findEnding(server.deps.tables, 'merels-wild', ({ value, moves, position }) => {
      const move = capture({ rules: 'merels-wild', position })
      return (
        value !== 'draw' && move !== undefined && rebuildGame(rules, [...moves, move]).status === 'active'
      )
    })
    const begun = await beginGame(anna, bram, { rules: 'merels-wild', provenDraws: true })
    const game = await insertMoves(server, begun, moves)
    expect((await claim(mover(game), game)).body.claim.state).toBe('rejected')
    expect(codes(await claim(mover(game), game))).toEqual(['already-claimed'])
    const other = await postClaim(mover(game), game, { ground: 'quiet-moves', plies: [1, game.ply] })
    expect(other.status).toBe(201)
    await mover(game).call('withdrawClaim', { params: { id: other.body.claim.id } })
    const taken = await playMoves(await get(game), anna, bram, [capture(game)!])
    const later = await playMoves(taken, anna, bram, [quietMove(taken)])
    expect(mover(later)).toBe(mover(game))
    const again = await claim(mover(later), later)
    expect(again.status).toBe(201)
  })

  it('is refused with all reasons where it is not allowed', async () => {
    const without = await gameInEnding(server, anna, bram, { provenDraws: false })
    expect(codes(await claim(mover(without), without))).toEqual(['ground-not-available'])
    const halma = await beginGame(anna, bram, { rules: 'halma' })
    expect(codes(await claim(anna, halma))).toEqual(['ground-not-available'])
    const fresh = await beginGame(anna, bram, { rules: 'merels', provenDraws: true })
    expect(codes(await claim(anna, fresh))).toEqual(['hands-not-empty'])
    const { moves } = await findEnding(server.deps.tables, 'merels', () => true)
    const full = await insertMoves(server, fresh, moves.slice(0, 18))
    const refused = await claim(mover(full), full)
    expect(refused.body.refusals).toEqual([
      { code: 'not-covered', params: { stones: expect.any(Array), covered: 8 } },
    ])
    const game = await gameInEnding(server, anna, bram)
    expect(codes(await claim(waiting(game), game))).toEqual(['not-your-turn'])
    expect(codes(await claim(mover(game), game, { position: game.ply - 1 }))).toEqual(['played-on'])
    expect(codes(await claim(mover(game), game, { position: game.ply + 1 }))).toEqual(['malformed-numbers'])
    expect(codes(await claim(mover(game), game, { position: -1 }))).toEqual(['malformed-numbers'])
    expect((await claim(mover(game), game, { intendedMove: 'd6-d5' })).status).toBe(400)
  })

  it('can be made in Jeu du moulin, where nobody claims other draws', async () => {
    const game = await gameInEnding(server, anna, bram, { rules: 'moulin' })
    const repetition = await postClaim(mover(game), game, {
      ground: 'repetition',
      positions: [1, 2, game.ply],
    })
    expect(codes(repetition)).toContain('nobody-claims')
    expect(codes(await claim(waiting(game), game))).toEqual(['not-your-turn'])
    expect((await claim(mover(game), game)).body.game.outcome.reason).toBe('proven-draw')
  })

  it('tells only arbiters what the table says', async () => {
    const game = await gameInEnding(server, anna, bram, { drawn: false })
    const { body } = await claim(mover(game), game)
    const { value } = await server.deps.tables.judge(ruleSet(game.rules), game.position)
    const table = /^muehle \d-\d$/
    const proof = {
      value,
      table: expect.stringMatching(table),
      fingerprint: expect.any(String),
      version: VERSION,
    }
    const review = await boss.call('reviewClaim', { params: { id: body.claim.id } })
    expect(review.body.claim).toEqual({ ...body.claim, evidence: { ...body.claim.evidence, ...proof } })
    expect(review.body).toMatchObject({ mayRule: false, exact: null, positions: [{ ply: game.ply }] })
    const queue = await boss.call('listClaimQueue', { query: { status: 'ruled', limit: 1 } })
    expect(queue.body.items[0].claim).toEqual(review.body.claim)
    const own = await gameInEnding(server, boss, bram, { drawn: false })
    const claimed = await claim(own.turn === 'white' ? boss : bram, own)
    const seen = await boss.call('reviewClaim', { params: { id: claimed.body.claim.id } })
    expect(seen.body.claim).toEqual(claimed.body.claim)
  })
})
