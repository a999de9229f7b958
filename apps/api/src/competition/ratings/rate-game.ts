import { ok, type Result } from '@tegenzet/common'
import { type GameRatings, MIN_RATED_PLIES } from '@tegenzet/contract'
import { grow, isProvisional, NEW_PLAYER, type Rating, rateGame, type Score } from '@tegenzet/ratings'
import type { Side } from '@tegenzet/rules'
import type { Change } from '../../play/game/change.ts'
import type { GameRow } from '../../play/game/game.ts'
import { onGame } from '../../play/game/on-game.ts'
import { type Refusal, RefusalError } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Tx } from '../../store/transaction.ts'
import {
  type NewRating,
  type PlayerRating,
  readRatings,
  writeGameRatings,
  writeRatings,
} from './rating-store.ts'

/** A finished game, as far as ratings depend on it. */
export type RatedGame = Pick<GameRow, 'white' | 'black' | 'winner' | 'endedAt'>

/** What one game does to a player's rating. */
interface RatingChange {
  before: Rating
  after: NewRating
}

/**
 * Rates a game once. The caller makes sure that no other process rates games at the same time.
 * @returns whether it was rated now
 */
export async function rateFinishedGame(tx: Tx, id: number, now: Date): Promise<boolean> {
  const done = await onGame(
    tx,
    {
      game: id,
      player: null,
      at: now,
      in: 'any',
      read: (db, { game }) => readRatings(db, game.rules, [game.white.id, game.black.id]),
    },
    ({ game }, ratings) => decideRating(game, ratings),
  )
  if (!done.ok) {
    if (done.error.code === 'not-found') return false
    throw new RefusalError(done.error.code, done.error.detail)
  }
  const { game, change } = done.value
  if (!change) return false
  await writeGameRatings(tx, game, change.set.ratings)
  await writeRatings(tx, game.rules, change.after)
  return true
}

interface Rated extends Change {
  set: { ratings: GameRatings }
  after: NewRating[]
}

/** @param ratings of both players, before the game */
function decideRating(
  game: GameRow,
  ratings: ReadonlyMap<number, PlayerRating>,
): Result<Rated | null, Refusal> {
  if (game.ratings || !counts(game)) return ok(null)
  const { white, black } = changesBy(game, ratings)
  return ok({
    set: { ratings: { white: shown(white), black: shown(black) } },
    after: [white.after, black.after],
  })
}

/** A player may have closed their account since the game began. People and bots never play rated games. */
const counts = ({ rated, status, ply, white, black }: GameRow): boolean =>
  rated &&
  status === 'finished' &&
  ply >= MIN_RATED_PLIES &&
  (white.kind === black.kind || white.kind === 'closed' || black.kind === 'closed')

/** Computes what a game does to both ratings. @param ratings of its players, before it */
export function changesBy(
  game: RatedGame,
  ratings: ReadonlyMap<number, PlayerRating>,
): Record<Side, RatingChange> {
  const { winner } = game
  const endedAt = existing(game.endedAt)
  const white = ratings.get(game.white.id)
  const black = ratings.get(game.black.id)
  const score: Score = winner === null ? 0.5 : winner === 'white' ? 1 : 0
  const rated = rateGame(ratingAt(white, endedAt), ratingAt(black, endedAt), score)
  const change = (side: Side, before: PlayerRating | undefined): RatingChange => {
    const { id: playerId, kind } = game[side]
    const after = rated[side]
    return {
      before: before ?? NEW_PLAYER,
      after: {
        playerId,
        kind: kind === 'bot' ? 'bot' : 'human',
        ...after,
        games: (before?.games ?? 0) + 1,
        best: bestOf(before?.best ?? null, after),
        lastGameAt: endedAt,
      },
    }
  }
  return { white: change('white', white), black: change('black', black) }
}

/** A player's rating at a moment; a new player's without any rated game. */
export const ratingAt = (rating: PlayerRating | undefined, at: Date) =>
  rating ? grow(rating, at.getTime() - rating.lastGameAt.getTime()) : grow(NEW_PLAYER, 0)

const bestOf = (best: number | null, after: Rating): number | null =>
  isProvisional(after) ? best : Math.max(best ?? 0, after.rating)

/** A change as the API shows it. */
export const shown = ({ before, after }: RatingChange) => ({
  before: valuesOf(before),
  after: valuesOf(after),
})
const valuesOf = ({ rating, deviation, volatility }: Rating): Rating => ({ rating, deviation, volatility })
