import { Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'

/** A player's games without hints, last changed first, through one index for each side. */
export const latestGames = (id: number, max: number, condition: Prisma.Sql): Prisma.Sql => {
  const ofSide = (side: Side, opponent: Side) => Prisma.sql`(
    SELECT id, rules, ${side}::side AS side, ${Prisma.raw(`${opponent}_id`)} AS opponent_id, winner, updated_at
    FROM games WHERE ${Prisma.raw(`${side}_id`)} = ${id} AND NOT assisted AND ${condition}
    ORDER BY updated_at DESC, id DESC LIMIT ${max})`
  return Prisma.sql`(SELECT * FROM (${ofSide('white', 'black')} UNION ALL ${ofSide('black', 'white')}) both_sides
    ORDER BY updated_at DESC, id DESC LIMIT ${max}) game`
}

/** Whether a move of such a game, named `move`, is the player's. */
export const OWN_MOVE = Prisma.sql`(move.ply % 2 = 1) = (game.side = 'white')`
