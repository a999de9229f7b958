import { ok, type Result } from '@tegenzet/common'
import type { ClubMember, Player } from '@tegenzet/contract'
import { findPerson } from '../../accounts/players/find-person.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { addMember } from './add-member.ts'
import { type ClubRow, lockClubToOrganise } from './club-store.ts'
import { tellClub } from './tell-club.ts'

interface AnswerRequest {
  slug: string
  username: string
  caller: Caller
  at: Date
}

export const acceptClubRequest = (db: Db, answer: AnswerRequest): Promise<Result<ClubMember, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await findRequest(tx, answer)
    if (!found.ok) return found
    const { club, user } = found.value
    const { caller, at } = answer
    const refused = await addMember(tx, club, { user, by: playerOf(caller), at })
    return refused ?? ok({ user, role: 'member' as const, joinedAt: at.toISOString() })
  })

export const declineClubRequest = (db: Db, answer: AnswerRequest): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await findRequest(tx, answer)
    if (!found.ok) return found
    const { club, user } = found.value
    const { caller, at } = answer
    await tx.clubRequest.deleteMany({ where: { clubId: club.id, playerId: user.id } })
    await tellClub(tx, club, { change: 'declined', to: [user.id], user, by: playerOf(caller), at })
    return ok(undefined)
  })

async function findRequest(
  tx: Tx,
  { slug, username, caller }: AnswerRequest,
): Promise<Result<{ club: ClubRow; user: Player }, Refusal>> {
  const found = await lockClubToOrganise(tx, slug, caller.playerId)
  if (!found.ok) return found
  const club = found.value
  const person = await findPerson(tx, username)
  if (!person.ok) return person
  const user = person.value
  const request = await tx.clubRequest.findUnique({
    where: { clubId_playerId: { clubId: club.id, playerId: user.id } },
    select: { id: true },
  })
  return request ? ok({ club, user }) : refuse('not-found', `${username} does not ask to join.`)
}
