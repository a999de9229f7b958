import { ok, type Result } from '@tegenzet/common'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockClubToOrganise, readOrganiserIds } from './club-store.ts'
import { takeOut } from './take-out.ts'
import { tellClub } from './tell-club.ts'

interface RemoveMember {
  slug: string
  username: string
  /** The player reads it. */
  reason: string
  caller: Caller
  at: Date
}

/** Removes a member, who then needs an invitation to return. */
export const removeMember = (
  db: Db,
  { slug, username, reason, caller, at }: RemoveMember,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const by = playerOf(caller)
    const found = await lockClubToOrganise(tx, slug, by.id)
    if (!found.ok) return found
    const club = found.value
    const muted = await sanctionRefused(tx, by.id, 'mute', at)
    if (muted) return muted
    const person = await findPerson(tx, username)
    if (!person.ok) return person
    const user = person.value
    const key = { clubId: club.id, playerId: user.id }
    const member = await tx.clubMember.findUnique({
      where: { clubId_playerId: key },
      select: { role: true },
    })
    if (!member) return refuse('not-found', `${username} is no member of ${club.name}.`)
    if (user.id === by.id) return refuse('conflict', 'You cannot remove yourself: leave the club.')
    if (club.role !== 'owner' && member.role !== 'member')
      return refuse('forbidden', 'Only the owner may remove organisers, and nobody the owner.')
    await takeOut(tx, club, user.id)
    await tx.clubRemoval.create({ data: { ...key, byId: by.id, reason, createdAt: at } })
    const to = [user.id, ...(await readOrganiserIds(tx, [club.id]))]
    await tellClub(tx, club, { change: 'removed', to, user, by, text: reason, at })
    return ok(undefined)
  })
