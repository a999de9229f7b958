import { Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'

/** A player's games, last changed first, through one index for each side. */
export const latestGames = (id: number, max: number, condition: Prisma.Sql): Prisma.Sql => {
  const ofSide = (side: Side, opponent: Side) => Prisma.sql`(
    SELECT id, rules, ${side}::side AS side, ${Prisma.raw(`${opponent}_id`)} AS opponent_id, winner, updated_at
    FROM games WHERE ${Prisma.raw(`${side}_id`)} = ${id} AND ${condition}
    ORDER BY updated_at DESC, id DESC LIMIT ${max})`
  return Prisma.sql`(SELECT * FROM (${ofSide('white', 'black')} UNION ALL ${ofSide('black', 'white')}) both_sides
    ORDER BY updated_at DESC, id DESC LIMIT ${max}) game`
}

/** Finished, and without hints, which would say little about a player. */
export const COUNTED = Prisma.sql`status = 'finished' AND NOT assisted`

/** Whether a move of such a game, named `move`, is the player's. */
export const OWN_MOVE = Prisma.sql`(move.ply % 2 = 1) = (game.side = 'white')`
