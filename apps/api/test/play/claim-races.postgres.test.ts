import { type Claim, ERRORS, type Game } from '@tegenzet/contract'
import { legalMoves, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileClaim } from '../../src/play/claims/file-claim.ts'
import { playMove } from '../../src/play/moves/play-move.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { gameInEnding } from './covered-endings.ts'
import {
  fileRepetition,
  gameWithRepetition,
  LAST_PLACING_PLY,
  postClaim,
  repeatingMoves,
  threeOccurrences,
} from './repetition-games.ts'

const END = LAST_PLACING_PLY + 8
const ROUNDS = 6

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let boss: TestPlayer
let chief: TestPlayer

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  boss = await server.player('boss', { role: 'admin' })
  chief = await server.player('chief', { role: 'admin' })
})
afterAll(() => server?.close())

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const move = (game: Game) =>
  anna.call('playMove', {
    params: { id: game.id },
    body: { move: repeatingMoves('molenspel', END + 1).at(-1)!, ply: END },
  })
const claim = (player: TestPlayer, game: Game, positions = threeOccurrences(END)) =>
  postClaim(player, game, { ground: 'repetition', positions })
const rule = (admin: TestPlayer, { id }: Claim, verdict: 'uphold' | 'reject') =>
  admin.call('ruleOnClaim', { params: { id }, body: { verdict, reason: 'Gezien', warn: ['white'] } })

/** Checks that every version of the game has one event and every open claim a frozen game. */
async function checkStored({ id }: Game) {
  const { prisma } = server.database
  const game = await prisma.game.findUniqueOrThrow({ where: { id }, include: { claims: true } })
  const events = await prisma.event.findMany({
    where: { gameId: id, type: 'game', version: { gt: END } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ version }) => version)).toEqual(
    Array.from({ length: game.version - END }, (_, n) => END + 1 + n),
  )
  expect(game.claims.some(({ state }) => state === 'open')).toBe(game.status === 'claimed')
  const moves = await prisma.move.count({ where: { gameId: id } })
  expect(moves).toBe(game.ply)
  return game
}

it('either the move or the claim wins when both players act at once', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await gameWithRepetition(server, anna, bram)
    const both = n % 2 === 0 ? [move(game), claim(anna, game)] : [claim(anna, game), move(game)].reverse()
    const [played, claimed] = (await Promise.all(both)) as [Answer, Answer]
    const after = await checkStored(game)
    if (played.status === 201) {
      // 422 if the claim was read after the move had been answered
      expect([409, 422]).toContain(claimed.status)
      expect([after.status, after.ply, after.claims]).toEqual(['active', END + 1, []])
    } else {
      expect([claimed.status, played.status, played.body.code]).toEqual([201, 409, 'game-frozen'])
      expect([after.status, after.ply]).toEqual(['claimed', END])
    }
  }
})

it('either the move or the claim wins when one player sends both', async () => {
  const { deps } = server
  for (let n = 0; n < ROUNDS; n++) {
    const game = await gameWithRepetition(server, anna, bram)
    const common = { game: game.id, playerId: anna.id, arrivedAt: server.clock.now() }
    const move = () =>
      playMove(deps, server.store, {
        ...common,
        move: repeatingMoves('molenspel', END + 1).at(-1)!,
        ply: END,
      })
    const claim = () =>
      fileClaim(deps, server.store, {
        ...common,
        claim: { ground: 'repetition', positions: threeOccurrences(END) },
      })
    const moveFirst = n % 2 === 0
    const first = moveFirst ? move() : claim()
    // the second request begins while the first runs, or after it was written
    if (n >= 4) await first
    const results = await Promise.all([first, moveFirst ? claim() : move()])
    const [moved, claimed] = moveFirst ? results : results.toReversed()
    expect([moved!.ok, claimed!.ok].sort()).toEqual([false, true])
    if (!moved!.ok) expect(ERRORS[moved!.error.code].status).toBe(409)
    // a claim that is read after the move counts as played on
    if (!claimed!.ok) expect(['conflict', 'claim-refused']).toContain(claimed!.error.code)
  }
})

it('one of several concurrent claims is filed', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await gameWithRepetition(server, anna, bram)
    const answers = await Promise.all([
      claim(anna, game),
      claim(anna, game),
      claim(anna, game, [END - 7, END - 4, END]),
    ])
    expect(statuses(answers)).toEqual([201, 409, 409])
    expect((await checkStored(game)).claims).toHaveLength(1)
  }
})

it('one of two admins ruling at once rules, and the other reads who did', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await gameWithRepetition(server, anna, bram)
    const open = await fileRepetition(anna, game)
    const answers = await Promise.all([rule(boss, open, 'uphold'), rule(chief, open, 'reject')])
    expect(statuses(answers)).toEqual([200, 409])
    const bossWon = answers[0]!.status === 200
    const [, late] = bossWon ? answers : answers.reverse()
    expect(late!.body.detail).toContain(`${bossWon ? 'boss' : 'chief'} has ruled`)
    expect((await checkStored(game)).status).toBe(bossWon ? 'finished' : 'active')
    expect(await server.database.prisma.ruling.count({ where: { claimId: open.id } })).toBe(1)
    expect(
      await server.database.prisma.rulingWarning.count({ where: { ruling: { claimId: open.id } } }),
    ).toBe(1)
  }
})

