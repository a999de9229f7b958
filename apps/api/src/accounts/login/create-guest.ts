import type { Result } from '@tegenzet/common'
import { GUEST_DAYS, type Language } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { GUEST_SESSION_MS } from '../../http/session.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import { countAttempt } from '../limits/rate-counters.ts'
import { limitOf } from '../limits/roomy-addresses.ts'
import { guestName } from '../names/reserved-names.ts'
import { guestPlaceholder } from '../players/email-address.ts'
import { guestShare } from './guest-share.ts'
import { type LoggedIn, startSession } from './start-session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface NewGuest {
  language?: Language | undefined
  /** Guests are limited by its address. */
  client: Client
}

/** Creates a guest: a player with an account without e-mail address and password, and its only session. */
export async function createGuest(
  deps: Deps,
  db: Db,
  { language = 'en', client }: NewGuest,
): Promise<Result<LoggedIn, Refusal>> {
  if (!deps.config.guests)
    return refuse('registration-closed', 'Nobody plays as a guest on this site. Log in first.')
  const { address, userAgent } = client
  const max = await limitOf(deps, db, address, deps.config.limits.guests)
  const limit = { key: ['guest', address], max, windowMs: HOUR_MS }
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted
  const accountId = await insertGuest(deps, db, language)
  const started = await startSession(deps, db, { accountId, userAgent, lastsMs: GUEST_SESSION_MS })
  // the address itself is not kept
  await db.session.updateMany({ where: { accountId }, data: { ipAddress: guestShare(deps.config, address) } })
  return started
}

/** @returns the account's id */
async function insertGuest({ now }: Deps, db: Db, language: Language): Promise<number> {
  for (;;) {
    const id = await nextId(db, 'players')
    const name = guestName(id)
    // a player may have registered the name before it was reserved
    if (await db.player.findUnique({ where: { usernameKey: name }, select: { id: true } })) continue
    const createdAt = now()
    const account = await db.account.create({
      select: { id: true },
      data: {
        player: { create: { id, username: name, usernameKey: name, kind: 'guest', createdAt } },
        name,
        email: guestPlaceholder(id),
        language,
        createdAt,
        updatedAt: createdAt,
        forgetAt: new Date(createdAt.getTime() + GUEST_DAYS * DAY_MS),
      },
    })
    return account.id
  }
}
