import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import { canBeProved, legalMoves, RULE_SET_IDS, ruleSet, stonesOn } from '@tegenzet/rules'
import { DRAW, headerLength, PREFIX_LENGTH } from '@tegenzet/tables'
import { DiskTables } from '@tegenzet/tables/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHIPPED_TABLES } from '../../src/paths.ts'
import { VERSION } from '../../src/version.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { claimByCommands } from './claim-by-commands.ts'
import { coveredEndings, type Ending, findEnding, gameInEnding } from './covered-endings.ts'
import { rebuildGame } from './rebuild-game.ts'
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

describe('where a claim needs a declined offer', () => {
  const offered = async (game: Game, player: TestPlayer) =>
    offerDraw(player, game, { ground: 'proven-draw', position: game.ply })
  const codeOf = async (call: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await call
    return [status, body.code]
  }
  const offer = (player: TestPlayer, game: Game, position = game.ply) =>
    player.call('offerDraw', { params: { id: game.id }, body: { ground: 'proven-draw', position } })

  it('the offer is valid as long as no stone is taken, also when it is not the claimant’s turn', async () => {
    const game = await gameInEnding(server, anna, bram, { rules: 'muehle' })
    const by = waiting(game)
    expect(codes(await claim(by, game))).toEqual(['no-declined-offer'])
    const { id } = await offered(game, by)
    expect(codes(await claim(by, game))).toEqual(['no-declined-offer'])
    const declined = await playMoves(await get(game), anna, bram, [quietMove(game)])
    const later = await playMoves(declined, anna, bram, [quietMove(declined)])
    expect(mover(later)).not.toBe(by)
    expect(codes(await claim(by, later, { position: game.ply }))).toEqual(['played-on'])
    const { value } = await server.deps.tables.judge(ruleSet('muehle'), later.position)
    const { status, body } = await claim(by, later)
    expect([status, body.claim.offer]).toEqual([201, id])
    expect(body.claim.state).toBe(value === 'draw' ? 'upheld' : 'rejected')
    // a bare offer allows no claim
    const other = await gameInEnding(server, anna, bram, { rules: 'muehle' })
    const bare = await offerDraw(anna, other)
    await bram.call('declineDrawOffer', { params: { id: bare.id } })
    expect(codes(await claim(anna, other))).toEqual(['no-declined-offer'])
  })

  it('such an offer is made once per pair of stone counts, also with a move, and refused as claims are', async () => {
    // every move of the side that has lost keeps the position undrawn
    const { moves } = await findEnding(server.deps.tables, 'muehle', ({ value }) => value === 'loss')
    const game = await insertMoves(server, await beginGame(anna, bram, { provenDraws: true }), moves)
    const move = quietMove(game)
    const body = {
      move,
      ply: game.ply,
      offerDraw: { ground: 'proven-draw' as const, position: game.ply + 1 },
    }
    const sent = await mover(game).call('playMove', { params: { id: game.id }, body })
    expect(sent.body.game.drawOffer).toMatchObject({ ground: 'proven-draw', position: game.ply + 1 })
    await waiting(game).call('declineDrawOffer', { params: { id: sent.body.game.drawOffer.id } })
    const after = await get(game)
    expect(await codeOf(offer(mover(game), after))).toEqual([422, 'offer-repeated'])
    expect((await claim(mover(game), after)).body.claim.state).toBe('rejected')
    expect(codes(await offer(mover(game), after))).toEqual(['already-claimed'])
    expect(codes(await offer(waiting(game), after, after.ply - 1))).toEqual(['played-on'])
    expect(codes(await offer(waiting(game), after, after.ply + 1))).toEqual(['malformed-numbers'])
    const fresh = await beginGame(anna, bram, { provenDraws: true })
    expect(codes(await offer(anna, fresh))).toEqual(['hands-not-empty'])
    const without = await gameInEnding(server, anna, bram, { rules: 'muehle', provenDraws: false })
    expect(codes(await offer(anna, without))).toEqual(['ground-not-available'])
  })
})

