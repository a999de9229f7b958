import type { LiveEvent } from '@tegenzet/contract'
import { ofClub, ofMatch, ofTournament } from './of-competitions.ts'
import { ofChallenge, ofClaim, ofConditionalMoves, ofGame, ofMessage, ofVacations } from './of-games.ts'
import { ofAppeal, ofReport, ofSanction } from './of-rulings.ts'
import type { PlayerNotification, PlayersOfGame } from './player-notification.ts'

/** An event with who caused it. */
interface CausedEvent {
  event: LiveEvent
  /** The players who receive it. */
  playerIds: readonly number[]
  /** The player who caused it; null: the server. */
  actorId: number | null
}

/**
 * Makes the notifications of an event, for all but the player who caused it.
 * @param games the games of the events, by ID
 */
export function notificationsOf(
  { event, playerIds, actorId }: CausedEvent,
  games: ReadonlyMap<number, PlayersOfGame>,
): PlayerNotification[] {
  const notifications = (() => {
    switch (event.type) {
      case 'game':
        return [...ofGame(event.game, actorId), ...ofVacations(event.game)]
      case 'challenge':
        return ofChallenge(event.challenge)
      case 'claim': {
        const players = games.get(event.claim.game)
        return players ? ofClaim(event.claim, players) : []
      }
      case 'message': {
        const players = games.get(event.message.game)
        return players ? ofMessage(event.message, players) : []
      }
      case 'plan': {
        const players = games.get(event.plan.game)
        return players ? ofConditionalMoves(event.plan, players) : []
      }
      case 'report':
        return ofReport(event.report)
      case 'sanction':
        return [ofSanction(event.sanction)]
      case 'appeal':
        return ofAppeal(event.appeal)
      case 'tournament':
        return ofTournament(event.tournament, playerIds, event.id, actorId)
      case 'ladder':
        return playerIds.map(
          (id): PlayerNotification => ({
            player: { id },
            kind: 'ladder',
            game: null,
            key: `ladder ${event.id}`,
            params: event.ladder,
          }),
        )
      case 'club':
        return ofClub(event.club, playerIds, event.id)
      case 'match':
        return ofMatch(event.match, playerIds, event.id)
      case 'notice':
      case 'notices-read':
        return []
    }
  })()
  return notifications.filter(({ player }) => player.id !== actorId)
}
