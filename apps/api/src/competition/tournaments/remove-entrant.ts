import type { Result } from '@tegenzet/common'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { leaveTournament } from './leave-tournament.ts'
import { readTournament, tournamentNotFound } from './tournament-store.ts'

interface RemoveEntrant {
  tournament: number
  username: string
  /** Public. */
  reason: string
  caller: Caller
  at: Date
}

/** Removes an entrant: before the start on the organiser's wish, after it only on an admin's. */
export async function removeEntrant(
  db: Db,
  { tournament: id, username, reason, caller: { playerId: byId, roles }, at }: RemoveEntrant,
): Promise<Result<undefined, Refusal>> {
  const tournament = await readTournament(db, id)
  if (!tournament) return tournamentNotFound(id)
  const isAdmin = roles.includes('admin')
  if (!isAdmin && byId !== tournament.organiser?.id)
    return refuse('forbidden', 'Only the organiser and admins may remove entrants.')
  const muted = await sanctionRefused(db, byId, 'mute', at)
  if (muted) return muted
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const { id: playerId } = person.value
  const afterStart = refuse('forbidden', 'After the start only admins may remove entrants.')
  return leaveTournament(db, {
    tournament: id,
    playerId,
    why: 'removed',
    byId,
    reason,
    at,
    ...(!isAdmin && { afterStart }),
  })
}
