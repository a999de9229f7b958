import type { EventType, LiveEvent, Scope } from '@tegenzet/contract'
import { type Caller, holdsScope } from '../http/caller.ts'

/** The scope that each type of event needs. */
const RECEIVED_WITH: Record<EventType, Scope> = {
  game: 'game:read',
  challenge: 'challenge:write',
  claim: 'game:read',
  message: 'game:read',
  plan: 'game:read',
  report: 'admin:reports',
  sanction: 'account:read',
  appeal: 'account:read',
  tournament: 'game:read',
  ladder: 'game:read',
  club: 'game:read',
  match: 'game:read',
  notice: 'account:read',
  'notices-read': 'account:read',
}

/** Events that staff receive too, with another scope. The first `players` receivers are the players whom it concerns. */
const FOR_STAFF: Partial<Record<EventType, { scope: Scope; players: number }>> = {
  claim: { scope: 'admin:claims', players: 2 },
  appeal: { scope: 'admin:reports', players: 1 },
}

/**
 * Whether a session or token receives an event, on any channel. An admin who lacks the required second factor has no scope
 * for staff.
 * @param caller with the rights that it had when its connection opened
 * @param playerIds all who receive the event
 */
export function mayReceive(
  caller: Pick<Caller, 'playerId' | 'roles' | 'scopes'>,
  { type }: LiveEvent,
  playerIds: readonly number[],
): boolean {
  const place = playerIds.indexOf(caller.playerId)
  if (place < 0) return false
  const { scope, players } = FOR_STAFF[type] ?? { scope: RECEIVED_WITH[type], players: playerIds.length }
  return holdsScope(caller, scope) || (place < players && holdsScope(caller, RECEIVED_WITH[type]))
}
