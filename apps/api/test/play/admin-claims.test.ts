import type { Claim, Game, QueuedClaim } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
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
const HOUR = 3_600_000
const END = LAST_PLACING_PLY + 8

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let boss: TestPlayer
let chief: TestPlayer
let tool: TestPlayer

beforeAll(async () => {
  server = await startServer({ now: START, readingMs: 1 })
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  boss = await server.player('boss', { role: 'admin' })
  chief = await server.player('chief', { role: 'admin' })
  tool = await server.player('tool', { role: 'admin', scopes: ['admin:claims'] })
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const rule = (admin: TestPlayer, { id }: Claim, verdict: 'uphold' | 'reject', more: object = {}) =>
  admin.call('ruleOnClaim', { params: { id }, body: { verdict, reason: 'Driemaal dezelfde', ...more } })
const review = (admin: TestPlayer, { id }: Pick<Claim, 'id'>) => admin.call('reviewClaim', { params: { id } })
const warnings = async (player: TestPlayer) => (await player.call('listWarnings')).body.items
async function beginClaimedGame(white = anna, black = bram) {
  const game = await gameWithRepetition(server, white, black)
  return { game, claim: await fileRepetition(white, game) }
}
async function queue(status?: string): Promise<QueuedClaim[]> {
  const items: QueuedClaim[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await tool.call('listClaimQueue', {
      query: { limit: 2, ...(status && { status }), ...(cursor && { cursor }) },
    })
    items.push(...body.items)
    if (!body.nextCursor) return items
    cursor = body.nextCursor
  }
}

describe('the queue', () => {
  it('lists open claims oldest first with their games, and settled ones newest first, in pages', async () => {
    const all = []
    for (let n = 0; n < 5; n++) all.push((await beginClaimedGame()).claim)
    expect((await queue()).map(({ claim }) => claim.id)).toEqual(all.map(({ id }) => id))
    await rule(boss, all[1]!, 'reject')
    await rule(boss, all[3]!, 'uphold')
    await anna.call('withdrawClaim', { params: { id: all[4]!.id } })
    const open = await queue()
    expect(open.map(({ claim }) => claim.id)).toEqual([all[0]!.id, all[2]!.id])
    expect(open[0]).toEqual({
      claim: all[0],
      game: await get({ id: all[0]!.game } as Game),
      mayRule: true,
      exact: null,
    })
    expect((await queue('ruled')).map(({ claim }) => claim.id)).toEqual([all[3]!.id, all[1]!.id])
    expect((await queue('withdrawn')).map(({ claim, mayRule }) => [claim.id, mayRule])).toEqual([
      [all[4]!.id, false],
    ])
    const { body } = await tool.call('listClaimQueue', { query: { limit: 1 } })
    const other = await tool.call('listClaimQueue', { query: { status: 'ruled', cursor: body.nextCursor } })
    expect(other.status).toBe(400)
  })

  it('is for admins with the scope, and closed to former admins', async () => {
    const { claim } = await beginClaimedGame()
    const fallen = await server.player('fallen', { role: 'admin' })
    await server.database.prisma.account.update({
      where: { id: fallen.accountId },
      data: { role: 'player', adminGranted: false },
    })
    const limited = await server.player('limited', { role: 'admin', scopes: ['game:play', 'game:read'] })
    for (const player of [carl, anna, fallen, limited]) {
      for (const answer of [
        await player.call('listClaimQueue'),
        await review(player, claim),
        await rule(player, claim, 'uphold'),
      ])
        expect([player.username, answer.status, answer.body.code]).toEqual([
          player.username,
          403,
          'missing-scope',
        ])
    }
    expect((await server.call('listClaimQueue')).status).toBe(401)
    expect((await review(tool, { id: 999_999 })).status).toBe(404)
    expect((await review(tool, { id: 2 ** 53 - 1 })).status).toBe(404)
    expect((await rule(tool, { id: 2 ** 31 } as Claim, 'uphold')).status).toBe(404)
    expect((await rule(tool, claim, 'uphold')).status).toBe(200)
  })
})

describe('one claim', () => {
  it('shows positions, moves, messages and the history of both players', async () => {
    await server.database.prisma.account.update({ where: { id: bram.accountId }, data: { language: 'de' } })
    const game = await gameWithRepetition(server, anna, bram, { rules: 'muehle' })
    const ground = { ground: 'repetition', positions: threeOccurrences(END) }
    const offer = await offerDraw(anna, game, { ...ground, message: 'Driemaal!' })
    const reason = { params: { id: offer.id }, body: { reason: 'Nein' } }
    await bram.call('declineDrawOffer', reason)
    const { claim } = (await postClaim(anna, game, { ...ground, text: 'Ik vraag het' })).body
    const { status, body } = await review(boss, claim)
    expect(status).toBe(200)
    expect(body).toMatchObject({ claim, game: await get(game), mayRule: true, quiet: null })
    expect(body.positions.map(({ ply }: { ply: number }) => ply)).toEqual(threeOccurrences(END))
    expect(
      new Set(body.positions.map(({ position }: { position: string }) => position.split(' ', 2).join())).size,
    ).toBe(1)
    expect(body.moves.map(({ ply }: { ply: number }) => ply)).toEqual([19, 20, 21, 22, 23, 24, 25, 26])
    expect(body.offer).toMatchObject({ id: offer.id, state: 'declined' })
    expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(['Driemaal!', 'Nein'])
    expect(body.parties.black.language).toBe('de')
    const past = body.parties.white.claims as Claim[]
    expect(past.length).toBeGreaterThan(0)
    expect(past.every(({ id, by }) => id !== claim.id && by === 'white')).toBe(true)
    expect(body.parties.black.claims).toEqual([])
  })

  it('on an intended move shows the position after that move', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: END - 1 })
    const intendedMove = repeatingMoves('molenspel', END).at(-1)!
    const { claim } = (
      await postClaim(bram, game, { ground: 'repetition', positions: threeOccurrences(END), intendedMove })
    ).body
    const { body } = await review(boss, claim)
    expect(body.positions.map(({ ply, occurrence }: any) => [ply, occurrence])).toEqual([
      [END - 8, 1],
      [END - 4, 2],
      [END, 3],
    ])
    expect(body.moves.at(-1).ply).toBe(END - 1)
    // as filed, whatever is played later
    await rule(boss, claim, 'reject')
    const other = repeatingMoves('molenspel', END).at(-1)!
    await playMoves(await get(game), anna, bram, [other])
    expect((await review(boss, claim)).body.positions).toEqual(body.positions)
  })

  it('on quiet moves shows which move broke the series and what came before it', async () => {
    const game = await beginGame(anna, bram, { rules: 'molenspel' })
    // white closes a mill at ply 5
    const moves = ['a7', 'd2', 'd7', 'f4', 'g7xd2', 'b6', 'd6', 'b4']
    const mill = await playMoves(game, anna, bram, moves)
    const { claim } = (await postClaim(anna, mill, { ground: 'quiet-moves', plies: [3, 8] })).body
    const within = (await review(boss, claim)).body
    expect(within.quiet).toMatchObject({ before: null, within: [{ ply: 5, move: 'g7xd2' }] })
    expect(within.claim.evidence.findings).toEqual([
      { code: 'stretch-too-short', params: { plies: 6 } },
      { code: 'stretch-broken', params: { ply: 5 } },
    ])
    await anna.call('withdrawClaim', { params: { id: claim.id } })
    const on = await playMoves(await get(mill), anna, bram, ['a1', 'f6'])
    const later = (await postClaim(anna, on, { ground: 'quiet-moves', plies: [7, 10] })).body.claim
    const before = (await review(boss, later)).body
    expect(before.quiet).toMatchObject({ before: { ply: 5, move: 'g7xd2' }, within: [] })
    expect(before.positions.map(({ ply }: { ply: number }) => ply)).toEqual([6, 10])
    expect(before.moves.map(({ ply }: { ply: number }) => ply)).toEqual([7, 8, 9, 10])
  })
})

