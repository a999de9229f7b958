import { ok, type Result } from '@tegenzet/common'
import type { Challenge, listChallengesQuery } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readOpenChallenges } from './challenge-store.ts'
import { challengeViewFor, withPlayersRatings } from './challenge-view.ts'

/** Open challenges, newest first: those open to all, or those the caller has made or received. */
export async function listChallenges(
  { config, now }: Deps,
  db: Db,
  { mine, rules, club, limit, cursor }: z.output<typeof listChallengesQuery>,
  caller: Caller | null,
): Promise<Result<Page<Challenge>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  if (mine && !caller) return refuse('unauthenticated', 'Log in, or send a token, to see your challenges.')
  if (mine && caller && !holdsScope(caller, 'challenge:write'))
    return refuse('missing-scope', 'The token lacks the scope challenge:write.')

  const selection =
    mine && caller
      ? { whose: { playerId: caller.playerId }, contactOf: null }
      : { whose: 'all' as const, contactOf: caller?.playerId ?? null }
  const page = { rules, club, beforeId: before.value, limit: limit + 1 }
  const at = now()
  const rows = await readOpenChallenges(db, { ...selection, ...page }, at)
  const shown = pageOf(
    rows,
    limit,
    ({ id }) => id,
    (row) => challengeViewFor(config, row, caller),
  )
  return ok({ ...shown, items: await withPlayersRatings(db, shown.items, at) })
}
