import { LEADERBOARD_DAYS, type Leaderboard } from '@tegenzet/contract'
import { isProvisional } from '@tegenzet/ratings'
import type { Caller } from '../../http/caller.ts'
import type { Db } from '../../store/transaction.ts'
import type { CountAbove } from './count-above.ts'
import type { List } from './leaderboard-store.ts'
import { ratingAt } from './rate-game.ts'
import { readRatings } from './rating-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The caller's own place on a leaderboard. */
export async function getOwnPlace(
  { countAbove }: { countAbove: CountAbove },
  db: Db,
  list: List,
  caller: Caller | null,
): Promise<Leaderboard['own']> {
  if (!caller || caller.guest || list.kind !== (caller.bot ? 'bot' : 'human')) return null
  if (list.club !== undefined && !(await isMember(db, list.club, caller.playerId))) return null
  const stored = (await readRatings(db, list.rules, [caller.playerId])).get(caller.playerId)
  if (!stored) return null
  const { rating, deviation } = ratingAt(stored, list.at)
  const provisional = isProvisional({ deviation })
  const isRecent = list.at.getTime() - stored.lastGameAt.getTime() <= LEADERBOARD_DAYS * DAY_MS
  const place = provisional || !isRecent ? null : (await countAbove(db, list, rating)) + 1
  return { place, rating, deviation, games: stored.games, provisional }
}

const isMember = async (db: Db, slug: string, playerId: number): Promise<boolean> =>
  (await db.clubMember.count({ where: { playerId, club: { slug } } })) > 0
