import { ok, type Result } from '@tegenzet/common'
import {
  CLUB_INVITATION_DAYS,
  type ClubInvitation,
  MAX_CLUB_INVITATIONS,
  type Player,
} from '@tegenzet/contract'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import { contactRefused, readContact } from '../../accounts/players/contact.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { type ClubRow, lockClubToOrganise } from './club-store.ts'
import { invitationView } from './invitation-list.ts'
import { tellClub } from './tell-club.ts'

interface InviteToClub {
  slug: string
  /** Without it the invitation is a link. */
  username?: string | undefined
  caller: Caller
  at: Date
}

const DAY_MS = 86_400_000

/** Invites a player, or everybody who gets a link. */
export const inviteToClub = (
  deps: Pick<Deps, 'config' | 'now'>,
  db: Db,
  { slug, username, caller, at }: InviteToClub,
): Promise<Result<ClubInvitation, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockClubToOrganise(tx, slug, caller.playerId)
    if (!found.ok) return found
    const club = found.value
    const by = playerOf(caller)
    const person = username === undefined ? ok(null) : await findPerson(tx, username)
    if (!person.ok) return person
    const user = person.value
    const refused = user && (await invitationRefused(tx, club, by, user))
    if (refused) return refused
    const limit = {
      key: ['club-invitation', `${by.id}`],
      max: MAX_CLUB_INVITATIONS,
      windowMs: DAY_MS,
    }
    const counted = await countAttempt(deps, tx, limit)
    if (!counted.ok)
      return refuse('limit-reached', `You can invite ${MAX_CLUB_INVITATIONS} times in 24 hours.`)
    const expiresAt = new Date(at.getTime() + CLUB_INVITATION_DAYS * DAY_MS)
    // a second invitation of a player takes the place of the first
    if (user) await tx.clubInvitation.deleteMany({ where: { clubId: club.id, playerId: user.id } })
    const invitation = await tx.clubInvitation.create({
      data: { clubId: club.id, playerId: user?.id ?? null, byId: by.id, createdAt: at, expiresAt },
    })
    if (user) await tellClub(tx, club, { change: 'invited', to: [user.id], user, by, at })
    return ok(invitationView(deps.config, slug, { ...invitation, player: user, by }))
  })

async function invitationRefused(
  tx: Tx,
  { id: clubId, name }: ClubRow,
  by: Player,
  user: Player,
): Promise<Refused | null> {
  const { username, id: playerId } = user
  if (user.kind !== 'human')
    return refuse('wrong-kind', `${username} cannot be in a club: only people with an account can.`)
  const key = { clubId_playerId: { clubId, playerId } }
  if (await tx.clubMember.findUnique({ where: key, select: { id: true } }))
    return refuse('already-a-member', `${username} is a member of ${name} already.`)
  if (await tx.clubRequest.findUnique({ where: key, select: { id: true } }))
    return refuse('conflict', `${username} asks to join: accept the request.`)
  return contactRefused(await readContact(tx, by.id, playerId), user, 'invitations')
}
