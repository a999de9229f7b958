import type { Game } from '@tegenzet/contract'
import { MIN_RATED_PLIES } from '@tegenzet/contract/limits'
import { m } from '@tegenzet/texts/messages'

/** Whether a game or challenge counts for the ratings, in a few words. */
export const formatRated = (rated: boolean): string => (rated ? m.ratings_rated() : m.ratings_casual())

/** The same for a game, which may have ended too early to count. */
export const formatRatedGame = ({ rated, outcome, ply }: Pick<Game, 'rated' | 'outcome' | 'ply'>): string =>
  rated && outcome && ply < MIN_RATED_PLIES ? m.ratings_too_early() : formatRated(rated)
