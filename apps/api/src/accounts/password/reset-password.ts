import { type Language, type MailDelivery, PASSWORD_RESET_HOURS } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { deliveryOf, writeMail } from '../../mail/write-mail.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { linkHolds, readLinkToken, signLink } from '../credentials/mailed-link.ts'
import { countAttempt, forgetAttempts } from '../limits/rate-counters.ts'
import { passwordOf, proofLimit } from './prove-password.ts'
import { replacePassword } from './replace-password.ts'

const HOUR_MS = 3_600_000
/** Asked from one address, in an hour: for one name, and in all. */
const MOST_FOR_NAME = 5
const MOST_FROM_ADDRESS = 30
/** Mails to one account in an hour, whoever asks: it is not told, for that would say there is such an account. */
const MOST_MAILS = 5

/** A link to the account's address. Whether there is such an account shows neither in the answer nor in the work done. */
export async function requestPasswordReset(
  deps: Deps,
  { name, address }: { name: string; address: string },
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const key = name.trim().toLowerCase()
  for (const limit of [
    { of: ['reset', address], most: MOST_FROM_ADDRESS, windowMs: HOUR_MS },
    { of: ['reset', key, address], most: MOST_FOR_NAME, windowMs: HOUR_MS },
  ]) {
    const counted = await countAttempt(deps, deps.store, limit)
    if (!counted.ok) return counted
  }
  const found = await findAccount(deps, key)
  const mayMail = await countAttempt(deps, deps.store, {
    of: ['reset-mail', `${found?.id ?? key}`],
    most: MOST_MAILS,
    windowMs: HOUR_MS,
  })
  const { id, username, email, language, password } = found ?? NOBODY
  const at = deps.now()
  const expiresAt = new Date(at.getTime() + PASSWORD_RESET_HOURS * HOUR_MS)
  const link = signLink(deps, 'reset-password', id, [email, password], expiresAt)
  await deps.database.prisma.$transaction((tx) =>
    writeMail(tx, deps, {
      key: `reset-password:${id}:${at.getTime()}`,
      accountId: found && mayMail.ok ? id : null,
      recipient: email,
      language: language as Language,
      letter: { kind: 'reset-password', username, link },
      expiresAt,
    }),
  )
  return ok(deliveryOf(deps.config))
}

const NOBODY = { id: 0, username: 'nobody', email: 'nobody@invalid', language: 'en', password: '' }

async function findAccount({ database }: Deps, key: string): Promise<typeof NOBODY | undefined> {
  const [row] = await database.prisma.$queryRaw<(typeof NOBODY)[]>`
    SELECT a.id, p.username, a.email, a.language, c.password
    FROM accounts a JOIN players p ON p.id = a.player_id
    JOIN credentials c ON c.account_id = a.id AND c.provider_id = 'credential' AND c.password IS NOT NULL
    WHERE p.username_key = ${key} OR a.email = ${key}`
  return row
}

/** Sets the password that the holder of the link wants. It works once: the link is bound to the password that was. */
export async function resetPassword(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await deps.database.prisma.account.findUnique({ where: { id: read.accountId } }))
  const from = account && (await passwordOf(deps, account.id))
  if (!account || !from || !linkHolds(deps, 'reset-password', read, [account.email, from])) return EXPIRED
  const ended = await replacePassword(deps, { account, from, to: password, verified: true })
  if (ended === null) return EXPIRED
  await forgetAttempts(deps.store, proofLimit(deps, account.id, address))
  return ok({ sessionsEnded: ended })
}

const EXPIRED = refuse('link-expired', 'This link was used already, or is too old. Ask for a new one.')
