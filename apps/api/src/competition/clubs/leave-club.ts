import { ok, type Result } from '@tegenzet/common'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { type ClubRow, clubNotFound, lockClub, readOrganiserIds } from './club-store.ts'
import { endClub, hasMatch, matchGoesOn } from './end-club.ts'
import { takeOut } from './take-out.ts'
import { tellClub } from './tell-club.ts'

interface LeaveClub {
  slug: string
  caller: Caller
  at: Date
}

/** Takes a member out of a club on their own wish. */
export const leaveClub = (db: Db, { slug, caller, at }: LeaveClub): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const user = playerOf(caller)
    const club = await lockClub(tx, slug, user.id)
    if (!club) return clubNotFound(slug)
    if (!club.role) return refuse('not-a-member', `You are no member of ${club.name}.`)
    if (club.members === 1) {
      if (await hasMatch(tx, club)) return matchGoesOn
      await endClub(tx, club, { by: user, at })
      return ok(undefined)
    }
    if (club.role === 'owner')
      return refuse('conflict', `You own ${club.name}: hand it over first, or delete it.`)
    await takeOut(tx, club, user.id)
    const to = [user.id, ...(await readOrganiserIds(tx, [club.id]))]
    await tellClub(tx, club, { change: 'left', to, user, by: user, at })
    return ok(undefined)
  })

/**
 * Takes a player whose account is closed out of all clubs. Those that the player owned go to whoever has been an organiser, or
 * else a member, for longest. Can be repeated.
 */
export async function leaveClubs(db: Db, playerId: number, at: Date): Promise<void> {
  await db.clubRequest.deleteMany({ where: { playerId } })
  await db.clubInvitation.deleteMany({ where: { playerId } })
  const memberships = await db.clubMember.findMany({
    where: { playerId },
    orderBy: { clubId: 'asc' },
    select: { club: { select: { slug: true } } },
  })
  for (const { club } of memberships)
    await inTransaction(db, (tx) => leaveAsClosed(tx, club.slug, playerId, at))
}

async function leaveAsClosed(tx: Tx, slug: string, playerId: number, at: Date): Promise<void> {
  const club = await lockClub(tx, slug, playerId)
  // another process may have done it meanwhile
  if (!club?.role) return
  if (club.members === 1) return endClub(tx, club, { by: null, at })
  const user = decodePlayer(await tx.player.findUniqueOrThrow({ where: { id: playerId }, ...PLAYER }))
  await takeOut(tx, club, playerId)
  if (club.role === 'owner') await appointOwner(tx, club, at)
  await tellClub(tx, club, { change: 'left', to: await readOrganiserIds(tx, [club.id]), user, by: null, at })
}

async function appointOwner(tx: Tx, club: ClubRow, at: Date): Promise<void> {
  const next = await tx.clubMember.findFirstOrThrow({
    where: { clubId: club.id },
    orderBy: [{ role: 'asc' }, { id: 'asc' }],
    select: { id: true, player: PLAYER },
  })
  await tx.clubMember.update({ where: { id: next.id }, data: { role: 'owner' }, select: { id: true } })
  const user = decodePlayer(next.player)
  await tellClub(tx, club, { change: 'role', to: [user.id], user, by: null, role: 'owner', at })
}
