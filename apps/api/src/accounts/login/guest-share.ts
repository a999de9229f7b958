import { createHmac } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../store/transaction.ts'

/** A key that the guests of one address have in common, and that does not reveal it. */
export const guestShare = ({ secret }: Pick<Config, 'secret'>, address: string): string =>
  createHmac('sha256', secret).update(`guest-share:${address}`).digest('base64url').slice(0, 16)

/** @returns null if the guest's session has ended or is from before the key was stored */
export async function readGuestShare(db: Db, playerId: number): Promise<string | null> {
  const session = await db.session.findFirst({
    where: { account: { playerId } },
    select: { ipAddress: true },
  })
  return session?.ipAddress ?? null
}
