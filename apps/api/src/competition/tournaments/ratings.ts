import type { RuleSetId } from '@tegenzet/rules'
import type { Db } from '../../store/transaction.ts'
import { readRatings } from '../ratings/rating-store.ts'

/** The ratings of players in a rule set. Players without one are left out. */
export async function readRatingsOf(
  db: Db,
  rules: RuleSetId,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ratings = await readRatings(db, rules, playerIds)
  return new Map(Array.from(ratings, ([id, { rating }]) => [id, rating]))
}
