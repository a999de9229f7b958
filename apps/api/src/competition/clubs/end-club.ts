import { ok, type Result } from '@tegenzet/common'
import type { Player } from '@tegenzet/contract'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { type ClubRow, clubNotFound, lockClub, ownerOnly, readMemberIds } from './club-store.ts'
import { tellClub } from './tell-club.ts'

interface DeleteClub {
  slug: string
  caller: Caller
  at: Date
}

/** Deletes a club: its owner, or an admin. */
export const deleteClub = (db: Db, { slug, caller, at }: DeleteClub): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const club = await lockClub(tx, slug, caller.playerId)
    if (!club) return clubNotFound(slug)
    if (club.role !== 'owner' && !caller.roles.includes('admin')) return ownerOnly
    if (await hasMatch(tx, club)) return matchGoesOn
    await endClub(tx, club, { by: playerOf(caller), at })
    return ok(undefined)
  })

export const matchGoesOn = refuse(
  'conflict',
  'The club has a match that is proposed, open or running. It can end when the match is over or cancelled.',
)

/** Whether a club has a match that is not over. The caller holds the lock of the club. */
export const hasMatch = async (db: Db, { id }: Pick<ClubRow, 'id'>): Promise<boolean> => {
  const match = await db.match.findFirst({
    where: { OR: [{ clubAId: id }, { clubBId: id }], state: { in: ['proposed', 'open', 'running'] } },
    select: { id: true },
  })
  return match !== null
}

/** Ends a club. Its row and its names stay, so that nobody else gets them. The caller holds its lock. */
export async function endClub(
  tx: Tx,
  club: ClubRow,
  { by, at }: { by: Player | null; at: Date },
): Promise<void> {
  const clubId = club.id
  const to = await readMemberIds(tx, [clubId])
  await tx.clubMember.deleteMany({ where: { clubId } })
  await tx.clubRequest.deleteMany({ where: { clubId } })
  await tx.clubInvitation.deleteMany({ where: { clubId } })
  await tx.clubRemoval.deleteMany({ where: { clubId } })
  await tx.clubAnnouncement.deleteMany({ where: { clubId } })
  await tx.channel.deleteMany({ where: { clubId } })
  await tx.club.update({ where: { id: clubId }, data: { memberCount: 0, description: '', endedAt: at } })
  await tellClub(tx, club, { change: 'ended', to, by, at })
}
