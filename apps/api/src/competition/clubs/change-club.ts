import { ok, type Result } from '@tegenzet/common'
import { type Club, type changeClubBody, MAX_CLUB_NAMES } from '@tegenzet/contract'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { lookOfName, nameRefused } from '../../accounts/names/reserved-names.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import {
  type ClubRow,
  clubNotFound,
  lockClub,
  ownerOnly,
  readOrganiserIds,
  readShownClub,
} from './club-store.ts'
import { clubView } from './club-view.ts'
import { nameTaken } from './found-club.ts'
import { tellClub } from './tell-club.ts'

interface ChangeClub {
  slug: string
  body: z.output<typeof changeClubBody>
  caller: Caller
  at: Date
}

/** Changes the name, the texts and the settings of a club: its owner, or an admin. */
export const changeClub = (db: Db, { slug, body, caller, at }: ChangeClub): Promise<Result<Club, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { playerId } = caller
    const club = await lockClub(tx, slug, playerId)
    if (!club) return clubNotFound(slug)
    if (club.role !== 'owner' && !caller.roles.includes('admin')) return ownerOnly
    const { name, description } = body
    const writes = (name ?? club.name) !== club.name || (description ?? club.description) !== club.description
    const muted = writes && (await sanctionRefused(tx, playerId, 'mute', at))
    if (muted) return muted
    const refused = name !== undefined && name !== club.name && (await takeName(tx, club, name, caller))
    if (refused) return refused
    const describedById = description === undefined ? {} : { describedById: playerId }
    await tx.club.update({ where: { id: club.id }, data: { ...body, ...describedById } })
    const changed = existing(await readShownClub(tx, slug, playerId))
    const to = [...(await readOrganiserIds(tx, [club.id])), playerId]
    await tellClub(tx, changed, { change: 'changed', to, by: playerOf(caller), at })
    return ok(clubView(changed))
  })

async function takeName(
  tx: Tx,
  { id: clubId }: ClubRow,
  name: string,
  { role }: Caller,
): Promise<Refused | null> {
  const reserved = nameRefused(name, role)
  if (reserved) return reserved
  const look = lookOfName(name)
  const { count } = await tx.clubName.createMany({ data: [{ look, clubId }], skipDuplicates: true })
  if (count === 0) {
    // a club may take an earlier name of its own again
    const taken = await tx.clubName.findUniqueOrThrow({ where: { look } })
    return taken.clubId === clubId ? null : nameTaken(name)
  }
  const names = await tx.clubName.count({ where: { clubId } })
  return names > MAX_CLUB_NAMES
    ? refuse('limit-reached', `A club can have had ${MAX_CLUB_NAMES} names.`)
    : null
}
