import type { Player, ShownRating } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { grow, isProvisional } from '@tegenzet/ratings'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { batchedOn } from '../../store/batched.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** A rating that is asked for. */
interface Wanted {
  playerId: number
  rules: RuleSetId
}

const rowSchema = z.object({
  playerId: z.int(),
  rules: z.enum(RULE_SET_IDS),
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  lastGameAt: z.date(),
})
type RatingRow = z.output<typeof rowSchema>

const COLUMNS = Prisma.sql`
  r.player_id AS "playerId", r.rules, r.rating, r.deviation, r.volatility, r.last_game_at AS "lastGameAt"`

/** What stands beside a name. Only the deviation changes while somebody does not play. */
const shownRating = (row: RatingRow, at: Date): ShownRating => ({
  rules: row.rules,
  rating: row.rating,
  provisional: isProvisional(grow(row, at.getTime() - row.lastGameAt.getTime())),
})

/**
 * Adds to the players of games or challenges their ratings in that rule set. All are read with one query, together with
 * those that other requests want meanwhile.
 * @param roles the fields that hold a player
 */
export async function withRatings<
  Role extends string,
  Item extends { rules: RuleSetId } & Record<Role, Player | null>,
>(db: Db, items: readonly Item[], roles: readonly Role[], at: Date): Promise<Item[]> {
  const wanted = items.flatMap((item) =>
    roles.flatMap((role) => {
      const player: Player | null = item[role]
      return player && isRated(player) ? [{ playerId: player.id, rules: item.rules }] : []
    }),
  )
  if (wanted.length === 0) return [...items]
  const ratings = await readInBatch(db, wanted)
  return items.map((item) => {
    const players = roles.map((role) => {
      const player: Player | null = item[role]
      const rating = player && ratings.get(keyOf({ playerId: player.id, rules: item.rules }))
      return [role, rating ? { ...player, rating: shownRating(rating, at) } : player]
    })
    return { ...item, ...Object.fromEntries(players) }
  })
}

/** Adds to players their ratings in the rule set in which they have played most. */
export async function withMainRatings(db: Db, players: readonly Player[], at: Date): Promise<Player[]> {
  const ids = players.filter(isRated).map(({ id }) => id)
  if (ids.length === 0) return [...players]
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT DISTINCT ON (r.player_id) ${COLUMNS} FROM player_ratings r WHERE r.player_id = ANY(${ids}::int[])
      ORDER BY r.player_id, r.games DESC, r.rules`,
  )
  const ratings = new Map(rows.map((row) => [row.playerId, shownRating(row, at)]))
  return players.map((player) => {
    const rating = ratings.get(player.id)
    return rating ? { ...player, rating } : player
  })
}

/** Guests and closed accounts are shown without a rating. */
const isRated = ({ kind }: Player): boolean => kind === 'human' || kind === 'bot'

const keyOf = ({ playerId, rules }: Wanted): string => `${playerId} ${rules}`

const readInBatch = batchedOn(async (db, calls: Wanted[][]) => {
  const wanted = [...new Map(calls.flat().map((each) => [keyOf(each), each])).values()]
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${COLUMNS}
      FROM unnest(${wanted.map(({ playerId }) => playerId)}::int[], ${wanted.map(({ rules }) => rules)}::text[])
        AS wanted (player_id, rules)
      JOIN player_ratings r ON r.player_id = wanted.player_id AND r.rules = wanted.rules`,
  )
  const ratings = new Map(rows.map((row) => [keyOf(row), row]))
  return calls.map(() => ratings)
})
