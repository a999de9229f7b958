import { ok, type Result } from '@tegenzet/common'
import { type countGamesQuery, type GameCounts, gameCountsSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { SIDES } from '@tegenzet/rules'
import type { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { isEndedGameOf } from '../game/ended-games-of-pair.ts'
import { idOf } from '../game/read-games.ts'
import { resultsAgainst, resultsOf } from '../results/results.ts'
import { runningGamesOf } from '../results/running-games.ts'

/** How many games a player has in each list. */
export async function countGames(
  db: Db,
  username: string,
  { rules, tournament, opponent }: z.output<typeof countGamesQuery>,
): Promise<Result<GameCounts, Refusal>> {
  const player = await findPlayerId(db, username)
  if (player === undefined) return refuse('not-found', `There is no player ${username}.`)
  // no player has the id 0, so an unknown opponent gives zeros
  const other = opponent === undefined ? null : ((await findPlayerId(db, opponent)) ?? 0)
  const conditions = Prisma.join(
    [
      ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
      ...(tournament ? [Prisma.sql`tournament_id = ${idOf(tournament)}`] : []),
      ...(other === null ? [] : [Prisma.sql`opponent_id = ${other}`]),
      Prisma.sql`true`,
    ],
    ' AND ',
  )
  const ended = tournament
    ? gamesOfGroups(player, idOf(tournament))
    : other === null
      ? resultsOf(Prisma.sql`${player}`)
      : rules
        ? gamesAgainst(player, other)
        : resultsAgainst(player, Prisma.sql`VALUES (${other}::int)`)
  const counts = await readRow(
    db,
    gameCountsSchema,
    Prisma.sql`
      SELECT running.*, ended.* FROM (
        SELECT count(*) FILTER (WHERE status = 'active' AND turn = side)::int AS "toMove",
          count(*) FILTER (WHERE status = 'active' AND turn <> side)::int AS waiting,
          count(*) FILTER (WHERE status = 'claimed')::int AS claimed
        FROM ${runningGamesOf(Prisma.sql`${player}`)} g WHERE ${conditions}
      ) running, (
        SELECT coalesce(sum(finished), 0)::int AS finished, coalesce(sum(cancelled), 0)::int AS cancelled
        FROM ${ended} g WHERE ${conditions}
      ) ended`,
  )
  return ok(counts)
}

/** One player's games that have ended, of some games. OFFSET keeps Postgres from reading all games of the player. */
const endedOf = (player: number, games: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT rules, tournament_id, CASE white_id WHEN ${player} THEN black_id ELSE white_id END AS opponent_id,
    (status = 'finished')::int AS finished, (status = 'cancelled')::int AS cancelled
  FROM (${games} OFFSET 0) games WHERE ${player} IN (white_id, black_id))`

/** In the groups of a tournament in which the player has a seat. */
const gamesOfGroups = (player: number, tournament: Prisma.Sql): Prisma.Sql =>
  endedOf(
    player,
    Prisma.sql`
      SELECT g.* FROM tournament_seats s
        JOIN games g ON g.tournament_id = s.tournament_id AND g.stage = s.stage AND g.group_nr = s.group_nr
      WHERE s.tournament_id = ${tournament} AND s.player_id = ${player} AND g.ended_at IS NOT NULL`,
  )

const gamesAgainst = (player: number, opponent: number): Prisma.Sql => {
  const ofSides = SIDES.map(
    (side) => Prisma.sql`SELECT * FROM games WHERE ${isEndedGameOf(player, opponent, side)}`,
  )
  return endedOf(player, Prisma.sql`SELECT * FROM (${Prisma.join(ofSides, ' UNION ALL ')}) both_sides`)
}
