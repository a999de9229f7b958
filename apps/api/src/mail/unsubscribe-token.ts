import { createHmac, timingSafeEqual } from 'node:crypto'
import { OPTIONAL_MAIL_KINDS, type OptionalMailKind } from '@tegenzet/contract'
import type { Config } from '../config/config.ts'
import { MAX_ID } from '../store/page.ts'

type Signing = Pick<Config, 'publicUrl' | 'secret'>

/** The kind of mail, and the account, that an unsubscribe link is for. */
export interface Subscription {
  accountId: number
  kind: OptionalMailKind
}

/** The link that ends an account's mails of a kind, without a login. It is signed, not stored, and never expires. */
export const unsubscribeLink = (config: Signing, { accountId, kind }: Subscription): string =>
  `${config.publicUrl}/unsubscribe/${accountId}.${kind}.${sign(config, { accountId, kind }).toString('base64url')}`

/** @returns null if the token is not one of ours */
export function readUnsubscribeToken(config: Signing, token: string): Subscription | null {
  const [, id, word, signature] = /^(\d{1,10})\.([a-z-]{1,20})\.([\w-]{43})$/.exec(token) ?? []
  const kind = OPTIONAL_MAIL_KINDS.find((each) => each === word)
  const accountId = Number(id)
  if (!kind || !signature || accountId > MAX_ID) return null
  const expected = sign(config, { accountId, kind })
  return timingSafeEqual(expected, Buffer.from(signature, 'base64url')) ? { accountId, kind } : null
}

const sign = ({ secret }: Signing, { accountId, kind }: Subscription): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['unsubscribe', accountId, kind]))
    .digest()
