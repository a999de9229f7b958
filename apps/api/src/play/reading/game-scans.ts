import { GAME_STATUSES, type GameStatus } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'

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
export interface GameScans {
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
 * | `tournament`, with any other | | all games of the tournament (`games_tournament_id_idx`) |
 * | `player`, `ladder`, with any other | | all the player's games of ladders (`ladder_games_…_idx`) |
 * | `ladder`, `rules`, `status` | rule set, status | `games_ladder_status_idx` |
 * | `player` | side | `games_white_id_updated_at_id_idx`, the same for black |
 * | `player`, `opponent`, with any other | side, status | all games of the two (`games_pair_over_idx`) |
 * | `player`, `rules`, `status` | side, rule set, status | `games_white_over_idx`, the same for black |
 * | both of these for running games | side | all that the player has running (`games_white_deadline`, the same for black) |
 * | `rules`, `status` | status | `games_rules_status_idx` |
 * | `status`, none | | `games_status_updated_at_id_idx`, `games_updated_at_id_idx` |
 */
export function gameScans(filters: GameFilters): GameScans {
  const { playerId, opponentId, rules, tournament, status, ladder } = filters
  const statuses = status ? [status] : GAME_STATUSES
  const ruleSets = rules ? [rules] : RULE_SET_IDS
  if (tournament !== undefined) return { parts: [allOf(Prisma.sql`tournament_id = ${tournament}`, filters)] }
  if (ladder && playerId !== null)
    return {
      parts: [
        allOf(
          Prisma.sql`id IN (
            SELECT game_id FROM ladder_games WHERE challenger_id = ${playerId} OR challenged_id = ${playerId})`,
          filters,
        ),
      ],
    }
  if (playerId !== null) {
    const sides = [
      [Prisma.sql`white_id`, Prisma.sql`black_id`],
      [Prisma.sql`black_id`, Prisma.sql`white_id`],
    ] as const
    // the players are named once: Postgres would expect fewer games for each time
    const rest = { ...filters, playerId: null, opponentId: null }
    const parts = sides.flatMap(([own, other]) => {
      const side = Prisma.sql`${own} = ${playerId}`
      if (opponentId === null && !rules && !status) return [inOrder(side, rest)]
      const against = opponentId === null ? [] : [Prisma.sql`${other} = ${opponentId}`]
      return statuses.flatMap((each) => {
        // The opponent is left to the outer query: a plan that looks for both may read all games of one.
        if (each === 'active' || (each === 'claimed' && opponentId !== null))
          return [
            allOf(Prisma.sql`${side} AND ${hasStatus(each)}`, { ...rest, more: [...rest.more, ...against] }),
          ]
        if (opponentId !== null)
          return [allOf(Prisma.join([side, ...against, hasStatus(each)], ' AND '), rest)]
        return ruleSets.map((id) =>
          inOrder(Prisma.sql`${side} AND rules = ${id} AND ${hasStatus(each)}`, rest),
        )
      })
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
  parts: (['white', 'black'] as const).map((side) => {
    const other = side === 'white' ? 'black' : 'white'
    const mover = turn === 'mine' ? side : other
    const against = opponentId === null ? [] : [Prisma.sql`${Prisma.raw(other)}_id = ${opponentId}`]
    const scan = sort === 'deadline' && opponentId === null ? inOrder : allOf
    return scan(
      Prisma.sql`${Prisma.raw(side)}_id = ${ownerId} AND status = 'active'
        ${turn ? Prisma.sql`AND turn = ${mover}::side` : Prisma.empty}`,
      { ...filters, opponentId: null, more: [...filters.more, ...against] },
    )
  }),
})

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
