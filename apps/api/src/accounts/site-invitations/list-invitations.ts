import type { Result } from '@tegenzet/common'
import type { InvitedPlayer, pageQuery, SiteInvitation } from '@tegenzet/contract'
import type { SiteInvitationModel } from '@tegenzet/db'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

type Query = z.output<z.ZodObject<typeof pageQuery>>

/** The caller's own invitations that were not ended; for staff all. */
export const listSiteInvitations = (
  db: Db,
  { playerId, roles }: Caller,
  query: Query,
): Promise<Result<Page<SiteInvitation>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.siteInvitation.findMany({
        ...page,
        where: roles.length > 0 ? where : { ...where, byId: playerId, endedAt: null },
        include: { by: PLAYER },
      }),
    invitationView,
  )

export const invitationView = ({
  id,
  uses,
  used,
  note,
  by,
  createdAt,
  expiresAt,
  endedAt,
}: SiteInvitationModel & { by: Parameters<typeof decodePlayer>[0] }): SiteInvitation => ({
  id,
  url: null,
  uses,
  used,
  note,
  by: decodePlayer(by),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Who registered with an invitation, newest first. */
export async function listInvitedPlayers(
  db: Db,
  invitationId: number,
  query: Query,
): Promise<Result<Page<InvitedPlayer>, Refusal>> {
  const found = await db.siteInvitation.count({ where: { id: invitationId } })
  if (found === 0) return invitationNotFound(invitationId)
  return newestFirst(
    query,
    ({ where, ...page }) =>
      db.invitedPlayer.findMany({ ...page, where: { ...where, invitationId }, include: { player: PLAYER } }),
    ({ player, createdAt }) => ({ player: decodePlayer(player), at: createdAt.toISOString() }),
  )
}

export const invitationNotFound = (id: number) => refuse('not-found', `You have no invitation ${id}.`)
