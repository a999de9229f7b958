import { ok, type Result } from '@tegenzet/common'
import { type ClubAnnouncement, MAX_CLUB_ANNOUNCEMENTS } from '@tegenzet/contract'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import {
  clubNotFound,
  isOrganiser,
  lockClub,
  lockClubToOrganise,
  organisersOnly,
  readMemberIds,
} from './club-store.ts'
import { tellClub } from './tell-club.ts'

interface AnnounceInClub {
  slug: string
  text: string
  caller: Caller
  at: Date
}

const DAY_MS = 86_400_000

/** Writes an announcement on the page of a club, and sends it to all members. */
export const announceInClub = (
  deps: Pick<Deps, 'now'>,
  db: Db,
  { slug, text, caller, at }: AnnounceInClub,
): Promise<Result<ClubAnnouncement, Refusal>> =>
  inTransaction(db, async (tx) => {
    const by = playerOf(caller)
    const found = await lockClubToOrganise(tx, slug, by.id)
    if (!found.ok) return found
    const club = found.value
    const muted = await sanctionRefused(tx, by.id, 'mute', at)
    if (muted) return muted
    const limit = { key: ['club-announcement', `${club.id}`], max: MAX_CLUB_ANNOUNCEMENTS, windowMs: DAY_MS }
    const counted = await countAttempt(deps, tx, limit)
    if (!counted.ok)
      return refuse(
        'limit-reached',
        `A club has at most ${MAX_CLUB_ANNOUNCEMENTS} announcements in 24 hours.`,
      )
    const { id } = await tx.clubAnnouncement.create({
      data: { clubId: club.id, byId: by.id, text, createdAt: at },
      select: { id: true },
    })
    await tellClub(tx, club, { change: 'announced', to: await readMemberIds(tx, [club.id]), by, text, at })
    return ok({ id, by, text, createdAt: at.toISOString() })
  })

interface DeleteAnnouncement {
  slug: string
  id: number
  caller: Caller
}

/** Deletes an announcement: an organiser, or an admin. */
export const deleteClubAnnouncement = (
  db: Db,
  { slug, id, caller }: DeleteAnnouncement,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const club = await lockClub(tx, slug, caller.playerId)
    if (!club) return clubNotFound(slug)
    if (!isOrganiser(club.role) && !caller.roles.includes('admin')) return organisersOnly
    const { count } =
      id > MAX_ID ? { count: 0 } : await tx.clubAnnouncement.deleteMany({ where: { id, clubId: club.id } })
    return count > 0 ? ok(undefined) : refuse('not-found', `There is no announcement ${id}.`)
  })
