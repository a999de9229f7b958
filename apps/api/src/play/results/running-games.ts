import { Prisma } from '@tegenzet/db'

/**
 * A player's games that are not over, by their indexes: those of each side that go on, and those that wait for a ruling.
 * OFFSET keeps Postgres from looking for an opponent among all games of the player.
 */
export const runningGamesOf = (player: Prisma.Sql): Prisma.Sql => {
  const part = (
    side: 'white' | 'black',
    opponent: 'white' | 'black',
    status: 'active' | 'claimed',
  ) => Prisma.sql`
    SELECT status, turn, rules, tournament_id, ${side}::side AS side, ${Prisma.raw(`${opponent}_id`)} AS opponent_id
    FROM games WHERE ${Prisma.raw(`${side}_id`)} = ${player} AND status = ${Prisma.raw(`'${status}'`)} OFFSET 0`
  return Prisma.sql`(
    (${part('white', 'black', 'active')}) UNION ALL (${part('black', 'white', 'active')})
    UNION ALL (${part('white', 'black', 'claimed')}) UNION ALL (${part('black', 'white', 'claimed')}))`
}
