import { ok, type Result } from '@tegenzet/common'
import { type Leaderboard, MAX_PROVISIONAL, type RankedPlayer } from '@tegenzet/contract'
import { grow } from '@tegenzet/ratings'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import type { CountAbove } from './count-above.ts'
import { getOwnPlace } from './get-own-place.ts'
import { type LeaderRow, readProvisional, readRanked } from './leaderboard-store.ts'

interface Query {
  rules: RuleSetId
  kind: 'human' | 'bot'
  club?: string | undefined
  limit: number
  cursor?: string | undefined
  caller: Caller | null
}

/** The last row of a page: its rating and player, its place, and how many rows there are up to it. */
const cursorSchema = z.tuple([z.number(), keyId, keyId, keyId])

/** A page of players by rating. Below the last place come those whose rating is provisional. */
export async function getLeaderboard(
  deps: Pick<Deps, 'now'> & { countAbove: CountAbove },
  db: Db,
  { rules, kind, club, limit, cursor, caller }: Query,
): Promise<Result<Leaderboard, Refusal>> {
  const after = decodeCursor(cursor, cursorSchema)
  if (!after.ok) return after
  const [lastRating = null, lastId = 0, lastPlace = 0, before = 0] = after.value ?? []
  const at = deps.now()
  const list = { rules, kind, club, at }
  const last = lastRating === null ? undefined : { rating: lastRating, playerId: lastId }
  const rows = await readRanked(db, list, { last, limit: limit + 1 })
  let place = lastPlace
  let above = lastRating
  const ranked = rows.map((row, n): RankedPlayer & { position: number } => {
    if (row.rating !== above) place = before + n + 1
    above = row.rating
    return { place, ...shownAt(row, at), position: before + n + 1 }
  })
  const page = pageOf(
    ranked,
    limit,
    ({ rating, user, place, position }) => [rating, user.id, place, position],
    ({ position: _position, ...row }) => row,
  )
  const provisional = page.nextCursor === null ? await readProvisional(db, list, MAX_PROVISIONAL) : []
  return ok({
    ...page,
    provisional: provisional.map((row) => shownAt(row, at)),
    own: await getOwnPlace(deps, db, list, caller),
  })
}

const shownAt = ({ user, games, lastGameAt, ...stored }: LeaderRow, at: Date) => {
  const { rating, deviation } = grow(stored, at.getTime() - lastGameAt.getTime())
  return { user, rating, deviation, games }
}
