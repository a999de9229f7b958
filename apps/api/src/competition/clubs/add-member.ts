import { type ClubRole, MAX_CLUB_MEMBERS, MAX_MEMBERSHIPS, type Player } from '@tegenzet/contract'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import { type Refused, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { type ClubRow, readOrganiserIds } from './club-store.ts'
import { peopleOnly, tooManyClubs } from './found-club.ts'
import { tellClub } from './tell-club.ts'

interface NewMember {
  user: Player
  by: Player
  at: Date
}

const ROLE: ClubRole = 'member'

/** Makes a player a member. The caller holds the lock of the club. @returns why not; null if they are a member now */
export async function addMember(tx: Tx, club: ClubRow, { user, by, at }: NewMember): Promise<Refused | null> {
  const clubId = club.id
  const playerId = user.id
  // nobody makes the player a bot or a member of too many clubs meanwhile
  await lockPlayer(tx, playerId)
  const { kind } = await tx.player.findUniqueOrThrow({ where: { id: playerId }, select: { kind: true } })
  if (kind !== 'human') return peopleOnly
  if (club.members >= MAX_CLUB_MEMBERS)
    return refuse(
      'club-full',
      `${club.name} has ${MAX_CLUB_MEMBERS.toLocaleString('en')} members, the maximum.`,
    )
  if ((await tx.clubMember.count({ where: { playerId } })) >= MAX_MEMBERSHIPS) return tooManyClubs
  await tx.clubRequest.deleteMany({ where: { clubId, playerId } })
  await tx.clubInvitation.deleteMany({ where: { clubId, playerId } })
  await tx.clubRemoval.deleteMany({ where: { clubId, playerId } })
  await tx.clubMember.create({ data: { clubId, playerId, role: ROLE, joinedAt: at } })
  await tx.club.update({ where: { id: clubId }, data: { memberCount: { increment: 1 } } })
  const to = [playerId, ...(await readOrganiserIds(tx, [clubId]))]
  await tellClub(tx, club, { change: 'joined', to, user, by, role: ROLE, at })
  return null
}
