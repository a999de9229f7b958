import type { Account, AccountKind, Language } from '@tegenzet/contract'
import type { Result } from '@tegenzet/rules'
import { isHouseName } from '../../built-in-bots/bot-accounts.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { adminCodeFits, needsAdminCode } from '../admins/admin-code.ts'
import { type Auth, browserHeaders } from '../auth/auth.ts'
import { mailVerification } from '../email/verify-email.ts'
import { countAttempt, uncountAttempt } from '../limits/rate-counters.ts'
import { hashPassword } from '../password/hash-password.ts'
import { getAccount } from '../profile/get-account.ts'

export interface Registration {
  username: string
  email: string
  password: string
  language?: Language
  kind: AccountKind
  adminCode?: string
  /** Registrations are limited by it. */
  address: string
  userAgent?: string
}

/** An account that is logged in, and the cookies that say so. */
export interface LoggedIn {
  account: Account
  setCookie: string[]
}

const HOUR_MS = 3_600_000

export async function register(
  deps: Deps,
  auth: Auth,
  registration: Registration,
): Promise<Result<LoggedIn, Refusal>> {
  const { username, adminCode, password, address } = registration
  const { config } = deps
  if (needsAdminCode(config, username) && !adminCodeFits(config, username, adminCode))
    return refuse(
      'forbidden',
      'This name is an admin’s: it needs the code that the server logged at its start.',
    )

  if (isHouseName(username))
    return refuse('username-taken', 'Names of this kind are kept for the server’s own computer players.')

  const limit = { of: ['register', address], most: config.limits.registrations, windowMs: HOUR_MS }
  const counted = await countAttempt(deps, deps.store, limit)
  if (!counted.ok) return counted

  const inserted = await insertAccount(deps, registration, await hashPassword(password))
  if (!inserted.ok) {
    await uncountAttempt(deps.store, limit)
    return inserted
  }
  const { headers } = await auth.api.startSession({
    body: { accountId: inserted.value },
    headers: browserHeaders(registration.userAgent),
    returnHeaders: true,
  })
  const account = await getAccount(deps, inserted.value)
  return account.ok
    ? { ok: true, value: { account: account.value, setCookie: headers.getSetCookie() } }
    : account
}

/**
 * Player, account, password and the mail to verify the address: all of them or none. Unique indexes decide who of two is
 * first.
 * @returns the account's id
 */
async function insertAccount(
  deps: Deps,
  { username, email: given, language = 'en', kind }: Registration,
  passwordHash: string,
): Promise<Result<number, Refusal>> {
  const { config, database, now } = deps
  const key = username.toLowerCase()
  const email = given.toLowerCase()
  const at = now()
  const role = config.admins.includes(key) ? 'admin' : 'player'
  try {
    const id = await database.prisma.$transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ id: number }[]>`
        WITH player AS (
          INSERT INTO players (username, username_key, kind, created_at)
          VALUES (${username}, ${key}, ${kind}::player_kind, ${at})
          RETURNING id
        ), account AS (
          INSERT INTO accounts (player_id, name, email, language, role, created_at, updated_at)
          SELECT id, ${username}, ${email}, ${language}, ${role}::role, ${at}, ${at} FROM player
          RETURNING id
        )
        INSERT INTO credentials (account_id, provider_id, provider_account_id, password, created_at, updated_at)
        SELECT id, 'credential', id::text, ${passwordHash}, ${at}, ${at} FROM account
        RETURNING account_id AS id`
      await mailVerification(tx, deps, 'verify-email', { id: row!.id, name: username, language, email })
      return row!.id
    })
    return { ok: true, value: id }
  } catch (error) {
    switch (violatedIndex(error)) {
      case 'players_username_key_key':
        return refuse('username-taken', `The username ${username} is taken, or was once.`)
      case 'accounts_email_key':
        return refuse('email-taken', 'This e-mail address belongs to an account already.')
      default:
        throw error
    }
  }
}
