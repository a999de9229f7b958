import {
  type BranchInput,
  type Game,
  MAX_CONDITIONAL_DEPTH,
  MAX_CONDITIONAL_REPLIES,
  type Notification,
} from '@tegenzet/contract'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moves as movesTotal } from '../../src/metrics.ts'
import { expireOffers } from '../../src/play/draws/expire-offers.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { Answer } from '../server/call-operation.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { openStream } from '../server/event-stream.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { beginGame, findGame, playMoves } from './begin-game.ts'
import {
  branch,
  getConditionalMoves,
  movesOf,
  play,
  setConditionalMoves,
  waitUntilPlayed,
} from './conditional-moves.ts'
import { fileRepetition, gameWithRepetition, offerDraw, repeatingMoves } from './repetition-games.ts'

const DAY = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let cato: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer({ jobs: ['outbox', 'conditional-moves'] })
  anna = await server.player('anna')
  bram = await server.player('bram')
  cato = await server.player('cato', { role: 'admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(60_000)
  game = await beginGame(anna, bram)
  server.published.events.length = 0
})

const allPlayed = () => waitUntilPlayed(server.database)
const moves = () => movesOf(anna, game)
const now = () => server.clock.now().toISOString()
const publishedConditionalMoves = () =>
  server.published.events.flatMap(({ event, playerIds }) =>
    event.type === 'plan' ? [{ plan: event.plan, playerIds }] : [],
  )

