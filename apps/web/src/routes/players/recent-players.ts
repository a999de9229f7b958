import type { Game, Player } from '@tegenzet/contract'
import { opponent } from '@tegenzet/rules'

interface RecentPlayer {
  player: Player
  /** The game in which they were last at the board. */
  game: Game
}

/** Who has moved in these games, last changed game first: each person once, neither bots nor guests. */
export function recentPlayers(games: readonly Game[], most: number): RecentPlayer[] {
  const found = new Map<number, RecentPlayer>()
  for (const game of games)
    for (const player of lastMovers(game))
      if (player.kind === 'human' && !found.has(player.id)) found.set(player.id, { player, game })
  return [...found.values()].slice(0, most)
}

/** Bots answer within seconds, so their opponent has moved too. */
function lastMovers(game: Game): readonly Player[] {
  if (game.ply === 0) return []
  if (game.turn === null) return [game.white, game.black]
  const [last, next] = [game[opponent(game.turn)], game[game.turn]]
  return last.kind === 'bot' ? [last, next] : [last]
}
