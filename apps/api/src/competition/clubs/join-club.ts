import { ok, type Result } from '@tegenzet/common'
import type { ClubJoined } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { addMember } from './add-member.ts'
import { type ClubRow, clubNotFound, lockClub, readOrganiserIds } from './club-store.ts'
import { peopleOnly } from './found-club.ts'
import { linkCode, numberOfCode } from './invitation-link.ts'
import { usable } from './invitation-list.ts'
import { tellClub } from './tell-club.ts'

interface JoinClub {
  slug: string
  /** The code of an invitation link. */
  invite?: string | undefined
  caller: Caller
  at: Date
}

/** Makes the caller a member, or a player who asks to become one. */
export const joinClub = (
  { config }: Pick<Deps, 'config'>,
  db: Db,
  { slug, invite, caller, at }: JoinClub,
): Promise<Result<ClubJoined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { playerId } = caller
    const club = await lockClub(tx, slug, playerId)
    if (!club) return clubNotFound(slug)
    if (club.role) return refuse('already-a-member', `You are a member of ${club.name} already.`)
    if (caller.bot) return peopleOnly
    const removal = await tx.clubRemoval.findUnique({
      where: { clubId_playerId: { clubId: club.id, playerId } },
    })
    const since = removal?.createdAt ?? new Date(0)
    const user = playerOf(caller)
    const mayJoin =
      (club.joining === 'open' && !removal) ||
      (await isInvited(config, tx, club, { playerId, invite, since, at }))
    if (mayJoin) {
      const refused = await addMember(tx, club, { user, by: user, at })
      return refused ?? ok({ state: 'member' as const })
    }
    if (removal)
      return refuse('forbidden', `You were removed from ${club.name}: you need an invitation to return.`)
    if (club.joining !== 'request')
      return refuse('forbidden', `Only people with an invitation can join ${club.name}.`)
    const { count } = await tx.clubRequest.createMany({
      data: [{ clubId: club.id, playerId, createdAt: at }],
      skipDuplicates: true,
    })
    if (count === 0) return refuse('already-entered', 'You have asked to join already.')
    const to = [playerId, ...(await readOrganiserIds(tx, [club.id]))]
    await tellClub(tx, club, { change: 'requested', to, user, by: user, at })
    return ok({ state: 'requested' as const })
  })

/** @param since an invitation from before does not count: the player was removed then */
async function isInvited(
  config: Pick<Config, 'secret'>,
  tx: Tx,
  { id: clubId }: ClubRow,
  { playerId, invite, since, at }: { playerId: number; invite?: string | undefined; since: Date; at: Date },
): Promise<boolean> {
  const valid = { ...usable(clubId, at), createdAt: { gte: since } }
  if (await tx.clubInvitation.findFirst({ where: { ...valid, playerId }, select: { id: true } })) return true
  const id = invite === undefined ? undefined : numberOfCode(invite)
  if (id === undefined || id > MAX_ID) return false
  const link = await tx.clubInvitation.findFirst({ where: { ...valid, id, playerId: null } })
  return link !== null && linkCode(config, link) === invite
}

/** Takes back a request to join. */
export const withdrawClubRequest = (
  db: Db,
  { slug, caller: { playerId } }: Pick<JoinClub, 'slug' | 'caller'>,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const club = await lockClub(tx, slug)
    if (!club) return clubNotFound(slug)
    const { count } = await tx.clubRequest.deleteMany({ where: { clubId: club.id, playerId } })
    return count > 0 ? ok(undefined) : refuse('not-found', 'You do not ask to join this club.')
  })
