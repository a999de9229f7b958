import { ok, type Result } from '@tegenzet/common'
import type { ClubInvitation, pageQuery } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { clubNotFound, isOrganiser, lockClubToOrganise, organisersOnly, readClub } from './club-store.ts'
import { linkCode } from './invitation-link.ts'

/** Invitations that can be used. One from before `endInvitationsBy` may have outlived its maker's role. */
export const usable = (clubId: number, at: Date) =>
  ({
    clubId,
    expiresAt: { gt: at },
    by: { clubs: { some: { clubId, role: { in: ['owner', 'organiser'] } } } },
  }) satisfies Prisma.ClubInvitationWhereInput

interface Invitation {
  id: number
  player: { id: number; username: string; kind: string } | null
  by: { id: number; username: string; kind: string }
  createdAt: Date
  expiresAt: Date
}

/** An invitation as calls answer it, with the address of a link. */
export const invitationView = (
  { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>,
  slug: string,
  { player, by, ...invitation }: Invitation,
): ClubInvitation => ({
  id: invitation.id,
  user: player && decodePlayer(player),
  by: decodePlayer(by),
  url: player ? null : `${publicUrl}/clubs/${slug}#${linkCode({ secret }, invitation)}`,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
})

interface ListInvitations {
  slug: string
  query: z.output<z.ZodObject<typeof pageQuery>>
  playerId: number
  at: Date
}

/** The invitations that can be used, newest first. */
export async function listClubInvitations(
  config: Config,
  db: Db,
  { slug, query, playerId, at }: ListInvitations,
): Promise<Result<Page<ClubInvitation>, Refusal>> {
  const club = await readClub(db, slug, playerId)
  if (!club) return clubNotFound(slug)
  if (!isOrganiser(club.role)) return organisersOnly
  return newestFirst(
    query,
    ({ where, ...page }) =>
      db.clubInvitation.findMany({
        ...page,
        where: { AND: [where, usable(club.id, at)] },
        include: { player: PLAYER, by: PLAYER },
      }),
    (invitation) => invitationView(config, slug, invitation),
  )
}

/** Ends an invitation: whoever uses it from now on is refused. */
export const endClubInvitation = (
  db: Db,
  { slug, id, playerId }: { slug: string; id: number; playerId: number },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockClubToOrganise(tx, slug, playerId)
    if (!found.ok) return found
    const { count } = await tx.clubInvitation.deleteMany({ where: { id, clubId: found.value.id } })
    return count > 0 ? ok(undefined) : refuse('not-found', `The club has no invitation ${id}.`)
  })
