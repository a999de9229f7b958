import { ok, type Result } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'
import { isBarred } from '../access/barred.ts'
import { hashOfKey } from './invitation-key.ts'

export interface Redemption {
  /** What the person has sent as the key. */
  key: string | undefined
  at: Date
}

/** Why nobody can register now with this key, or without one. */
export async function registrationRefused(
  config: Pick<Config, 'registration' | 'invite'>,
  db: Db,
  { key, at }: Redemption,
): Promise<Refused | null> {
  if (config.registration === 'open') return null
  if (config.registration === 'closed')
    return refuse(
      'registration-closed',
      'Nobody can register here: the people who run this site make the accounts.',
    )
  const found = await runSql<object>(
    db,
    Prisma.sql`SELECT FROM site_invitations i WHERE ${admits(config, key, at)}`,
  )
  return found.length > 0 ? null : INVITATION_NEEDED
}

/**
 * Uses an invitation for a new account. The row's lock lets only one of two registrations have its last use.
 * @returns the invitation's id
 */
export async function redeemInvitation(
  config: Pick<Config, 'invite'>,
  tx: Tx,
  { key, at }: Redemption,
): Promise<Result<number, Refusal>> {
  const [redeemed] = await readRows(
    tx,
    z.object({ id: z.int() }),
    Prisma.sql`UPDATE site_invitations i SET used = i.used + 1 WHERE ${admits(config, key, at)} RETURNING i.id`,
  )
  return redeemed ? ok(redeemed.id) : INVITATION_NEEDED
}

/** Whether an invitation has a use left, and who made it may still invite. */
function admits({ invite }: Pick<Config, 'invite'>, key = '', at: Date): Prisma.Sql {
  const byId = Prisma.sql`i.by_id`
  const ofStaff = Prisma.sql`EXISTS (
    SELECT FROM accounts WHERE player_id = i.by_id AND (role = 'admin' OR roles <> '{}'))`
  return Prisma.sql`i.hash = ${hashOfKey(key)} AND i.used < i.uses AND i.ended_at IS NULL
    AND i.expires_at > ${at}::timestamptz AND NOT ${isBarred(byId, at)}
    AND ${invite === 'members' ? Prisma.sql`true` : ofStaff}`
}

const INVITATION_NEEDED = refuse(
  'invitation-needed',
  'Registering here needs an invitation: a link that somebody on this site has made for you. This one is missing, unknown, used up, or has ended or expired.',
)
