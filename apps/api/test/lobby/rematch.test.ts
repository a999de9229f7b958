import type { Challenge, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer

beforeAll(async () => {
  server = await startServer({ env: { MAX_OPEN_CHALLENGES: '3' } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
})
afterAll(() => server?.close())

/** A finished game: anna had white and resigned. */
async function playedGame(): Promise<Game> {
  const { id } = await beginGame(anna, bram, { rules: 'halma', clock: { kind: 'per-move', days: 5 } })
  return (await anna.call('resign', { params: { id } })).body.game
}
const ask = (player: { call: TestPlayer['call'] }, { id }: { id: number }) =>
  player.call('rematch', { params: { id } })

it('offers the same game with colours swapped, and begins when the opponent asks too', async () => {
  const game = await playedGame()
  const requested = await ask(anna, game)
  expect(requested.status).toBe(201)
  expect(requested.body).toMatchObject({
    rules: 'halma',
    clock: game.clock,
    rated: false,
    colour: 'black',
    state: 'open',
    game: null,
    challenger: { id: anna.id },
    opponent: { id: bram.id },
    rematchOf: game.id,
  })
  const published = server.published.events.at(-1)!
  expect(published.event).toMatchObject({ type: 'challenge', challenge: requested.body })
  expect(published.playerIds).toEqual([anna.id, bram.id])

  const accepted = await ask(bram, game)
  expect(accepted.status).toBe(200)
  expect(accepted.body).toMatchObject({ id: requested.body.id, state: 'accepted', game: expect.any(Number) })
  const again = (await server.call('getGame', { params: { id: accepted.body.game } })).body
  expect(again).toMatchObject({ white: { id: bram.id }, black: { id: anna.id }, status: 'active' })
  // a repeated request returns the open challenge
  for (const player of [anna, bram]) expect(await ask(player, game)).toMatchObject({ body: accepted.body })
})

it('is offered once however often it is sent, and again after it was declined or withdrawn', async () => {
  const game = await playedGame()
  const { body: first } = await ask(anna, game)
  expect(await ask(anna, game)).toMatchObject({ status: 200, body: first })
  await bram.call('declineChallenge', { params: { id: first.id } })
  const second = await ask(bram, game)
  expect(second).toMatchObject({ status: 201, body: { challenger: { id: bram.id }, colour: 'white' } })
  await bram.call('withdrawChallenge', { params: { id: second.body.id } })
  const third = await ask(anna, game)
  expect(third.status).toBe(201)
  const accepted = await bram.call('acceptChallenge', { params: { id: third.body.id } })
  expect((await ask(anna, game)).body).toMatchObject({ state: 'accepted', game: accepted.body.game.id })
})

it('begins one game when both ask at once', async () => {
  for (let round = 0; round < 5; round++) {
    const game = await playedGame()
    const answers = await Promise.all([ask(anna, game), ask(bram, game), ask(anna, game), ask(bram, game)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => (body as Challenge).id)).size).toBe(1)
    const { body } = await ask(anna, game)
    expect(body).toMatchObject({ state: 'accepted', game: expect.any(Number) })
    expect(await server.database.prisma.challenge.count({ where: { rematchOf: game.id } })).toBe(1)
  }
})

it('is for the two players of a finished game', async () => {
  const running = await beginGame(anna, bram)
  expect((await ask(anna, running)).body.code).toBe('game-not-over')
  expect((await ask(carl, running)).body.code).toBe('not-a-player')
  expect((await ask(server, running)).body.code).toBe('unauthenticated')
  expect((await ask(anna, { id: 1 })).body.code).toBe('not-found')
  const weak = await server.player('weak', { scopes: ['game:play'] })
  expect((await ask(weak, running)).body.code).toBe('missing-scope')
})

it('counts as an open challenge, and is refused if the opponent’s account is closed', async () => {
  const games = [await playedGame(), await playedGame(), await playedGame(), await playedGame()]
  for (const game of games.slice(0, 3)) expect((await ask(anna, game)).status).toBe(201)
  expect((await ask(anna, games[3]!)).body.code).toBe('limit-reached')
  expect((await ask(bram, games[3]!)).status).toBe(201)
  const { body } = await ask(bram, games[3]!)
  await bram.call('withdrawChallenge', { params: { id: body.id } })
  await server.database.prisma.player.update({ where: { id: anna.id }, data: { kind: 'closed' } })
  expect((await ask(bram, games[3]!)).body.code).toBe('unknown-opponent')
})
