import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'
import { lockAccount } from '../players/lock-account.ts'
import { credentialHolds } from './find-caller.ts'

/** Refuses a caller whose session or token has ended since it was found, for example while the request waited for a lock. */
export async function credentialRefused(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { credential, playerId }: Caller,
): Promise<Refused | null> {
  const held = await runSql<object>(
    db,
    Prisma.sql`
    /* credential */ SELECT true WHERE ${credentialHolds({
      credential: Prisma.sql`${credential}::text`,
      playerId: Prisma.sql`${playerId}::int`,
      at: Prisma.sql`${now()}::timestamptz`,
    })}`,
  )
  return held.length > 0 ? null : ENDED
}

/** Locks the caller's account. Refuses a caller whose access has ended meanwhile, for example by a password reset. */
export async function lockOwnAccount(deps: Pick<Deps, 'now'>, tx: Tx, caller: Caller) {
  await lockAccount(tx, caller.accountId)
  return credentialRefused(deps, tx, caller)
}

const ENDED = refuse('unauthenticated', 'The session or token has just ended: log in, or send another token.')
