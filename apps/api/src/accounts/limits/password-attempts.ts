import { createHmac } from 'node:crypto'
import type { Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { countAttempt, type RateLimit, resetAttempts, uncountAttempt } from './rate-counters.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How many times more failures an account may have from all unknown addresses together, in a day. */
const FROM_ANYWHERE = 10
/** How many times more failures an address may have over all accounts that do not know it. */
const OVER_ACCOUNTS = 10
/** How long an address stays known to an account. */
const KNOWN_MS = 90 * DAY_MS

/** An attempt to log in to an account or to prove that it is one's own, with a password or a code. */
interface PasswordAttempt {
  /** The account's id, or the name that somebody entered if there is no such account. */
  who: number | string
  /** The client's address. */
  address: string
}

const fromAddress = ({ config }: Deps, { who, address }: PasswordAttempt): RateLimit => ({
  key: ['log-in', `${who}`, address],
  max: config.limits.logIns,
  windowMs: 15 * MINUTE_MS,
})

const fromAnywhere = ({ config }: Deps, { who }: PasswordAttempt): RateLimit => ({
  key: ['log-in', `${who}`],
  max: config.limits.logIns * FROM_ANYWHERE,
  windowMs: DAY_MS,
})

const overAccounts = ({ config }: Deps, { address }: PasswordAttempt): RateLimit => ({
  key: ['log-in over accounts', address],
  max: config.limits.logIns * OVER_ACCOUNTS,
  windowMs: 15 * MINUTE_MS,
})

/**
 * Counts an attempt before the password is checked: by account and address, and for addresses that the account does not
 * know also by account alone and by address alone. So nobody can guess from many addresses or at many accounts, or lock
 * the owner out of an address they use.
 */
export async function countPasswordAttempt(
  deps: Deps,
  db: Db,
  attempt: PasswordAttempt,
): Promise<Result<undefined, Refusal>> {
  const counted = await countAttempt(deps, db, fromAddress(deps, attempt))
  if (!counted.ok || (await isKnownAddress(deps, db, attempt))) return counted
  // before the account's count, which an address without tries left must not use up
  const ofAddress = await countAttempt(deps, db, overAccounts(deps, attempt))
  return ofAddress.ok ? countAttempt(deps, db, fromAnywhere(deps, attempt)) : ofAddress
}

/** The password was right: the attempt does not count, and the address is known from now on. */
export async function acceptPasswordAttempt(
  deps: Deps,
  db: Db,
  attempt: PasswordAttempt & { who: number },
): Promise<void> {
  await resetAttempts(db, fromAddress(deps, attempt))
  await uncountUnknownAddress(deps, db, attempt)
  await rememberAddress(deps, db, attempt)
}

/** Does not count an attempt after all. */
export async function uncountPasswordAttempt(deps: Deps, db: Db, attempt: PasswordAttempt): Promise<void> {
  await uncountAttempt(db, fromAddress(deps, attempt))
  await uncountUnknownAddress(deps, db, attempt)
}

async function uncountUnknownAddress(deps: Deps, db: Db, attempt: PasswordAttempt): Promise<void> {
  if (await isKnownAddress(deps, db, attempt)) return
  await uncountAttempt(db, overAccounts(deps, attempt))
  await uncountAttempt(db, fromAnywhere(deps, attempt))
}

/** Forgets all failures of an account, because its owner has proved who they are in another way. */
export async function liftPasswordLimit(
  deps: Deps,
  db: Db,
  attempt: PasswordAttempt & { who: number },
): Promise<void> {
  for (const limit of [fromAddress(deps, attempt), fromAnywhere(deps, attempt)])
    await resetAttempts(db, limit)
  await rememberAddress(deps, db, attempt)
}

/** Stores that the account's owner has used an address. */
export async function rememberAddress(
  deps: Deps,
  db: Db,
  attempt: PasswordAttempt & { who: number },
): Promise<void> {
  const key = { accountId: attempt.who, hash: hashOf(deps, attempt) }
  const use = { network: networkOf(deps, attempt), usedAt: deps.now() }
  // the identical keys let Prisma write one INSERT … ON CONFLICT
  await db.knownAddress.upsert({ where: { accountId_hash: key }, create: { ...key, ...use }, update: use })
}

/** Deletes addresses that were not used for long. @returns how many */
export async function pruneKnownAddresses({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const { count } = await db.knownAddress.deleteMany({ where: { usedAt: { lte: knownSince(now()) } } })
  return count
}

/** Whether somebody has logged in to the account from this address lately. */
export async function isKnownAddress(deps: Deps, db: Db, attempt: PasswordAttempt): Promise<boolean> {
  // queries for unknown accounts too, so that the timing does not reveal which names exist
  const accountId = typeof attempt.who === 'number' ? attempt.who : 0
  const where = { accountId, hash: hashOf(deps, attempt), usedAt: { gt: knownSince(deps.now()) } }
  return (await db.knownAddress.count({ where })) > 0
}

/** Whether anybody has logged in from this address lately. */
export async function isAddressOfSomebody(deps: Deps, db: Db, address: string): Promise<boolean> {
  const network = networkOf(deps, { who: '', address })
  return (await db.knownAddress.count({ where: { network, usedAt: { gt: knownSince(deps.now()) } } })) > 0
}

const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_MS)

/** The same for all accounts, to find those that share an address. */
const networkOf = (deps: Deps, { address }: PasswordAttempt) => hashOf(deps, { who: '', address })

/** Keyed with the server's secret, because there are few addresses to try. */
const hashOf = ({ config }: Deps, { who, address }: PasswordAttempt): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac('sha256', config.secret)
      .update(JSON.stringify(['known address', who, address]))
      .digest(),
  )
