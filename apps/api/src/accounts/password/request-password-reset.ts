import { ok, type Result } from '@tegenzet/common'
import { type Language, type MailDelivery, PASSWORD_RESET_HOURS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { deliveryOf, writeMail } from '../../mail/write-mail.ts'
import type { Refusal } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { signLink } from '../credentials/mailed-link.ts'
import { mailsToUnconfirmed } from '../limits/mails-to-unconfirmed.ts'
import { countAttempt } from '../limits/rate-counters.ts'
import { currentKey } from '../names/former-names.ts'
import { emailAddress } from '../players/email-address.ts'

const HOUR_MS = 3_600_000
/** Requests from one address in an hour: for one name, and in all. */
const MAX_FOR_NAME = 5
const MAX_FROM_ADDRESS = 30
/** Mails to one account in an hour. Further requests get the same answer, because it must not reveal accounts. */
const MAX_MAILS = 5
/** The same for an address that nobody has confirmed: it may be a stranger's. */
const MAX_MAILS_UNCONFIRMED = 1

/** Mails a link to the account's address. Neither the answer nor its timing reveals whether there is an account. */
export async function requestPasswordReset(
  deps: Deps,
  db: Db,
  { name, address }: { name: string; address: string },
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const key = name.trim().toLowerCase()
  for (const limit of [
    { key: ['reset', address], max: MAX_FROM_ADDRESS, windowMs: HOUR_MS },
    { key: ['reset', key, address], max: MAX_FOR_NAME, windowMs: HOUR_MS },
  ]) {
    const counted = await countAttempt(deps, db, limit)
    if (!counted.ok) return counted
  }
  const found = await findAccount(db, key)
  const isUnconfirmed = found !== undefined && !found.isConfirmed
  const mayMail = await countAttempt(deps, db, {
    key: ['reset-mail', `${found?.id ?? key}`],
    max: isUnconfirmed ? MAX_MAILS_UNCONFIRMED : MAX_MAILS,
    windowMs: HOUR_MS,
  })
  // counted for others too, so that the time does not tell them apart
  const mayMailThere = await countAttempt(
    deps,
    db,
    isUnconfirmed
      ? mailsToUnconfirmed(found.email)
      : { key: ['reset-there', key], max: MAX_MAILS, windowMs: HOUR_MS },
  )
  const { id, username, email, language, password } = found ?? NOBODY
  const at = deps.now()
  const expiresAt = new Date(at.getTime() + PASSWORD_RESET_HOURS * HOUR_MS)
  const link = signLink(deps, 'reset-password', id, [email, password], expiresAt)
  await inTransaction(db, (tx) =>
    writeMail(deps, tx, {
      key: `reset-password:${id}:${at.getTime()}`,
      accountId: found && emailAddress(email) !== null && mayMail.ok && mayMailThere.ok ? id : null,
      recipient: email,
      language: language as Language,
      letter: { kind: 'reset-password', username, link },
      expiresAt,
    }),
  )
  return ok(deliveryOf(deps.config))
}

const accountSchema = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  language: z.string(),
  password: z.string(),
  isConfirmed: z.boolean(),
})
type ResettableAccount = z.output<typeof accountSchema>

const NOBODY: ResettableAccount = {
  id: 0,
  username: 'nobody',
  email: 'nobody@invalid',
  language: 'en',
  password: '',
  isConfirmed: false,
}

/** By name, also a former one, or by address. The queries are the same if there is no such account. */
async function findAccount(db: Db, key: string): Promise<ResettableAccount | undefined> {
  const [account] = await readRows(
    db,
    accountSchema,
    Prisma.sql`
      SELECT a.id, p.username, a.email, a.language, c.password, a.email_verified AS "isConfirmed"
      FROM accounts a JOIN players p ON p.id = a.player_id
      JOIN credentials c ON c.account_id = a.id AND c.provider_id = 'credential' AND c.password IS NOT NULL
      WHERE p.username_key = ${await currentKey(db, key)} OR a.email = ${key}`,
  )
  return account
}