describe('a verdict', () => {
  it('that upholds a claim draws the game on its ground and publishes reason and admin', async () => {
    standStill(server.clock)
    const { game, claim } = await beginClaimedGame()
    server.clock.advance(HOUR)
    server.published.events.length = 0
    const { status, body } = await rule(boss, claim, 'uphold')
    const at = server.clock.now().toISOString()
    expect(status).toBe(200)
    expect(body.claim).toEqual({
      ...claim,
      state: 'upheld',
      verdict: {
        by: { id: boss.id, username: 'boss', kind: 'human' },
        reason: 'Driemaal dezelfde',
        at,
      },
      closedAt: at,
    })
    expect(body.game).toMatchObject({
      status: 'finished',
      turn: null,
      openClaim: null,
      version: END + 2,
      outcome: { winner: null, reason: 'repetition' },
    })
    expect(await get(game)).toEqual(body.game)
    expect((await server.call('listClaims', { params: { id: game.id } })).body.items).toEqual([body.claim])
    expect(server.published.events.map(({ event }) => event.type)).toEqual(['game', 'claim'])
    expect(server.published.events[1]).toMatchObject({ event: { claim: body.claim } })
  })

  it('that rejects a claim lets the game continue; the opponent may claim the same positions', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: END - 1 })
    const [intendedMove] = repeatingMoves('molenspel', END).slice(-1)
    const wrong = await postClaim(bram, game, {
      ground: 'repetition',
      positions: threeOccurrences(END),
      intendedMove,
    })
    const rejected = await rule(boss, wrong.body.claim, 'reject', { warn: ['black'] })
    expect(rejected.body.game).toMatchObject({ status: 'active', turn: 'black', ply: END - 1 })
    const on = await playMoves(rejected.body.game, anna, bram, [intendedMove!])
    const right = await fileRepetition(anna, on)
    expect((await rule(chief, right, 'uphold')).body.game.status).toBe('finished')
  })

  it('on a claim of quiet moves ends the game on that ground', async () => {
    const game = await gameWithRepetition(server, anna, bram, { plies: 100 })
    const { claim } = (await postClaim(anna, game, { ground: 'quiet-moves', plies: [1, 100] })).body
    expect((await rule(boss, claim, 'uphold')).body.game.outcome).toEqual({
      winner: null,
      reason: 'quiet-moves',
    })
  })

  it('is refused to an admin who plays in the game, and the queue shows that', async () => {
    const { game, claim } = await beginClaimedGame(boss, bram)
    const refused = await rule(boss, claim, 'uphold')
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.detail).toContain('You play in this game')
    expect((await review(boss, claim)).body.mayRule).toBe(false)
    expect((await get(game)).status).toBe('claimed')
    expect((await rule(chief, claim, 'reject')).status).toBe(200)
    // nor afterwards
    expect((await rule(boss, claim, 'uphold')).status).toBe(403)
  })

  it('is given once; a later admin reads who ruled', async () => {
    const { claim } = await beginClaimedGame()
    await rule(boss, claim, 'reject')
    const second = await rule(chief, claim, 'uphold')
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect(second.body.detail).toContain('boss has ruled')
    const withdrawn = await beginClaimedGame()
    await anna.call('withdrawClaim', { params: { id: withdrawn.claim.id } })
    const late = await rule(boss, withdrawn.claim, 'uphold')
    expect([late.status, late.body.detail.includes('withdrawn')]).toEqual([409, true])
  })

  it.each<[string, unknown]>([
    ['no reason', { verdict: 'uphold' }],
    ['an empty reason', { verdict: 'uphold', reason: '' }],
    ['a reason of spaces', { verdict: 'reject', reason: ' \n ' }],
    ['another verdict', { verdict: 'maybe', reason: 'x' }],
    ['one side twice', { verdict: 'reject', reason: 'x', warn: ['white', 'white'] }],
    ['an unknown side', { verdict: 'reject', reason: 'x', warn: ['red'] }],
    ['an unknown field', { verdict: 'reject', reason: 'x', ban: true }],
  ])('is refused as malformed: %s', async (_, body) => {
    expect((await boss.call('ruleOnClaim', { params: { id: 1 }, body })).status).toBe(400)
  })
})

