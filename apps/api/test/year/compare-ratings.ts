import { expect } from 'vitest'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import { rebuildRatings } from '../../src/competition/ratings/rebuild-ratings.ts'
import { slowRatings } from '../competition/slow-ratings.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import type { TestServer } from '../server/harness.ts'

const RATED_FROM_PLY = 4

/**
 * Rates the games of the year, compares every rating with the slow second account, and rebuilds them.
 * @returns how many games were rated
 */
export async function expectRatings(server: TestServer): Promise<number> {
  await consumeAllEvents(server, ratingsConsumer(server.deps))
  const { prisma } = server.database
  const ended = await prisma.game.findMany({
    where: { status: 'finished', rated: true, ply: { gte: RATED_FROM_PLY } },
    select: { id: true, rules: true, whiteId: true, blackId: true, winner: true, endedAt: true },
  })
  const sequences = await prisma.gameRating.findMany({
    where: { side: 'white' },
    select: { gameId: true },
    orderBy: { sequence: 'asc' },
  })
  const byId = new Map(ended.map((game) => [game.id, game]))
  expect(sequences.map(({ gameId }) => gameId).sort()).toEqual([...byId.keys()].sort())

  const inOrder = sequences.map(({ gameId }) => byId.get(gameId)!)
  const stored = await prisma.playerRating.findMany()
  let compared = 0
  for (const rules of new Set(ended.map((game) => game.rules))) {
    const slow = slowRatings(
      inOrder
        .filter((game) => game.rules === rules)
        .map(({ whiteId, blackId, winner, endedAt }) => ({
          white: whiteId,
          black: blackId,
          endedAt: endedAt!.getTime(),
          whiteScore: winner === null ? 0.5 : winner === 'white' ? 1 : 0,
        })),
    )
    for (const [playerId, { lastAt, ...expected }] of slow) {
      const rating = stored.find((row) => row.playerId === playerId && row.rules === rules)!
      for (const value of ['rating', 'deviation', 'volatility'] as const)
        expect(rating[value], `${value} of player ${playerId} in ${rules}`).toBeCloseTo(expected[value], 5)
      expect(rating.lastGameAt.getTime()).toBe(lastAt)
      compared++
    }
  }
  expect(stored).toHaveLength(compared)
  expect(await rebuildRatings(server.store, server.clock.now())).toEqual({
    games: ended.length,
    changedGames: 0,
    changedRatings: 0,
  })
  return ended.length
}
