import type { Game, Player } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import { foundClub } from '../competition/found-clubs.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: Game

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  game = await beginGame(anna, bram, { rules: 'molenspel', rated: true })
  await playMoves(game, anna, bram, ['d6', 'f4', 'd2', 'b4'])
  await bram.call('resign', { params: { id: game.id } })
  await consumeAllEvents(server, ratingsConsumer(server.deps))
})
afterAll(() => server?.close())

const ratingOf = async (username: string) => {
  const [rating] = (await server.call('listRatings', { params: { username } })).body.items
  return { rules: 'molenspel', rating: rating.rating, provisional: rating.provisional }
}
const terms = { clock: { kind: 'per-move', days: 3 } } as const

test('games show both players’ ratings in their rule set, and events none', async () => {
  const [white, black] = [await ratingOf('anna'), await ratingOf('bram')]
  const shown = (await server.call('getGame', { params: { id: game.id } })).body
  expect([shown.white.rating, shown.black.rating]).toEqual([white, black])
  const running = await beginGame(bram, anna, { rules: 'molenspel' })
  expect(running.white).not.toHaveProperty('rating')
  const { items } = (await server.call('listGames', { query: { player: 'anna' } })).body
  expect(items.map((listed: Game) => [listed.white.rating, listed.black.rating])).toEqual([
    [black, white],
    [white, black],
  ])
  for (const { event } of server.published.events)
    if (event.type === 'game') expect(event.game.white).not.toHaveProperty('rating')
})

test('a rule set without a rated game shows none', async () => {
  const { id } = await beginGame(anna, bram, { rules: 'halma' })
  const shown = (await server.call('getGame', { params: { id } })).body
  expect(shown.white).toEqual({ id: anna.id, username: 'anna', kind: 'human' })
})

test('challenges, invitations and favourites show the ratings of their players', async () => {
  const create = (body: object) =>
    anna.call('createChallenge', { body: { rules: 'molenspel', ...terms, ...body } })
  const open = (await create({})).body
  const named = (await create({ opponent: 'bram' })).body
  const invitation = (await create({ invite: true })).body
  const rating = await ratingOf('anna')
  const { items } = (await server.call('listChallenges')).body
  expect(items.map(({ challenger }: { challenger: Player }) => challenger.rating)).toEqual([rating])
  expect((await server.call('getChallenge', { params: { id: open.id } })).body.challenger.rating).toEqual(
    rating,
  )
  expect((await bram.call('getChallenge', { params: { id: named.id } })).body).toMatchObject({
    challenger: { rating },
    opponent: { rating: await ratingOf('bram') },
  })
  const code = invitation.inviteUrl!.split('#')[1]!
  expect((await server.call('getInvite', { params: { code } })).body.challenger.rating).toEqual(rating)
  await bram.call('addFavourite', { params: { username: 'anna' } })
  const [favourite] = (await bram.call('listFavourites')).body.items
  expect(favourite.challenges[0].challenger.rating).toEqual(rating)
})

test('the search shows the rating in the rule set that a player plays most', async () => {
  const players = (await server.call('searchPlayers', { query: { query: 'b' } })).body.items
  expect(players[0]).toEqual({ id: bram.id, username: 'bram', kind: 'human', rating: await ratingOf('bram') })
})

test('ladders and the games of a club show the ratings of their players', async () => {
  const rating = await ratingOf('anna')
  await anna.call('enterLadder', { params: { rules: 'molenspel' } })
  await bram.call('enterLadder', { params: { rules: 'halma' } })
  const placesOf = async (rules: string) =>
    (await server.call('getLadder', { params: { rules }, query: {} })).body.items
  expect((await placesOf('molenspel'))[0]).toMatchObject({ place: 1, user: { username: 'anna', rating } })
  expect((await placesOf('halma'))[0]!.user).not.toHaveProperty('rating')
  const { slug } = await foundClub(server, anna, 'Mill Town')
  const { items } = (await server.call('listClubGames', { params: { slug }, query: {} })).body
  const rated = items.filter(({ rules }: Game) => rules === 'molenspel')
  expect(rated.map(({ black }: Game) => black.rating)).toEqual([rating])
})

test('lists of games can be narrowed to those of strong players, each in the rule set of the game', async () => {
  const { prisma } = server.database
  const idsOf = async (query: Record<string, string | number>) =>
    (await server.call('listGames', { query })).body.items.map(({ id }: Game) => id)
  const carl = await server.player('carl')
  const [strong, mixed] = [
    await beginGame(bram, anna, { rules: 'molenspel' }),
    await beginGame(anna, carl, { rules: 'molenspel' }),
  ]
  const inHalma = await beginGame(anna, bram, { rules: 'halma' })
  const [white, black] = [await ratingOf('anna'), await ratingOf('bram')]
  const lower = Math.floor(Math.min(white.rating, black.rating))
  const found = await idsOf({ minRating: lower, status: 'active' })
  expect(found).toContain(strong.id)
  expect(found).not.toContain(mixed.id)
  expect(found).not.toContain(inHalma.id)
  expect(await idsOf({ minRating: lower + 1, status: 'active' })).toEqual([])
  expect(await idsOf({ minRating: lower, player: 'anna', rules: 'molenspel', status: 'finished' })).toEqual([
    game.id,
  ])
  expect(await prisma.playerRating.count({ where: { playerId: carl.id } })).toBe(0)
  for (const minRating of [0, 1.5, 'x', 10_001])
    expect((await server.call('listGames', { query: { minRating } })).status).toBe(400)
})
