import { GAME_STATUSES, type GameStatus } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { opponent, RULE_SET_IDS, type RuleSetId, SIDES, type Side } from '@tegenzet/rules'
import { isEndedGameOf } from '../game/ended-games-of-pair.ts'

/** What a list of games is limited to. */
export interface GameFilters {
  playerId: number | null
  opponentId: number | null
  rules: RuleSetId | undefined
  tournament: Prisma.Sql | undefined
  status: GameStatus | undefined
  ladder: boolean
  /** More conditions, which leave out few games. */
  more: readonly Prisma.Sql[]
}

/** The parts of a list of games. */
interface GameScans {
  parts: Prisma.Sql[]
  /**
   * The column by which the index sorts before the order of the list. All rows have the same value, but `= ANY` does not
   * tell Postgres so: a plan that filters another index, because it believes the value to be frequent, would have to sort.
   */
  first?: 'rules' | 'status'
}

/**
 * The parts of a list of games, last changed first, whose first rows are merged to a page. An index gives the rows of each
 * in order, so that a page reads in proportion to its games, however rare they are. Where no index does, the part is all
 * games of something that has few.
 *
 * | filters | one part for each | read by |
 * |---|---|---|
 * | `tournament`, with any other | status | `games_tournament_status_idx` |
 * | `tournament`, `player`, with any other | side and state; what has ended | all that the player has running, and what has ended in the player's groups (`games_group_ended_idx`) |
 * | `player`, `ladder`, `rules`, `status` | side, rule set, status | `games_white_ladder_idx`, the same for black |
 * | `ladder`, `rules`, `status` | rule set, status | `games_ladder_status_idx` |
 * | `player` | side | `games_white_id_updated_at_id_idx`, the same for black |
 * | `player`, `opponent`, with any other | side, ended or not | all ended games of the two (`games_pair_idx`), all that the player has running |
 * | `player`, `rules`, `status` | side, rule set, status | `games_white_over_idx`, the same for black |
 * | both of these for running games | side | all that the player has running (`games_white_deadline`, the same for black) |
 * | `rules`, `status` | status | `games_rules_status_idx` |
 * | `status`, none | | `games_status_updated_at_id_idx`, `games_updated_at_id_idx` |
 */
export function gameScans(filters: GameFilters): GameScans {
  const { playerId, opponentId, rules, tournament, status, ladder } = filters
  const statuses = status ? [status] : GAME_STATUSES
  const ruleSets = rules ? [rules] : RULE_SET_IDS
  if (tournament !== undefined) return { parts: tournamentScans(tournament, filters) }
  if (playerId !== null) {
    // the players are named once: Postgres would expect fewer games for each time
    const rest = { ...filters, playerId: null, opponentId: null }
    const parts = SIDES.flatMap((own) => {
      const side = Prisma.sql`${idColumn(own)} = ${playerId}`
      if (opponentId !== null) {
        const against = Prisma.sql`${idColumn(opponent(own))} = ${opponentId}`
        const running = statuses.filter((each) => each === 'active' || each === 'claimed')
        return [
          // The opponent is left to the outer query: a plan that looks for both may read all games of one.
          ...running.map((each) =>
            allOf(Prisma.sql`${side} AND ${hasStatus(each)}`, { ...rest, more: [...rest.more, against] }),
          ),
          ...(running.length < statuses.length
            ? [allOf(isEndedGameOf(playerId, opponentId, own), rest)]
            : []),
        ]
      }
      if (!rules && !status && !ladder) return [inOrder(side, rest)]
      return statuses.flatMap((each) =>
        each === 'active'
          ? [allOf(Prisma.sql`${side} AND ${hasStatus(each)}`, rest)]
          : ruleSets.map((id) => inOrder(Prisma.sql`${side} AND rules = ${id} AND ${hasStatus(each)}`, rest)),
      )
    })
    return { parts }
  }
  if (rules) {
    const any = Prisma.sql`rules = ANY(ARRAY[${rules}]::text[])`
    const rest = { ...filters, rules: undefined }
    return {
      parts: statuses.map((each) => inOrder(Prisma.sql`${any} AND ${hasStatus(each)}`, rest)),
      first: 'rules',
    }
  }
  if (ladder)
    return {
      parts: ruleSets.flatMap((id) =>
        statuses.map((each) => inOrder(Prisma.sql`rules = ${id} AND ${hasStatus(each)}`, filters)),
      ),
    }
  if (!status) return { parts: [inOrder(Prisma.sql`true`, filters)] }
  const any = Prisma.raw(`status = ANY('{${status}}'::game_status[])`)
  return { parts: [inOrder(any, { ...filters, status: undefined })], first: 'status' }
}

