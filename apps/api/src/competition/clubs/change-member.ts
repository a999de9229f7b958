import { ok, type Result } from '@tegenzet/common'
import type { ClubMember, ClubRole } from '@tegenzet/contract'
import { findPerson } from '../../accounts/players/find-person.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { clubNotFound, lockClub, ownerOnly, readOrganiserIds } from './club-store.ts'
import { endInvitationsBy } from './invitation-link.ts'
import { memberView } from './list-club-parts.ts'
import { tellClub } from './tell-club.ts'

interface ChangeMember {
  slug: string
  username: string
  role: ClubRole
  caller: Caller
  at: Date
}

/** Gives a member another role. A new owner takes the place of the old one, who becomes an organiser. */
export const changeMember = (
  db: Db,
  { slug, username, role, caller, at }: ChangeMember,
): Promise<Result<ClubMember, Refusal>> =>
  inTransaction(db, async (tx) => {
    const by = playerOf(caller)
    const club = await lockClub(tx, slug, by.id)
    if (!club) return clubNotFound(slug)
    if (club.role !== 'owner') return ownerOnly
    const person = await findPerson(tx, username)
    if (!person.ok) return person
    const user = person.value
    const member = await tx.clubMember.findUnique({
      where: { clubId_playerId: { clubId: club.id, playerId: user.id } },
      select: { id: true, role: true, joinedAt: true, player: PLAYER },
    })
    if (!member) return refuse('not-found', `${username} is no member of ${club.name}.`)
    if (user.id === by.id)
      return refuse('conflict', 'You are the owner: hand the club over to another member instead.')
    if (member.role === role) return ok(memberView(member))
    if (role === 'owner')
      await tx.clubMember.updateMany({
        where: { clubId: club.id, role: 'owner' },
        data: { role: 'organiser' },
      })
    await tx.clubMember.update({ where: { id: member.id }, data: { role }, select: { id: true } })
    if (role === 'member') await endInvitationsBy(tx, club.id, user.id)
    const to = [user.id, ...(await readOrganiserIds(tx, [club.id]))]
    await tellClub(tx, club, { change: 'role', to, user, by, role, at })
    return ok(memberView({ ...member, role }))
  })
