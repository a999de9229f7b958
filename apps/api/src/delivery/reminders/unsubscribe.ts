import { createHmac, timingSafeEqual } from 'node:crypto'
import { OPTIONAL_MAIL_KINDS, type OptionalMailKind, type Reminder } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'

/**
 * The address that ends the mails of a kind to an account, for whoever has the mail. It names both and is signed: nothing
 * is stored, and it works as long as there may be such a mail in somebody's box.
 */
export const unsubscribeLink = ({ config }: Deps, accountId: number, kind: OptionalMailKind): string =>
  `${config.publicUrl}/unsubscribe/${accountId}.${kind}.${sign(config.secret, accountId, kind).toString('base64url')}`

/** Done once however often it is asked for; what of the kind waits to be sent is not sent either. */
export async function unsubscribe(
  deps: Deps,
  token: string,
): Promise<Result<{ kind: OptionalMailKind }, Refusal>> {
  const read = readToken(deps, token)
  if (!read) return NOT_OURS
  const { accountId, kind } = read
  const done = await deps.database.prisma.$transaction(async (tx) => {
    const [account] = await tx.$queryRaw<{ reminders: Reminder[]; mailed: string[] }[]>`
      SELECT reminders, mailed FROM accounts WHERE id = ${accountId} FOR UPDATE`
    if (!account) return false
    await tx.account.update({ where: { id: accountId }, data: without(kind, account) })
    await tx.mail.deleteMany({ where: { accountId, kind, state: 'waiting' } })
    return true
  })
  return done ? ok({ kind }) : NOT_OURS
}

/** Who wants no daily mail any more does not want single ones in its place. */
function without(kind: OptionalMailKind, { reminders, mailed }: { reminders: Reminder[]; mailed: string[] }) {
  switch (kind) {
    case 'reminder':
      return { reminders: reminders.map((reminder) => ({ ...reminder, mail: false })) }
    case 'digest':
      return { digestAt: null, digestSince: null, mailed: [] }
    default:
      return { mailed: mailed.filter((each) => each !== kind) }
  }
}

function readToken({ config }: Deps, token: string): { accountId: number; kind: OptionalMailKind } | null {
  const [, id, word, signature] = /^(\d{1,10})\.([a-z-]{1,20})\.([\w-]{43})$/.exec(token) ?? []
  const kind = OPTIONAL_MAIL_KINDS.find((each) => each === word)
  const accountId = Number(id)
  if (!kind || !signature || accountId > MAX_ID) return null
  const own = sign(config.secret, accountId, kind)
  return timingSafeEqual(own, Buffer.from(signature, 'base64url')) ? { accountId, kind } : null
}

const sign = (secret: string, accountId: number, kind: OptionalMailKind): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['unsubscribe', accountId, kind]))
    .digest()

const NOT_OURS = refuse('link-expired', 'This link is not whole, or its account is gone.')
