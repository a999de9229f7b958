import { ok, type Result } from '@tegenzet/common'
import { type Favourite, MAX_FAVOURITE_CHALLENGES } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readAcceptableChallenges } from '../challenges/challenge-store.ts'
import { challengeView, withPlayersRatings } from '../challenges/challenge-view.ts'
import { type FavouriteRow, readFavourites } from './favourite-store.ts'

/** A player's favourites, newest first. */
export async function listFavourites(
  { now }: Deps,
  db: Db,
  caller: Caller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Favourite>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const at = now()
  const { playerId } = caller
  const rows = await readFavourites(db, { playerId, beforeId: before.value, limit: limit + 1 }, at)
  const view = await favouriteViewer(db, rows, caller, at)
  return ok(pageOf(rows, limit, ({ id }) => id, view))
}

/** @returns what shows each of the favourites, with the challenges that the caller could accept */
export async function favouriteViewer(
  db: Db,
  favourites: readonly FavouriteRow[],
  caller: Caller,
  at: Date,
): Promise<(row: FavouriteRow) => Favourite> {
  const ids = favourites.map(({ player }) => player.id)
  const rows = await readAcceptableChallenges(db, ids, caller, MAX_FAVOURITE_CHALLENGES, at)
  const challenges = await withPlayersRatings(db, rows.map(challengeView), at)
  return ({ id: _, createdAt, ...favourite }) => ({
    ...favourite,
    createdAt: createdAt.toISOString(),
    challenges: challenges.filter(({ challenger }) => challenger.id === favourite.player.id),
  })
}
