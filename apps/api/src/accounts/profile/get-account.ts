import { ok, type Result } from '@tegenzet/common'
import { type Account, type Language, USERNAME_CHANGE_DAYS } from '@tegenzet/contract'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { isConfirmed, MANAGED } from '../managed/managed-account.ts'
import { formerNamesOf } from '../names/former-names.ts'
import { emailAddress } from '../players/email-address.ts'
import { quietHoursOf } from '../players/schedule.ts'
import { staffRoles } from '../players/staff-roles.ts'

const DAY_MS = 86_400_000

/** When a player may change the username again. null: they have never changed it. */
export async function usernameChangeAt(db: Db, playerId: number): Promise<Date | null> {
  const [last] = await formerNamesOf(db, playerId)
  return last ? new Date(last.createdAt.getTime() + USERNAME_CHANGE_DAYS * DAY_MS) : null
}

/** @throws if there is no such account */
export async function getAccount(db: Db, accountId: number): Promise<Result<Account, Refusal>> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { player: true, ...MANAGED },
  })
  return ok({
    id: account.playerId,
    username: account.player.username,
    kind: account.player.kind as Account['kind'],
    email: emailAddress(account.email),
    emailVerified: isConfirmed(account),
    managed: account.managed !== null,
    pendingEmail: account.pendingEmail,
    language: account.language as Language,
    timezone: account.timezone,
    daysOff: account.daysOff,
    quietHours: quietHoursOf(account),
    about: account.about,
    country: account.country as Account['country'],
    profileShows: account.profileShows as Account['profileShows'],
    contact: account.clubsOnly ? 'clubs' : 'everyone',
    role: account.role,
    secondFactor: await hasSecondFactor(db, accountId),
    roles: staffRoles(account),
    usernameChangeAt: (await usernameChangeAt(db, account.playerId))?.toISOString() ?? null,
    deletesAt: account.deletesAt?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  })
}