describe('the tables of the server', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tables-'))
  })
  const use = (folder: string) => {
    const before = server.deps.tables
    server.deps.tables = new DiskTables([folder], 2 ** 22)
    return async () => {
      await server.deps.tables.close()
      server.deps.tables = before
    }
  }
  const pathOf = (folder: string, w: number, b: number) => join(folder, 'muehle', `${w}-${b}.table`)

  it('that are damaged refuse a claim and never judge it', async () => {
    const game = await gameInEnding(server, anna, bram)
    const [white, black] = stonesOn(rules, game.position)
    await cp(SHIPPED_TABLES, folder, { recursive: true })
    const pair = game.turn === 'white' ? ([white, black] as const) : ([black, white] as const)
    const bytes = await readFile(pathOf(folder, ...pair))
    await writeFile(pathOf(folder, ...pair), bytes.fill(0, PREFIX_LENGTH + headerLength(bytes)))
    const restore = use(folder)
    const { status, body } = await claim(mover(game), game)
    await restore()
    expect([status, body.code, codes({ body })]).toEqual([422, 'claim-refused', ['not-covered']])
    expect(await get(game)).toEqual(game)
    expect((await claim(mover(game), game)).body.claim.state).toBe('upheld')
  })

  it('are found while it runs, set by set', async () => {
    const games = [
      await gameInEnding(server, anna, bram),
      await gameInEnding(server, anna, bram, { drawn: false }),
    ]
    const claimAll = () => Promise.all(games.map((game) => claim(mover(game), game)))
    const refusedWith = (covered: number) =>
      games.map(({ position }) => [
        { code: 'not-covered', params: { stones: stonesOn(rules, position), covered } },
      ])
    const copy = (last: number) =>
      cp(SHIPPED_TABLES, folder, {
        recursive: true,
        filter: (path) => {
          const [, w, b] = /(\d)-(\d)\.table$/.exec(path) ?? []
          return Number(w ?? 0) + Number(b ?? 0) <= last
        },
      })
    const restore = use(folder)
    const none = await claimAll()
    await copy(7)
    const seven = await claimAll()
    await copy(8)
    const eight = await claimAll()
    await restore()
    const about = await server.call('getAbout')
    expect(none.map(({ body }) => body.refusals)).toEqual(refusedWith(0))
    expect(seven.map(({ body }) => body.refusals)).toEqual(refusedWith(7))
    expect(eight.map(({ body }) => body.claim.state)).toEqual(['upheld', 'rejected'])
    expect(about.body.tables).toMatchObject({ 'merels-wild': 8, lasker: 8 })
    expect(about.body.tables).not.toHaveProperty('halma')
  })
})

it('nothing but an allowed claim reads a table, and no answer depends on its value', async () => {
  const game = await gameInEnding(server, anna, bram)
  const { id, rules: name, position } = game
  const params = { id }
  let reads = 0
  const answersIf = async (byte: number) => {
    const source = vi.spyOn(server.deps.tables, 'source').mockReturnValue({
      byteOf: () => {
        reads++
        return byte
      },
    })
    const answers = []
    for (const player of [anna, bram]) {
      const wrong = player === mover(game) ? { position: game.ply - 1 } : {}
      answers.push(
        await player.call('getGame', { params }),
        await player.call('listGames', { query: { player: player.username } }),
        await player.call('getLegalMoves', { params }),
        await player.call('listMoves', { params }),
        await player.call('listPositions', { params }),
        await player.call('listDrawOffers', { params }),
        await player.call('listClaims', { params }),
        await player.call('listMessages', { params }),
        await player.call('exportGame', { params, query: { format: 'pgn' } }),
        await player.call('listNotices'),
        await player.call('getAbout'),
        await player.call('getNextPuzzle'),
        await player.call('probePosition', { params: { rules: name }, query: { position } }),
        await player.call('probePositions', { params: { rules: name }, body: { positions: [position] } }),
        await player.call('getTableLine', { params: { rules: name }, query: { position } }),
        await player.call('explore', { params: { rules: name }, query: { position } }),
        await player.call('giveHint', { params }),
        await claim(player, game, wrong),
        await player.call('offerDraw', { params, body: { ground: 'proven-draw', position: 0 } }),
      )
    }
    for (const path of [`/images/games/${id}.png`, `/games/${id}`])
      answers.push({ status: 0, body: await (await fetch(server.url + path)).text() })
    source.mockRestore()
    return JSON.stringify(answers.map(({ status, body }) => [status, body]))
  }
  const ifDrawn = await answersIf(DRAW)
  expect(await answersIf(1)).toBe(ifDrawn)
  expect(reads).toBe(0)
  expect(ifDrawn.match(/"game-running"/g)?.length).toBeGreaterThanOrEqual(6)
})

describe.each(RULE_SET_IDS.filter((id) => canBeProved(ruleSet(id))))('in %s', (id) => {
  it('a claim is ruled on as the commands for rules and tables say', async () => {
    const endings = new Map<boolean, Ending>()
    for await (const ending of coveredEndings(server.deps.tables, id, 1, 40)) {
      const drawn = ending.value === 'draw'
      if (!endings.has(drawn)) endings.set(drawn, ending)
    }
    expect(endings.size).toBeGreaterThan(0)
    for (const ending of endings.values()) await claimByCommands(server, anna, bram, { rules: id, ...ending })
  })
})
