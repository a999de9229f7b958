import { ok, type Result } from '@tegenzet/common'
import {
  type createSiteInvitationBody,
  MEMBERS_INVITATION,
  OPEN_SITE_INVITATIONS,
  type SiteInvitation,
} from '@tegenzet/contract'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import type { Db } from '../../store/transaction.ts'
import { sanctionRefused } from '../access/sanctions-in-force.ts'
import { createLimited } from '../limits/create-limited.ts'
import { isConfirmed, MANAGED } from '../managed/managed-account.ts'
import { hashOfKey, newInvitationKey } from './invitation-key.ts'
import { invitationView } from './list-invitations.ts'

const DAY_MS = 86_400_000

type Wanted = z.output<typeof createSiteInvitationBody>

/** Makes a link with which people can register. Its key is returned only here. */
export async function createSiteInvitation(
  deps: Deps,
  db: Db,
  caller: Caller,
  wanted: Wanted,
): Promise<Result<SiteInvitation, Refusal>> {
  const at = deps.now()
  const refused = await invitingRefused(deps, db, caller, wanted)
  if (refused) return refused
  const byId = caller.playerId
  const isStaff = caller.roles.length > 0
  const allowance = {
    max: isStaff ? Number.POSITIVE_INFINITY : OPEN_SITE_INVITATIONS,
    count: async (tx: Db) =>
      tx.siteInvitation.count({
        where: { byId, endedAt: null, expiresAt: { gt: at }, used: { lt: tx.siteInvitation.fields.uses } },
      }),
    refusal: `You have ${OPEN_SITE_INVITATIONS} open invitations. End one first.`,
  }
  return createLimited(deps, db, caller, allowance, async (tx) => {
    const { uses, days, note } = wanted
    const key = newInvitationKey()
    const expiresAt = new Date(at.getTime() + days * DAY_MS)
    const made = await tx.siteInvitation.create({
      data: { hash: hashOfKey(key), byId, uses, note: note ?? null, createdAt: at, expiresAt },
      include: { by: PLAYER },
    })
    if (isStaff)
      await recordAct(tx, {
        kind: 'site-invitation-made',
        byId,
        details: { siteInvitation: made.id, uses, until: expiresAt.toISOString() },
        at,
      })
    return ok({ ...invitationView(made), url: `${deps.config.publicUrl}/register#${key}` })
  })
}

/** Why the caller may not make such an invitation. */
async function invitingRefused(
  { config, now }: Deps,
  db: Db,
  { roles, accountId, playerId }: Caller,
  { uses, days }: Wanted,
): Promise<Refused | null> {
  if (config.registration === 'open')
    return refuse('conflict', 'Everybody can register on this site, without an invitation.')
  if (config.registration === 'closed')
    return refuse('registration-closed', 'Nobody can register on this site, not with an invitation either.')
  if (roles.length > 0) return null
  if (config.invite === 'staff') return refuse('forbidden', 'On this site only staff make invitations.')
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { emailVerified: true, createdAt: true, ...MANAGED },
  })
  if (!isConfirmed(account))
    return refuse('email-not-verified', 'Confirm your e-mail address first: then you can invite people.')
  const { newAccountDays } = config.limits
  if (!account.managed && account.createdAt.getTime() > now().getTime() - newAccountDays * DAY_MS)
    return refuse('forbidden', `You can invite people when your account is ${newAccountDays} days old.`)
  if (uses > MEMBERS_INVITATION.uses || days > MEMBERS_INVITATION.days)
    return refuse(
      'validation',
      `Members invite at most ${MEMBERS_INVITATION.uses} people at once, for at most ${MEMBERS_INVITATION.days} days.`,
    )
  return sanctionRefused(db, playerId, 'restrict', now())
}