describe('warnings', () => {
  it('are visible to the warned player and to admins only, with game and reason', async () => {
    standStill(server.clock)
    const dora = await server.player('dora')
    const erik = await server.player('erik')
    const { game, claim } = await beginClaimedGame(dora, erik)
    await rule(boss, claim, 'reject', { warn: ['white', 'black'], reason: 'Geen uitstel meer' })
    const again = await gameWithRepetition(server, dora, erik)
    const next = await fileRepetition(dora, again)
    await rule(chief, next, 'uphold', { warn: ['black'] })
    const expected = {
      id: expect.any(Number),
      game: game.id,
      claim: claim.id,
      reason: 'Geen uitstel meer',
      at: START,
      by: { id: boss.id, username: 'boss', kind: 'human' },
    }
    expect(await warnings(dora)).toEqual([
      { ...expected, player: { id: dora.id, username: 'dora', kind: 'human' } },
    ])
    expect((await warnings(erik)).map((each: any) => each.by.username)).toEqual(['chief', 'boss'])
    const page = await erik.call('listWarnings', { query: { limit: 1 } })
    const rest = await erik.call('listWarnings', { query: { limit: 1, cursor: page.body.nextCursor } })
    expect([rest.body.items[0].by.username, rest.body.nextCursor]).toEqual(['boss', null])
    expect((await review(boss, next)).body.parties.black.warnings).toHaveLength(2)
    expect((await server.call('listWarnings')).status).toBe(401)
    expect((await tool.call('listWarnings')).status).toBe(403)
    const shown = await server.call('listClaims', { params: { id: game.id } })
    expect(JSON.stringify(shown.body)).not.toContain('warn')
  })
})