describe('conditional moves', () => {
  test('answer at once, branch by branch, until none is left', async () => {
    const set = await setConditionalMoves(
      bram,
      game,
      0,
      branch('a1', 'g7'),
      branch('d6', 'f4', branch('b6', 'f6', branch('a1', 'g1')), branch('f6', 'b6')),
    )
    const expected = {
      game: game.id,
      by: 'black',
      version: 1,
      ply: 0,
      played: [],
      ended: null,
      branches: [
        branch('a1', 'g7'),
        branch('d6', 'f4', branch('b6', 'f6', branch('a1', 'g1')), branch('f6', 'b6')),
      ],
    }
    expect([set.status, set.body]).toEqual([200, expected])
    expect(await getConditionalMoves(bram, game)).toEqual(expected)

    await play(anna, game, 'd6', 0)
    await expect.poll(moves).toEqual(['d6', 'f4'])
    const next = { ...expected, version: 2, ply: 2, played: [2], branches: expected.branches[1]!.then }
    expect(await getConditionalMoves(bram, game)).toEqual(next)

    await play(anna, game, 'b6', 2)
    await expect.poll(moves).toEqual(['d6', 'f4', 'b6', 'f6'])
    await play(anna, game, 'a1', 4)
    await expect.poll(moves).toEqual(['d6', 'f4', 'b6', 'f6', 'a1', 'g1'])
    expect(await getConditionalMoves(bram, game)).toEqual({
      ...expected,
      version: 4,
      ply: 6,
      branches: [],
      played: [2, 4, 6],
      ended: { ply: 6, reason: 'played-out' },
    })
  })

  test('use the owner’s clock only from the opponent’s move to the answer', async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    server.clock.advance(DAY)
    await play(anna, game, 'd6', 0)
    await allPlayed()
    const { body: after } = await bram.call('getGame', { params: { id: game.id } })
    expect(after.deadline).toBe(new Date(server.clock.now().getTime() + 3 * DAY).toISOString())
    const { items } = (await anna.call('listMoves', { params: { id: game.id } })).body
    expect(items).toMatchObject([{ playedAt: now() }, { playedAt: now() }])
  })

  test('end when the opponent plays another move', async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    await play(anna, game, 'a1', 0)
    await allPlayed()
    expect(await moves()).toEqual(['a1'])
    expect(await getConditionalMoves(bram, game)).toMatchObject({
      version: 2,
      ply: 1,
      branches: [],
      played: [],
      ended: { ply: 1, reason: 'other-move' },
    })
  })

  test('continue after the owner played the answer by hand, and end after another move', async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4', branch('b6', 'f6')))
    // the offer makes the conditional moves wait
    await play(anna, game, 'd6', 0, { offerDraw: true })
    await allPlayed()
    await play(bram, game, 'f4', 1)
    await allPlayed()
    expect(await getConditionalMoves(bram, game)).toMatchObject({
      ply: 2,
      branches: [branch('b6', 'f6')],
      played: [],
    })
    game = await beginGame(anna, bram)
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    await play(anna, game, 'd6', 0, { offerDraw: true })
    await allPlayed()
    await play(bram, game, 'a1', 1)
    await allPlayed()
    expect(await getConditionalMoves(bram, game)).toMatchObject({
      branches: [],
      ended: { ply: 2, reason: 'own-move' },
    })
    expect(await moves()).toEqual(['d6', 'a1'])
  })

  test('end with the game', async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    await anna.call('resign', { params: { id: game.id } })
    await allPlayed()
    expect(await getConditionalMoves(bram, game)).toMatchObject({
      branches: [],
      ended: { ply: 0, reason: 'game-over' },
    })
    const late = await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    expect([late.status, late.body.code]).toEqual([409, 'game-over'])
  })

  test('can play the last move of the game', async () => {
    const line = findGame('muehle', ({ winner }) => winner === 'white')
    await playMoves(game, anna, bram, line.slice(0, -2))
    const [theirs, last] = line.slice(-2) as [string, string]
    expect((await setConditionalMoves(anna, game, line.length - 2, branch(theirs, last))).status).toBe(200)
    await play(bram, game, theirs, line.length - 2)
    await allPlayed()
    const { body: over } = await anna.call('getGame', { params: { id: game.id } })
    expect(over).toMatchObject({ status: 'finished', outcome: { winner: 'white' }, ply: line.length })
    expect(await getConditionalMoves(anna, game)).toMatchObject({
      played: [line.length],
      ended: { ply: line.length, reason: 'played-out' },
    })
  })

  test('of both players answer each other until one has none left', async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4', branch('b6', 'a1', branch('a7', 'd7'))))
    await play(anna, game, 'd6', 0, { plan: { branches: [branch('f4', 'b6', branch('a1', 'f6xa1'))] } })
    await allPlayed()
    expect(await moves()).toEqual(['d6', 'f4', 'b6', 'a1', 'f6xa1'])
    expect(await getConditionalMoves(anna, game)).toMatchObject({
      played: [3, 5],
      ended: { ply: 5, reason: 'played-out' },
    })
    expect(await getConditionalMoves(bram, game)).toMatchObject({
      played: [2, 4],
      ended: { ply: 5, reason: 'other-move' },
    })
  })

  test('can answer a jump in Halma with a jump', async () => {
    game = await beginGame(anna, bram, { rules: 'halma' })
    await setConditionalMoves(
      bram,
      game,
      0,
      branch('f1-e1', 'a6-a5'),
      branch('g1-e1', 'a7-a5', branch('h1-f3', 'b10-d8')),
    )
    await play(anna, game, 'g1-e1', 0)
    await allPlayed()
    await play(anna, game, 'h1-f3', 2)
    await allPlayed()
    expect(await moves()).toEqual(['g1-e1', 'a7-a5', 'h1-f3', 'b10-d8'])
  })

  test('can move a stone while others are in hand', async () => {
    const lasker = await beginGame(anna, bram, { rules: 'lasker' })
    await playMoves(lasker, anna, bram, ['d6'])
    await setConditionalMoves(anna, lasker, 1, branch('a1', 'd6-f6'))
    await play(bram, lasker, 'a1', 1)
    await allPlayed()
    expect((await movesOf(anna, lasker)).at(-1)).toBe('d6-f6')
  })

  test('capture stones, and distinguish the captured stone', async () => {
    await playMoves(game, anna, bram, ['d6', 'f4', 'b6'])
    await setConditionalMoves(
      anna,
      game,
      3,
      branch('a1', 'f6xa1', branch('g7', 'd5')),
      branch('a4', 'f6xf4'),
      branch('f6', 'd5'),
    )
    await play(bram, game, 'a4', 3)
    await allPlayed()
    expect((await moves()).at(-1)).toBe('f6xf4')
  })

  test('can be set with a move: both are accepted or neither', async () => {
    const refused = await play(anna, game, 'd6', 0, {
      plan: { branches: [branch('f4', 'b6', branch('f4', 'f6'))] },
    })
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'illegal-move',
      [{ path: '/body/plan/branches/0/then/0/move', message: expect.any(String) }],
    ])
    expect([await moves(), (await getConditionalMoves(anna, game)).version]).toEqual([[], 0])

    const plan = { branches: [branch('f4', 'b6')] }
    const played = await play(anna, game, 'd6', 0, { plan })
    expect([played.status, played.body.game.ply]).toEqual([201, 1])
    expect(await getConditionalMoves(anna, game)).toMatchObject({
      version: 1,
      ply: 1,
      branches: plan.branches,
    })
    await anna.call('dropPlan', { params: { id: game.id } })
    expect((await play(anna, game, 'd6', 0, { plan })).status).toBe(200)
    expect((await getConditionalMoves(anna, game)).branches).toEqual([])
  })

  test('are refused after a move that ends the game', async () => {
    const line = findGame('muehle', ({ winner }) => winner === 'white')
    await playMoves(game, anna, bram, line.slice(0, -1))
    const last = await play(anna, game, line.at(-1)!, line.length - 1, {
      plan: { branches: [branch('a1', 'a4')] },
    })
    expect([last.status, last.body.code]).toEqual([422, 'illegal-move'])
    const before = await setConditionalMoves(bram, game, line.length - 1, branch(line.at(-1)!, 'a1'))
    expect(before.body.errors).toEqual([
      { path: '/body/branches/0/reply', message: expect.stringContaining('ended') },
    ])
  })
})

