import { OPTIONAL_FEATURES } from '@tegenzet/contract/features'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateBots } from '../../src/built-in-bots/bot-accounts.ts'
import { openSeason } from '../../src/competition/leagues/open-season.ts'
import { runLeagues } from '../../src/competition/leagues/run-leagues.ts'
import { enterMembers } from '../people/made-members.ts'
import { codeOf, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { findEnding } from '../play/covered-endings.ts'
import { insertMoves } from '../play/repetition-games.ts'
import { createCaller } from '../server/call-operation.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY = 86_400_000
const clock = { kind: 'per-move', days: 3 }
const GAME = { rules: 'halma', clock }

let on: TestServer
let noHalma: TestServer
let plain: TestServer
let [anna, bram, robot]: TestPlayer[] = []
beforeAll(async () => {
  on = await startServer()
  anna = await on.player('anna')
  bram = await on.player('bram')
  robot = await on.player('robot', { kind: 'bot' })
  await on.database.prisma.account.updateMany({ data: { emailVerified: true } })
  const { database, clock: time } = on
  noHalma = await startServer({ database, now: time.now(), env: { GAMES: 'muehle, molenspel' } })
  plain = await startServer({ database, now: time.now(), env: { WITHOUT: 'bots,ratings,chat,clubs' } })
})
afterAll(async () => {
  await noHalma?.close()
  await plain?.close()
  await on?.close()
})

const as = (server: TestServer, player = anna!) =>
  createCaller(server.app, { authorization: `Bearer ${player.token}` })
const about = ({ id }: { id: number }) => ({ params: { id } })

test('a game of a rule set that is not played any more is agreed on nowhere, and goes on', async () => {
  const { body: challenge } = await bram!.call('createChallenge', { body: GAME })
  const { body: invite } = await bram!.call('createChallenge', { body: { ...GAME, invite: true } })
  const game = await beginGame(anna!, bram!, { rules: 'halma' })
  const over = await beginGame(anna!, bram!, { rules: 'halma' })
  await anna!.call('cancelGame', about(over))
  const { body: tournament } = await bram!.call('createTournament', {
    body: { ...GAME, name: 'Open', maxEntrants: 8 },
  })
  await bram!.call('enterTournament', about(tournament))
  await openSeason(on.store, {
    ...({ provenDraws: false, rules: 'halma', season: 1, byId: null } as const),
    startsAt: new Date(on.clock.now().getTime() + 10 * DAY),
    at: on.clock.now(),
  })

  const call = as(noHalma)
  const halma = { params: { rules: 'halma' } }
  const refused = [
    await call('createChallenge', { body: GAME }),
    await call('quickPair', { body: GAME }),
    await call('acceptChallenge', about(challenge)),
    await call('acceptInvite', { params: { code: new URL(invite.inviteUrl).hash.slice(1) } }),
    await call('rematch', about(over)),
    await as(noHalma, robot)('setAvailability', { body: { rules: ['muehle', 'halma'] } }),
    await call('createTournament', { body: { ...GAME, name: 'Two', maxEntrants: 8 } }),
    await call('enterTournament', about(tournament)),
    await call('enterLadder', halma),
    await call('challengeOnLadder', { ...halma, body: { opponent: 'bram' } }),
    await call('enterLeague', halma),
    await call('createLeague', { body: { rules: 'halma', startsAt: '2099-01-01T00:00:00.000Z' } }),
  ]
  expect(refused.map(codeOf)).toEqual(refused.map(() => 'feature-off'))
  expect(refused[0]!.body.detail).toBe('There are no new games of Halma on this site.')

  const [turn, next] = game.white.id === anna!.id ? [anna, bram] : [bram, anna]
  const { body: legal } = await as(noHalma, next)('getLegalMoves', about(game))
  const move = { ...about(game), body: { move: legal.moves[0], ply: 0 } }
  expect((await as(noHalma, turn)('playMove', move)).status).toBe(201)
  for (const [operation, request] of [
    ['getTournament', about(tournament)],
    ['getLeague', halma],
    ['getLadder', halma],
    ['getRules', { params: { id: 'halma' } }],
  ] as const)
    expect([operation, (await call(operation, request)).status]).toEqual([operation, 200])
  expect((await call('getAbout')).body.rules).toEqual(['muehle', 'molenspel'])
  expect((await as(on)('getAbout')).body.rules).toEqual([...RULE_SET_IDS])
  expect((await call('createChallenge', { body: { ...GAME, rules: 'muehle' } })).status).toBe(201)
})

test('no season of a league begins where leagues are off, or its rule set', async () => {
  on.clock.advance(11 * DAY)
  const { next } = (await as(on)('getLeague', { params: { rules: 'halma' } })).body
  for (let n = 0; n < 8; n++) {
    const { id: playerId } = await on.player(`entrant${n}`)
    const entry = { tournamentId: next.tournament, playerId, enteredAt: on.clock.now() }
    await on.database.prisma.tournamentEntry.create({ data: entry })
  }
  const read = async () => (await as(on)('getLeague', { params: { rules: 'halma' } })).body.running
  for (const server of [noHalma, plain]) {
    server.clock.set(on.clock.now())
    await runLeagues(server.deps, server.store)
    expect(await read()).toBe(null)
  }
  await runLeagues(on.deps, on.store)
  expect(await read()).toMatchObject({ season: 1 })
})

test('without bots nobody plays a built-in bot, and other bots go on', async () => {
  const [bot] = await findOrCreateBots(on.deps, on.store)
  const { username } = await on.database.prisma.player.findUniqueOrThrow({ where: { id: bot!.playerId } })
  const body = { ...GAME, opponent: username.toUpperCase() }
  const { body: challenge } = await as(on)('createChallenge', { body })
  expect(challenge.opponent.username).toBe(username)
  const call = as(plain)
  expect(codeOf(await call('createChallenge', { body }))).toBe('feature-off')
  expect(codeOf(await call('acceptChallenge', about(challenge)))).toBe('feature-off')
  expect((await call('createChallenge', { body: { ...GAME, opponent: 'robot' } })).status).toBe(201)
  const available = { body: { rules: ['halma'] } }
  expect((await as(plain, robot)('setAvailability', available)).status).toBe(200)
})

test('without ratings and chat no new game is rated, and no message goes with a call', async () => {
  const call = as(plain)
  const { body: rated } = await bram!.call('createChallenge', { body: { ...GAME, rated: true } })
  const { body: withMessage } = await bram!.call('createChallenge', {
    body: { ...GAME, opponent: 'anna', message: 'Who dares?' },
  })
  const game = await beginGame(anna!, bram!, { rules: 'halma' })
  const turn = game.white.id === anna!.id ? anna : bram
  const move = (await turn!.call('getLegalMoves', about(game))).body.moves[0]
  const play = { move, ply: 0 }
  const refused = [
    await call('createChallenge', { body: { ...GAME, rated: true } }),
    await call('createChallenge', { body: { ...GAME, message: 'Hello' } }),
    await call('quickPair', { body: { ...GAME, rated: true } }),
    await call('acceptChallenge', about(rated)),
    await call('declineChallenge', { ...about(withMessage), body: { reason: 'No' } }),
    await as(plain, turn)('playMove', { ...about(game), body: { ...play, message: 'Hello' } }),
    await as(plain, turn)('playMove', { ...about(game), body: { ...play, offerDraw: { message: 'Draw?' } } }),
    await call('offerDraw', { ...about(game), body: { message: 'Draw?' } }),
    await call('createTournament', { body: { ...GAME, name: 'R', maxEntrants: 8, rated: true } }),
    await call('createTournament', { body: { ...GAME, name: 'R', maxEntrants: 8, ratingMin: 0 } }),
    await call('createTournament', { body: { ...GAME, name: 'R', maxEntrants: 8, club: 'x' } }),
  ]
  expect(refused.map(codeOf)).toEqual(refused.map(() => 'feature-off'))
  const plainOffer = { ...about(game), body: { ...play, offerDraw: true } }
  expect((await as(plain, turn)('playMove', plainOffer)).status).toBe(201)

  // what was written with a challenge before does not become a message
  const { body: accepted } = await call('acceptChallenge', about(withMessage))
  expect(await on.database.prisma.message.count({ where: { gameId: accepted.game.id } })).toBe(0)

  // a rematch of a rated game is not rated
  const { body: begun } = await anna!.call('acceptChallenge', about(rated))
  await anna!.call('resign', about(begun.game))
  const rematch = await call('rematch', about(begun.game))
  expect([rematch.status, rematch.body.rated]).toEqual([201, false])
})

test('with everything off and members alone reading, somebody without an address claims a proven draw, and gets time', async () => {
  const env = { WITHOUT: OPTIONAL_FEATURES.join(), READERS: 'members' }
  const closed = await startServer({ database: on.database, now: on.clock.now(), env })
  try {
    const manager = await registerPerson(on)
    const roles = { roles: ['manager' as const] }
    await on.database.prisma.account.updateMany({ where: { email: manager.email }, data: roles })
    const [mila] = await enterMembers(closed, manager, ['mila'])
    const host = { username: 'anna', call: as(closed) }
    const terms = { provenDraws: true, timeouts: 'claimed', rated: false } as const
    const game = await beginGame(mila!, host, { rules: 'merels-wild', ...terms })
    expect(game).toMatchObject(terms)

    const gift = { ...about(game), body: { days: 2 }, headers: { 'idempotency-key': 'two-days' } }
    expect((await host.call('giveTime', gift)).status).toBe(200)
    await consumeAllEvents(closed)
    const { items } = (await mila!.call('listNotices')).body
    expect(items[0]).toMatchObject({ kind: 'time-given', game: game.id, params: { by: 'anna', days: 2 } })

    const { moves } = await findEnding(on.deps.tables, game.rules, ({ value }) => value === 'draw')
    const { turn, ply } = await insertMoves(on, game, moves)
    const claim = { ...about(game), body: { ground: 'proven-draw', position: ply } }
    const claimed = await (turn === 'white' ? mila! : host).call('fileClaim', claim)
    expect(claimed.body.game.outcome).toEqual({ winner: null, reason: 'proven-draw' })
  } finally {
    await closed.close()
  }
})
