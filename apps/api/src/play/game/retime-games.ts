import type { Deps } from '../../deps.ts'
import { isOverdue, retimeClocks } from './clock.ts'
import { readGames } from './game-store.ts'
import { writeClocks } from './write-clocks.ts'

/**
 * Gives the running games of a player in which vacations count the deadlines they have by the vacations as they now are.
 * Part of the transaction that changed those: no move comes in between, and none that was read before is written after.
 * A game whose time was out already is left to be ended.
 * @param by the player who caused it; null: the server
 */
export async function retimeGames(deps: Deps, playerId: number, now: Date, by: number | null): Promise<void> {
  const ids = await holdRunningGames(deps, playerId)
  if (ids.length === 0) return
  const games = await readGames(deps.database, ids)
  const retimed = games
    .filter((game) => !isOverdue(game, now))
    .map((before) => ({ before, clocks: retimeClocks(before, now) }))
  await writeClocks(deps, retimed, now, by)
}

/** In one order, so that two players of the same games never wait for each other. */
async function holdRunningGames({ database: { prisma } }: Deps, playerId: number): Promise<number[]> {
  const held = await prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM games
    WHERE (white_id = ${playerId} OR black_id = ${playerId}) AND status IN ('active', 'claimed') AND vacation
    ORDER BY id FOR NO KEY UPDATE`
  return held.map(({ id }) => id)
}