it('either the verdict or a withdrawal, agreement or resignation settles the claim', async () => {
  const others: [string, (open: Claim, game: Game) => Promise<Answer>][] = [
    ['withdrawn', (open) => anna.call('withdrawClaim', { params: { id: open.id } })],
    ['closed', (open) => bram.call('agreeToClaim', { params: { id: open.id } })],
    ['closed', (_, game) => bram.call('resign', { params: { id: game.id } })],
  ]
  for (const [became, other] of [...others, ...others]) {
    const game = await gameWithRepetition(server, anna, bram)
    const open = await fileRepetition(anna, game)
    const [ruled, settled] = await Promise.all([rule(boss, open, 'uphold'), other(open, game)])
    expect(statuses([ruled, settled])).toEqual([200, 409])
    const { claims } = await checkStored(game)
    expect(claims.map(({ state }) => state)).toEqual([ruled.status === 200 ? 'upheld' : became])
    expect(await server.database.prisma.ruling.count({ where: { claimId: open.id } })).toBe(
      ruled.status === 200 ? 1 : 0,
    )
  }
})

/** A proven draw can be claimed in each of these games. */
const provable = () => gameInEnding(server, anna, bram)
const prove = (player: TestPlayer, game: Game) =>
  postClaim(player, game, { ground: 'proven-draw', position: game.ply })
const moverOf = (game: Game) => (game.turn === 'white' ? anna : bram)
const waitingOf = (game: Game) => (game.turn === 'white' ? bram : anna)
async function checkProven({ id, version }: Game) {
  const { prisma } = server.database
  const game = await prisma.game.findUniqueOrThrow({
    where: { id },
    include: { claims: { include: { ruling: true } } },
  })
  const events = await prisma.event.findMany({
    where: { gameId: id, type: 'game', version: { gt: version } },
  })
  expect(events).toHaveLength(game.version - version)
  for (const { proof, ruling, state } of game.claims)
    expect([proof !== null, ruling !== null, state !== 'open']).toEqual([true, true, true])
  return game
}

it('a proven draw is claimed or the move is played, never both', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await provable()
    const played = legalMoves(ruleSet(game.rules), game.position)[0]!
    const moved = () =>
      moverOf(game).call('playMove', { params: { id: game.id }, body: { move: played, ply: game.ply } })
    const both = n % 2 === 0 ? [moved(), prove(moverOf(game), game)] : [prove(moverOf(game), game), moved()]
    await Promise.all(both)
    const after = await checkProven(game)
    expect([after.claims.length, after.ply - game.ply]).toContain(1)
    expect(after.claims.length + after.ply - game.ply).toBe(1)
    expect(after.reason === 'proven-draw').toBe(after.claims.length === 1)
  }
})

it('one of two claims of a proven draw is ruled on', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await gameInEnding(server, anna, bram, { drawn: n % 2 === 0 })
    const both = await Promise.all([prove(moverOf(game), game), prove(moverOf(game), game)])
    const after = await checkProven(game)
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(both.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
    expect(after.claims.map(({ state }) => state)).toEqual([n % 2 === 0 ? 'upheld' : 'rejected'])
  }
})

it('a game has one end when a proven draw is claimed while a player resigns, or at the deadline', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const game = await provable()
    const resigned = () => waitingOf(game).call('resign', { params: { id: game.id } })
    await Promise.all(
      n % 2 === 0 ? [resigned(), prove(moverOf(game), game)] : [prove(moverOf(game), game), resigned()],
    )
    const after = await checkProven(game)
    expect(after.reason).toBe(after.claims.length === 1 ? 'proven-draw' : 'resignation')
  }
  const game = await provable()
  const { deps, store } = server
  const deadline = new Date(game.deadline!)
  const command = (at: Date) => ({
    game: game.id,
    playerId: moverOf(game).id,
    claim: { ground: 'proven-draw' as const, position: game.ply },
    arrivedAt: at,
  })
  const late = await fileClaim(deps, store, command(new Date(deadline.getTime() + 1)))
  expect(late).toMatchObject({ ok: false, error: { code: 'game-over' } })
  expect(await fileClaim(deps, store, command(deadline))).toMatchObject({
    ok: true,
    value: { claim: { state: 'upheld' } },
  })
})

it('a frozen game takes no claim of a proven draw', async () => {
  const game = await provable()
  const filed = await postClaim(moverOf(game), game, { ground: 'quiet-moves', plies: [1, game.ply] })
  expect(filed.status).toBe(201)
  const { status, body } = await prove(moverOf(game), game)
  expect([status, body.code, body.refusals[0].code]).toEqual([409, 'game-frozen', 'game-frozen'])
})
