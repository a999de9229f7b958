import type { Notification, Player } from '@tegenzet/contract'
import type { RuleSetId, Side } from '@tegenzet/rules'

/** The players of a game, for events that contain only its ID. */
export interface PlayersOfGame {
  rules: RuleSetId
  white: Player
  black: Player
}

/** A notification for a player, not yet written. */
export interface PlayerNotification {
  player: Pick<Player, 'id'>
  kind: Notification['kind']
  params: Notification['params']
  game: number | null
  /** Identifies what it is about. A player gets one notification per key. */
  key: string
}

/** A notification for the opponent of the side that acted. */
export function toOther(
  players: Pick<PlayersOfGame, 'white' | 'black'>,
  side: Side,
  make: (by: string) => Omit<PlayerNotification, 'player'>,
): PlayerNotification {
  const [actor, other] = side === 'white' ? [players.white, players.black] : [players.black, players.white]
  return { player: other, ...make(actor.username) }
}
