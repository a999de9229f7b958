import type { LiveEvent } from '@tegenzet/contract'

/** An event as it is before it is appended. */
export type WithoutId<E> = E extends LiveEvent ? Omit<E, 'id'> : never

/** The game that an event is about, if any. */
export function gameOfEvent(event: WithoutId<LiveEvent>): number | null {
  switch (event.type) {
    case 'game':
      return event.game.id
    case 'claim':
      return event.claim.game
    case 'message':
      return event.message.game
    case 'plan':
      return event.plan.game
    default:
      return null
  }
}