describe('while the owner has something to decide', () => {
  beforeEach(async () => {
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4', branch('b6', 'f6')))
  })

  test('wait for a draw offered with the move to be declined', async () => {
    await play(anna, game, 'd6', 0, { offerDraw: true })
    await allPlayed()
    expect(await moves()).toEqual(['d6'])
    expect(await getConditionalMoves(bram, game)).toMatchObject({ version: 1, ply: 0 })
    const { items } = (await bram.call('listDrawOffers', { params: { id: game.id } })).body
    await bram.call('declineDrawOffer', { params: { id: items[0].id } })
    await expect.poll(moves).toEqual(['d6', 'f4'])
  })

  test('wait for a draw offered before the move, and play once it has expired', async () => {
    game = await beginGame(anna, bram, {
      clock: { kind: 'bank', days: 10, incrementHours: 0, capDays: 10 },
    })
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    await offerDraw(anna, game)
    await play(anna, game, 'd6', 0)
    await allPlayed()
    expect(await moves()).toEqual(['d6'])
    server.clock.advance(3 * DAY + 60_000)
    await expireOffers(server.deps, server.store)
    await expect.poll(moves).toEqual(['d6', 'f4'])
  })

  test('do not wait for an offer of the owner’s', async () => {
    await offerDraw(bram, game)
    await play(anna, game, 'd6', 0)
    await expect.poll(moves).toEqual(['d6', 'f4'])
  })

  test('wait for a claim, and cannot be set meanwhile', async () => {
    game = await gameWithRepetition(server, anna, bram)
    const [move = '', reply = ''] = repeatingMoves('molenspel', game.ply + 2).slice(game.ply)
    expect((await setConditionalMoves(bram, game, game.ply, branch(move, reply))).status).toBe(200)
    const claim = await fileRepetition(anna, game)
    await allPlayed()
    const frozen = await setConditionalMoves(bram, game, game.ply, branch(move, reply))
    expect([frozen.status, frozen.body.code]).toEqual([409, 'game-frozen'])
    await anna.call('withdrawClaim', { params: { id: claim.id } })
    await allPlayed()
    await play(anna, game, move, game.ply)
    await expect.poll(async () => (await moves()).slice(-2)).toEqual([move, reply])
  })

  test('wait for the owner’s own claim to be settled', async () => {
    game = await gameWithRepetition(server, anna, bram)
    const [move = '', reply = ''] = repeatingMoves('molenspel', game.ply + 2).slice(game.ply)
    await setConditionalMoves(bram, game, game.ply, branch(move, reply))
    await play(anna, game, move, game.ply, { offerDraw: true })
    await allPlayed()
    const ply = game.ply + 1
    const claim = await fileRepetition(bram, { ...game, ply })
    await allPlayed()
    expect((await moves()).length).toBe(ply)
    await bram.call('withdrawClaim', { params: { id: claim.id } })
    await expect.poll(async () => (await moves()).at(-1)).toBe(reply)
  })
})

