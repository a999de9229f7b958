import type { Game, Player, ShownRating } from '@tegenzet/contract'

/** A rating in whole points, with a question mark while it is provisional: "1612?". */
export const formatShownRating = ({ rating, provisional }: ShownRating): string =>
  `${Math.round(rating)}${provisional ? '?' : ''}`

/** A player's name with the rating, where there is only text. */
export const nameWithRating = ({ username, rating }: Player): string =>
  rating ? `${username} ${formatShownRating(rating)}` : username

/** Ratings that answers have shown, by player and rule set. */
const known = new Map<string, ShownRating>()

/** Events show players without their ratings: they get those that answers have shown before. */
export function withKnownRatings(game: Game): Game {
  const rated = (player: Player): Player => {
    const key = `${player.id} ${game.rules}`
    if (player.rating) known.set(key, player.rating)
    const rating = known.get(key)
    return rating ? { ...player, rating } : player
  }
  return { ...game, white: rated(game.white), black: rated(game.black) }
}