describe('the record of rulings', () => {
  it('holds every ruling with its warnings and cannot be changed', async () => {
    standStill(server.clock)
    const { prisma } = server.database
    const { claim } = await beginClaimedGame()
    await rule(boss, claim, 'reject', { warn: ['white'] })
    const ruling = await prisma.ruling.findUniqueOrThrow({
      where: { claimId: claim.id },
      include: { warnings: true },
    })
    expect(ruling).toMatchObject({ verdict: 'reject', byId: boss.id, createdAt: server.clock.now() })
    expect(ruling.warnings.map(({ playerId }) => playerId)).toEqual([anna.id])
    const only = /is only added to/
    await expect(prisma.$executeRaw`UPDATE rulings SET reason = 'other'`).rejects.toThrow(only)
    await expect(prisma.$executeRaw`DELETE FROM warnings`).rejects.toThrow(only)
    await expect(prisma.$executeRaw`DELETE FROM rulings`).rejects.toThrow(only)
    await expect(prisma.$executeRaw`TRUNCATE rulings CASCADE`).rejects.toThrow(only)
  })
})

describe('the exact value of the position', () => {
  /** With few stones, as if the game had come that far. */
  const LATE = 'ww./..w/..b/....../.b./.../..b w 0 0 0 40'
  const EXACT = { covered: true, value: 'win', plies: 1, claimable: false }
  async function claimLate(white = anna, black = bram) {
    const { game, claim } = await beginClaimedGame(white, black)
    await server.database.prisma.game.update({ where: { id: game.id }, data: { position: LATE } })
    return claim
  }
  const queued = async (admin: TestPlayer, { id }: Claim): Promise<QueuedClaim> => {
    const { body } = await admin.call('listClaimQueue', { query: { limit: 100 } })
    return body.items.find(({ claim }: QueuedClaim) => claim.id === id)
  }

  it('is shown to those who rule on a claim, in the queue and beside the claim', async () => {
    const claim = await claimLate()
    expect((await queued(boss, claim)).exact).toEqual(EXACT)
    expect((await review(boss, claim)).body.exact).toEqual(EXACT)
  })

  it('is not shown to an admin who plays in the game, nor to the players', async () => {
    const claim = await claimLate(boss, bram)
    expect((await queued(boss, claim)).exact).toBeNull()
    expect((await review(boss, claim)).body.exact).toBeNull()
    expect((await review(chief, claim)).body.exact).toEqual(EXACT)
    const { body } = await bram.call('listClaims', { params: { id: claim.game } })
    expect(JSON.stringify(body)).not.toContain('exact')
  })

  it('is not shown any more when the claim is settled', async () => {
    const claim = await claimLate()
    await rule(boss, claim, 'uphold')
    expect((await review(boss, claim)).body.exact).toBeNull()
  })
})