describe('setting conditional moves is refused', () => {
  const refusal = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.code, body.errors?.map(({ path }: { path: string }) => path)]
  }

  test('on one’s own turn, at an old ply, by others, without a login, and without the scope', async () => {
    expect(await refusal(setConditionalMoves(bram, game, 1, branch('d6', 'f4')))).toEqual([
      409,
      'stale-ply',
      undefined,
    ])
    expect(await refusal(setConditionalMoves(anna, game, 0, branch('d6', 'f4')))).toEqual([
      409,
      'conflict',
      undefined,
    ])
    expect(await refusal(setConditionalMoves(cato, game, 0, branch('d6', 'f4')))).toEqual([
      403,
      'not-a-player',
      undefined,
    ])
    expect(await refusal(setConditionalMoves(bram, { id: 99 }, 0, branch('d6', 'f4')))).toEqual([
      404,
      'not-found',
      undefined,
    ])
    const body = { ply: 0, branches: [] }
    const nobody = server.call('setPlan', { params: { id: game.id }, body })
    expect(await refusal(nobody)).toEqual([401, 'unauthenticated', undefined])
    const reader = await server.player(`reader${game.id}`, { scopes: ['game:read'] })
    const unscoped = reader.call('setPlan', { params: { id: game.id }, body })
    expect(await refusal(unscoped)).toEqual([403, 'missing-scope', undefined])
    for (const call of ['getPlan', 'dropPlan'] as const) {
      expect((await cato.call(call, { params: { id: game.id } })).status).toBe(403)
      expect((await server.call(call, { params: { id: game.id } })).status).toBe(401)
      expect((await bram.call(call, { params: { id: 99 } })).status).toBe(404)
    }
  })

  test('with illegal moves, naming each', async () => {
    const plan = setConditionalMoves(
      bram,
      game,
      0,
      branch('d6', 'd6'),
      branch('d7', 'f4', branch('f4', 'a1'), branch('b6', 'f6', branch('nowhere', 'a1'))),
      branch('z9', 'f4', branch('z9', 'z9')),
      branch('f4', 'd6'),
    )
    expect(await refusal(plan)).toEqual([
      422,
      'illegal-move',
      [
        '/body/branches/0/reply',
        '/body/branches/1/then/0/move',
        '/body/branches/1/then/1/then/0/move',
        '/body/branches/2/move',
      ],
    ])
    expect((await getConditionalMoves(bram, game)).version).toBe(0)
  })

  test('with two answers to one move, too deep, or too large', async () => {
    const twice = setConditionalMoves(
      bram,
      game,
      0,
      branch('d6', 'f4', branch('a1', 'a4'), branch('a1', 'a7')),
    )
    expect(await refusal(twice)).toEqual([400, 'validation', ['/body/branches/0/then/1/move']])
    const chain = (depth: number): BranchInput => branch('a1', 'a4', ...(depth > 1 ? [chain(depth - 1)] : []))
    const deep = setConditionalMoves(bram, game, 0, chain(MAX_CONDITIONAL_DEPTH + 1))
    expect(await refusal(deep)).toEqual([
      ...[400, 'validation'],
      [`/body/branches/0${'/then/0'.repeat(MAX_CONDITIONAL_DEPTH)}`],
    ])
    const many = Array.from({ length: MAX_CONDITIONAL_REPLIES + 1 }, (_, n) => branch(`a${n}`, 'a4'))
    expect(await refusal(setConditionalMoves(bram, game, 0, ...many))).toEqual([
      ...[400, 'validation'],
      [`/body/branches/${MAX_CONDITIONAL_REPLIES}`],
    ])
    // too deep for any recursive parser
    const abyss = `${'[{"move":"a","reply":"b","then":'.repeat(1800)}[]${'}]'.repeat(1800)}`
    const response = await fetch(`${server.url}/api/v1/games/${game.id}/plan`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${bram.token}`, 'content-type': 'application/json' },
      body: `{"ply":0,"branches":${abyss}}`,
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'bad-request',
    ])
  })
})

describe('conditional moves that are set', () => {
  test('can be set again without an event, and replaced', async () => {
    const first = await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    const again = await setConditionalMoves(bram, game, 0, { move: 'd6', reply: 'f4' })
    expect(again.body).toEqual(first.body)
    expect(publishedConditionalMoves()).toEqual([{ plan: first.body, playerIds: [bram.id] }])
    const other = await setConditionalMoves(bram, game, 0, branch('d6', 'a1'))
    expect(other.body).toEqual({ ...first.body, version: 2, branches: [branch('d6', 'a1')] })
    await play(anna, game, 'd6', 0)
    await expect.poll(moves).toEqual(['d6', 'a1'])
  })

  test('can be removed by DELETE or by an empty list', async () => {
    expect((await bram.call('dropPlan', { params: { id: game.id } })).status).toBe(204)
    expect((await getConditionalMoves(bram, game)).version).toBe(0)
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    expect((await bram.call('dropPlan', { params: { id: game.id } })).status).toBe(204)
    expect((await bram.call('dropPlan', { params: { id: game.id } })).status).toBe(204)
    expect(await getConditionalMoves(bram, game)).toMatchObject({ version: 2, branches: [], ended: null })
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
    expect((await setConditionalMoves(bram, game, 0)).body).toMatchObject({
      version: 4,
      branches: [],
      ended: null,
    })
    await play(anna, game, 'd6', 0)
    await allPlayed()
    expect(await moves()).toEqual(['d6'])
  })

  test('are visible to their owner only, in events, answers and exports', async () => {
    const stream = await openStream(server.url, anna)
    const socket = await openSocket(server.url, { token: anna.token })
    socket.send({ type: 'watch', game: game.id })
    const own = await openStream(server.url, bram)
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4', branch('b6', 'f6')))
    expect((await getConditionalMoves(anna, game)).version).toBe(0)
    await play(anna, game, 'd6', 0)
    await allPlayed()
    await expect.poll(() => own.events().filter(({ type }) => type === 'plan')).toHaveLength(2)
    expect(publishedConditionalMoves().map(({ playerIds }) => playerIds)).toEqual([[bram.id], [bram.id]])
    const received = [...stream.lines(), ...socket.messages().map((message) => JSON.stringify(message))]
    const seen = received.filter((text) => text.includes(`${game.id}`)).join('\n')
    expect(seen).toContain('"f4"')
    expect(seen).not.toContain('"plan"')
    expect(seen).not.toContain('f6')
    const query = { format: 'json' }
    for (const player of [anna, cato])
      for (const call of ['getGame', 'listMoves', 'listPositions', 'exportGame'] as const) {
        const { body } = await player.call(call, {
          params: { id: game.id },
          ...(call === 'exportGame' && { query }),
        })
        expect(JSON.stringify(body)).not.toMatch(/f6|branches/)
      }
    for (const each of [stream, own]) each.cut()
    socket.socket.close()
  })

  test('notify the owner once until it is read', async () => {
    const notices = async () =>
      (await bram.call('listNotices')).body.items.filter(
        (notice: Notification) => notice.kind === 'plan-played' && notice.game === game.id,
      )
    await setConditionalMoves(bram, game, 0, branch('d6', 'f4', branch('b6', 'f6', branch('a1', 'g1'))))
    await allPlayed()
    expect(await notices()).toEqual([])
    await play(anna, game, 'd6', 0)
    await allPlayed()
    await play(anna, game, 'b6', 2)
    await allPlayed()
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    expect(notice.params).toEqual({ by: 'anna', rules: 'muehle' })
    await bram.call('readNotices', { body: { ids: [notice.id] } })
    await play(anna, game, 'a1', 4)
    await allPlayed()
    expect(await notices()).toHaveLength(2)
    // ending without an answer notifies nobody
    await anna.call('resign', { params: { id: game.id } })
    await allPlayed()
    expect(await notices()).toHaveLength(2)
  })
})

describe('races', () => {
  const MOVES = ['d6', 'b6', 'a1', 'g7', 'f6'] as const

  test('setting them while the move arrives: they are refused or they answer', async () => {
    for (let n = 0; n < 8; n++) {
      game = await beginGame(anna, bram)
      const [set] = await Promise.all([
        setConditionalMoves(bram, game, 0, ...MOVES.map((move) => branch(move, 'd7'))),
        play(anna, game, MOVES[n % MOVES.length]!, 0),
      ])
      await allPlayed()
      expect([await moves(), set.body.code]).toEqual(
        set.status === 200 ? [[MOVES[n % 5], 'd7'], undefined] : [[MOVES[n % 5]], 'stale-ply'],
      )
    }
  })

  test('removing them while the move arrives: nothing is played after the answer 204', async () => {
    for (let n = 0; n < 8; n++) {
      game = await beginGame(anna, bram)
      await setConditionalMoves(bram, game, 0, branch('d6', 'f4'))
      await play(anna, game, 'd6', 0)
      await new Promise((resolve) => setTimeout(resolve, n * 10))
      await bram.call('dropPlan', { params: { id: game.id } })
      const then = await moves()
      await allPlayed()
      expect(await moves()).toEqual(then)
    }
  })

  test('several processes play each answer once', async () => {
    const others = await Promise.all(
      [1, 2].map(() =>
        startServer({
          jobs: ['outbox', 'conditional-moves'],
          database: server.database,
          now: server.clock.now(),
        }),
      ),
    )
    const games = await Promise.all(Array.from({ length: 10 }, () => beginGame(anna, bram)))
    await Promise.all(
      games.map((each) => setConditionalMoves(bram, each, 0, branch('d6', 'f4', branch('b6', 'f6')))),
    )
    for (const [ply, move] of [
      [0, 'd6'],
      [2, 'b6'],
    ] as const) {
      await Promise.all(games.map((each) => play(anna, each, move, ply)))
      await allPlayed()
    }
    for (const each of games) {
      expect(await movesOf(anna, each)).toEqual(['d6', 'f4', 'b6', 'f6'])
      expect(await getConditionalMoves(bram, each)).toMatchObject({ version: 3, played: [2, 4] })
    }
    await Promise.all(others.map((other) => other.close()))
  })
})

test('a move that was played while no process ran is answered by the next one', async () => {
  const database = await testDatabase()
  const before = await startServer({ database })
  const [white, black] = [await before.player('white'), await before.player('black')]
  const [read, unread] = [await beginGame(white, black), await beginGame(white, black)]
  await consumeAllEvents(before)
  for (const each of [read, unread])
    await setConditionalMoves(black, each, 0, branch('d6', 'f4', branch('b6', 'f6')))
  await play(white, read, 'd6', 0)
  await consumeAllEvents(before)
  before.clock.advance(2000)
  const metrics = await (await fetch(`${before.url}/metrics`)).text()
  expect(metrics).toMatch(/^tegenzet_conditional_moves_due 1$/m)
  expect(metrics).toMatch(/^tegenzet_conditional_moves_oldest_seconds 2$/m)
  await play(white, unread, 'd6', 0)
  await before.close()

  movesTotal.reset()
  for (const by of ['player', 'conditional-moves']) movesTotal.inc({ by }, 0)
  const after = await startServer({
    database,
    jobs: ['outbox', 'conditional-moves'],
    now: before.clock.now(),
  })
  await waitUntilPlayed(database)
  for (const { id } of [read, unread]) {
    const { items } = (await after.call('listMoves', { params: { id } })).body
    expect(items).toMatchObject([{ move: 'd6' }, { move: 'f4' }])
  }
  const played = await (await fetch(`${after.url}/metrics`)).text()
  expect(played).toMatch(/^tegenzet_moves_total\{by="player"\} 0$/m)
  expect(played).toMatch(/^tegenzet_moves_total\{by="conditional-moves"\} 2$/m)
  await after.close()
  await database.close()
})

test('conditional moves that fail do not hold up others, and are tried again', async () => {
  const other = await beginGame(anna, bram)
  for (const each of [game, other]) await setConditionalMoves(bram, each, 0, branch('d6', 'f4'))
  const which = { gameId_by: { gameId: game.id, by: 'black' as const } }
  const { branches } = await server.database.prisma.conditionalMoves.findUniqueOrThrow({ where: which })
  await server.database.prisma.conditionalMoves.update({ where: which, data: { branches: [null as never] } })
  await play(anna, game, 'd6', 0)
  await play(anna, other, 'd6', 0)
  await expect.poll(() => movesOf(anna, other)).toEqual(['d6', 'f4'])
  expect(await moves()).toEqual(['d6'])
  await server.database.prisma.conditionalMoves.update({
    where: which,
    data: { branches: branches as never },
  })
  server.clock.advance(61_000)
  await expect.poll(moves).toEqual(['d6', 'f4'])
})
