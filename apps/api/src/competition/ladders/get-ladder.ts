import { ok, type Result } from '@tegenzet/common'
import type { Ladder } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { challengeReach } from '@tegenzet/tournaments'
import type { Caller } from '../../http/caller.ts'
import { withRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { countPlaces, placeView, readPlace, readPlacesAfter, readProvenDraws } from './ladder-store.ts'

interface GetLadder {
  rules: RuleSetId
  limit: number
  cursor?: string | undefined
  caller: Caller | null
  at: Date
}

export async function getLadder(
  db: Db,
  { rules, limit, cursor, caller, at }: GetLadder,
): Promise<Result<Ladder, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const reading = { rules, readerId: caller?.playerId ?? null, at }
  const length = await countPlaces(db, rules)
  const own = caller ? await readPlace(db, reading, caller.playerId) : undefined
  const rows = await readPlacesAfter(db, reading, after.value ?? 0, limit + 1)
  const { items, nextCursor } = pageOf(
    rows,
    limit,
    ({ key }) => key,
    (row) => ({ ...placeView(own, row, length, at), rules }),
  )
  const rated = await withRatings(db, items, ['user'], at)
  return ok({
    items: rated.map(({ rules: _rules, ...place }) => place),
    nextCursor,
    rules,
    provenDraws: await readProvenDraws(db, rules),
    length,
    reach: challengeReach(length),
    mine: own ? placeView(own, own, length, at) : null,
  })
}
