import type { Account, Language } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Result } from '@tegenzet/rules'
import { adminCodeFits, needsAdminCode } from '../admin/admin-code.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { countAttempt, uncountAttempt } from './attempts.ts'
import type { Auth } from './auth.ts'
import { getAccount } from './get-account.ts'
import { hashPassword } from './passwords.ts'

export interface Registration {
  username: string
  email: string
  password: string
  language?: Language
  adminCode?: string
  /** Registrations are limited by it. */
  address: string
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

  const limit = { of: ['register', address], most: config.limits.registrations, windowMs: HOUR_MS }
  const counted = await countAttempt(deps, limit)
  if (!counted.ok) return counted

  const inserted = await insertAccount(deps, registration, await hashPassword(password))
  if (!inserted.ok) {
    await uncountAttempt(deps, limit)
    return inserted
  }
  const { headers } = await auth.api.startSession({
    body: { accountId: inserted.value },
    returnHeaders: true,
  })
  const account = await getAccount(deps, inserted.value)
  return account.ok
    ? { ok: true, value: { account: account.value, setCookie: headers.getSetCookie() } }
    : account
}

/**
 * Player, account and password by one statement: all of them or none. Its unique indexes decide who of two is first.
 * @returns the account's id
 */
async function insertAccount(
  { config, database, now }: Deps,
  { username, email, language = 'en' }: Registration,
  passwordHash: string,
): Promise<Result<number, Refusal>> {
  const key = username.toLowerCase()
  const at = now()
  const role = config.admins.includes(key) ? 'admin' : 'player'
  try {
    const [row] = await database.prisma.$queryRaw<{ id: number }[]>`
      WITH player AS (
        INSERT INTO players (username, username_key, created_at) VALUES (${username}, ${key}, ${at})
        RETURNING id
      ), account AS (
        INSERT INTO accounts (player_id, name, email, language, role, created_at, updated_at)
        SELECT id, ${username}, ${email.toLowerCase()}, ${language}, ${role}::role, ${at}, ${at} FROM player
        RETURNING id
      )
      INSERT INTO credentials (account_id, provider_id, provider_account_id, password, created_at, updated_at)
      SELECT id, 'credential', id::text, ${passwordHash}, ${at}, ${at} FROM account
      RETURNING account_id AS id`
    return { ok: true, value: row!.id }
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

/** The unique index that a failed raw query ran into. */
const violatedIndex = (error: unknown): unknown =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? (error.meta?.driverAdapterError as any)?.cause?.constraint?.index
    : undefined
