import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { MAX_ID } from '../../store/page.ts'
import type { ChallengeRow } from './challenge-row.ts'

/** What the code signs. The time makes the code of a number that is used again after a restore invalid. */
type Invitation = Pick<ChallengeRow, 'id' | 'createdAt'>

const SIGNATURE_BYTES = 16

/**
 * The link of an invitation. The code is derived from the server's secret instead of stored, so reading the database is
 * not enough to accept invitations. It comes after the `#`, which browsers do not send to servers.
 */
export const inviteUrl = (
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  invitation: Invitation,
): string => `${publicUrl}/invite#${invitation.id}-${sign(secret, invitation).toString('base64url')}`

/** @returns the challenge's number and its signature; null if it is not a code */
export function readCode(code: string): { id: number; signature: Buffer } | null {
  const [, id, signature] = /^(\d{1,10})-([\w-]{22})$/.exec(code) ?? []
  if (!id || !signature || Number(id) > MAX_ID) return null
  return { id: Number(id), signature: Buffer.from(signature, 'base64url') }
}

/** Whether this server signed the code for this invitation. */
export const codeHolds = (
  { secret }: Pick<Config, 'secret'>,
  invitation: Invitation,
  signature: Buffer,
): boolean => timingSafeEqual(signature, sign(secret, invitation))

const sign = (secret: string, { id, createdAt }: Invitation): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['invitation', id, createdAt.getTime()]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)
