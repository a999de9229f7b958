import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { MAX_ID } from '../../store/page.ts'

/** What a mailed link is for. Also the path of the page it opens. */
type LinkPurpose = 'verify-email' | 'reset-password' | 'not-me' | 'appeal' | 'undo-deletion'

/**
 * The address of a page that does one thing for one account. The signature covers facts about the account that change
 * when the link is used. So it works once, and nothing has to be stored.
 * @param id the account's; with `not-me` that of the event in its security log
 */
export function signLink(
  { config }: Deps,
  purpose: LinkPurpose,
  id: number,
  facts: readonly string[],
  expiresAt: Date,
): string {
  const expires = expiresAt.getTime()
  const signature = sign(config.secret, purpose, id, facts, expires).toString('base64url')
  // browsers do not send what comes after the # to servers
  return `${config.publicUrl}/${purpose}#${id}.${expires}.${signature}`
}

/** What comes after the `#`. Its signature is not checked yet. */
interface LinkToken {
  id: number
  expires: number
  signature: Buffer
}

/** @returns null if it is malformed or has expired */
export function readLinkToken({ now }: Deps, token: string): LinkToken | null {
  const [, id, expires, signature] = /^(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !expires || !signature || Number(id) > MAX_ID || Number(expires) <= now().getTime()) return null
  return {
    id: Number(id),
    expires: Number(expires),
    signature: Buffer.from(signature, 'base64url'),
  }
}

/** Whether this server signed the token for this purpose, and the facts have not changed since. */
export const linkHolds = (
  { config }: Deps,
  purpose: LinkPurpose,
  { id, expires, signature }: LinkToken,
  facts: readonly string[],
): boolean => timingSafeEqual(signature, sign(config.secret, purpose, id, facts, expires))

const sign = (
  secret: string,
  purpose: LinkPurpose,
  id: number,
  facts: readonly string[],
  expires: number,
): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['mailed link', purpose, id, expires, ...facts]))
    .digest()