function tournamentScans(tournament: Prisma.Sql, filters: GameFilters): Prisma.Sql[] {
  const { playerId, rules, status, ladder } = filters
  const statuses = status ? [status] : GAME_STATUSES
  // all its games have the rules of the tournament, and none is of a ladder: nothing is read of another one
  const id = rules
    ? Prisma.sql`(SELECT id FROM tournaments WHERE id = ${tournament} AND rules = ${rules})`
    : tournament
  const rest = { ...filters, tournament: undefined, rules: undefined }
  if (ladder) return [Prisma.sql`SELECT * FROM games WHERE false`]
  if (playerId === null)
    return statuses.map((each) => inOrder(Prisma.sql`tournament_id = ${id} AND ${hasStatus(each)}`, rest))
  const inIt = { ...rest, more: [...rest.more, Prisma.sql`tournament_id = ${id}`] }
  const running = statuses.filter((each) => each === 'active' || each === 'claimed')
  return [
    ...running.flatMap((each) =>
      SIDES.map((side) => allOf(Prisma.sql`${idColumn(side)} = ${playerId} AND ${hasStatus(each)}`, inIt)),
    ),
    // looked up group by group: a join may read all games of the tournament
    Prisma.sql`
      SELECT games.* FROM tournament_seats seat CROSS JOIN LATERAL (
        SELECT * FROM games WHERE tournament_id = seat.tournament_id AND stage = seat.stage AND group_nr = seat.group_nr
          AND ended_at IS NOT NULL OFFSET 0
      ) games WHERE seat.tournament_id = ${id} AND seat.player_id = ${playerId} AND ${conditions(rest)}`,
  ]
}

/**
 * The running games of a player, one part for each side, by `games_white_deadline` and the same for black: in the order of
 * deadlines, or all of them.
 */
export const runningScans = (
  { opponentId, ...filters }: GameFilters,
  ownerId: number,
  turn: 'mine' | 'theirs' | undefined,
  sort: 'deadline' | '-updatedAt',
): GameScans => ({
  parts: SIDES.map((side) => {
    const mover = turn === 'mine' ? side : opponent(side)
    const against = opponentId === null ? [] : [Prisma.sql`${idColumn(opponent(side))} = ${opponentId}`]
    const scan = sort === 'deadline' && opponentId === null ? inOrder : allOf
    return scan(
      Prisma.sql`${idColumn(side)} = ${ownerId} AND status = 'active'
        ${turn ? Prisma.sql`AND turn = ${mover}::side` : Prisma.empty}`,
      { ...filters, opponentId: null, more: [...filters.more, ...against] },
    )
  }),
})

const idColumn = (side: Side): Prisma.Sql => Prisma.raw(`${side}_id`)

/** A constant, because a partial index is not used for a parameter. */
const hasStatus = (status: GameStatus): Prisma.Sql => Prisma.raw(`status = '${status}'`)

const inOrder = (which: Prisma.Sql, filters: GameFilters): Prisma.Sql =>
  Prisma.sql`SELECT * FROM games WHERE ${which} AND ${conditions(filters)}`

/** OFFSET keeps Postgres from reading all games in the order of the list until it finds enough of them. */
const allOf = (which: Prisma.Sql, filters: GameFilters): Prisma.Sql =>
  Prisma.sql`SELECT * FROM (SELECT * FROM games WHERE ${which} OFFSET 0) games WHERE ${conditions(filters)}`

const ofPlayers = (player: number, opponent: number | null): Prisma.Sql =>
  opponent === null
    ? Prisma.sql`${player}::int IN (white_id, black_id)`
    : Prisma.sql`(white_id, black_id) IN ((${player}::int, ${opponent}::int), (${opponent}::int, ${player}::int))`

const conditions = ({
  playerId,
  opponentId,
  rules,
  tournament,
  status,
  ladder,
  more,
}: GameFilters): Prisma.Sql =>
  Prisma.join(
    [
      ...(playerId === null ? [] : [ofPlayers(playerId, opponentId)]),
      ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
      ...(tournament === undefined ? [] : [Prisma.sql`tournament_id = ${tournament}`]),
      ...(status ? [hasStatus(status)] : []),
      ...(ladder ? [Prisma.sql`ladder`] : []),
      ...more,
      Prisma.sql`true`,
    ],
    ' AND ',
  )
