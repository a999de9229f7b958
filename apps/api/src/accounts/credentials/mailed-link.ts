import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { MAX_ID } from '../../store/page.ts'

/** What a mailed link is for: the page it opens. */
export type LinkPurpose = 'verify-email' | 'reset-password'

/**
 * The address of a page of ours that does one thing for one account. It is signed, together with facts about the account
 * that change once it has been used, so that nothing need be stored for it to work once and no longer than it should.
 */
export function signLink(
  { config }: Deps,
  purpose: LinkPurpose,
  accountId: number,
  facts: readonly string[],
  expiresAt: Date,
): string {
  const expires = expiresAt.getTime()
  const signature = sign(config.secret, purpose, accountId, facts, expires).toString('base64url')
  // after the #: it is told to no server by opening it
  return `${config.publicUrl}/${purpose}#${accountId}.${expires}.${signature}`
}

/** What stands after the `#`, as far as it can be read without knowing the account. */
export interface LinkToken {
  accountId: number
  expires: number
  signature: Buffer
}

/** @returns null where it is no token, or too old */
export function readLinkToken({ now }: Deps, token: string): LinkToken | null {
  const [, id, expires, signature] = /^(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !expires || !signature || Number(id) > MAX_ID || Number(expires) <= now().getTime()) return null
  return {
    accountId: Number(id),
    expires: Number(expires),
    signature: Buffer.from(signature, 'base64url'),
  }
}

/** Whether the token was signed here for this, and the facts are what they were then. */
export const linkHolds = (
  { config }: Deps,
  purpose: LinkPurpose,
  { accountId, expires, signature }: LinkToken,
  facts: readonly string[],
): boolean => timingSafeEqual(signature, sign(config.secret, purpose, accountId, facts, expires))

const sign = (
  secret: string,
  purpose: LinkPurpose,
  accountId: number,
  facts: readonly string[],
  expires: number,
): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['mailed link', purpose, accountId, expires, ...facts]))
    .digest()
