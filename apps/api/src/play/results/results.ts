import { Prisma } from '@tegenzet/db'
import { COUNTED_SQL } from '../game/counted-games.ts'

/** Ended games that are not counted yet, as each of their players sees them. */
const UNCOUNTED = Prisma.sql`uncounted_games`

/**
 * What each ended game adds to the results of a player.
 * @param games rows with the game and the player
 */
export const endedGames = (games: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT player_id, opponent_id, rules, side,
    (status = 'finished')::int AS finished,
    (status = 'cancelled')::int AS cancelled,
    CASE WHEN ${COUNTED_SQL} AND winner = side THEN 1 ELSE 0 END AS won,
    CASE WHEN ${COUNTED_SQL} AND winner <> side THEN 1 ELSE 0 END AS lost,
    CASE WHEN ${COUNTED_SQL} AND winner IS NULL THEN 1 ELSE 0 END AS drawn,
    CASE WHEN ${COUNTED_SQL} AND winner <> side AND reason = 'timeout' THEN 1 ELSE 0 END AS lost_on_time
  FROM (
    SELECT u.player_id, g.rules, g.status, g.assisted, g.winner, g.reason,
      CASE u.player_id WHEN g.white_id THEN g.black_id ELSE g.white_id END AS opponent_id,
      CASE u.player_id WHEN g.white_id THEN 'white'::side ELSE 'black' END AS side
    FROM ${games} u JOIN games g ON g.id = u.game_id
  ) game)`

/** A player's results, to be added up: a row for each rule set and side, and one for each game that is not counted yet. */
export const resultsOf = (player: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT rules, side, finished, cancelled, won, lost, drawn, lost_on_time
  FROM player_results WHERE player_id = ${player}
  UNION ALL
  SELECT rules, side, finished, cancelled, won, lost, drawn, lost_on_time
  FROM ${endedGames(UNCOUNTED)} ended WHERE player_id = ${player})`

/**
 * A player's results against each of these opponents, to be added up. They are looked up one by one: a join may read all
 * opponents of the player.
 */
export const resultsAgainst = (player: number, opponents: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT counted.* FROM (${opponents}) wanted (id) CROSS JOIN LATERAL (
    SELECT opponent_id, finished, cancelled, won, lost, drawn
    FROM opponent_results WHERE player_id = ${player} AND opponent_id = wanted.id OFFSET 0) counted
  UNION ALL
  SELECT opponent_id, finished, cancelled, won, lost, drawn
  FROM ${endedGames(UNCOUNTED)} ended WHERE player_id = ${player} AND opponent_id IN (${opponents}))`

/** The ids of the opponents of most games, and of those whose games are not counted yet. */
export const frequentOpponents = (player: number, max: number): Prisma.Sql => Prisma.sql`
  (SELECT opponent_id FROM opponent_results WHERE player_id = ${player}
   ORDER BY won + lost + drawn DESC, opponent_id LIMIT ${Prisma.raw(`${max}`)})
  UNION
  SELECT opponent_id FROM ${endedGames(UNCOUNTED)} ended WHERE player_id = ${player}`
