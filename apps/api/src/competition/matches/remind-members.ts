import { ok, type Result } from '@tegenzet/common'
import type { listMissingQuery, Match, MatchSide, Player } from '@tegenzet/contract'
import type { z } from 'zod'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { organisersOnly } from '../clubs/club-store.ts'
import {
  clubNotInMatch,
  lineUpsRefused,
  lockMatch,
  type MatchRow,
  matchNotFound,
  readMatch,
  readMissing,
  sideOfClub,
} from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { organisedSides } from './organised-sides.ts'
import { tellMatch } from './tell-match.ts'

interface OfClub {
  match: number
  /** The slug of the caller's club. */
  club: string
  caller: Caller
}

/** Asks the members of a club who have not signed up to do so: once in a match. */
export const remindMembers = (
  db: Db,
  { match: id, club: slug, caller, at }: OfClub & { at: Date },
): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const match = await lockMatch(tx, id)
    if (!match) return matchNotFound(id)
    const side = await organisedSide(tx, match, slug, caller)
    if (!side.ok) return side
    const refused = lineUpsRefused(match, at)
    if (refused) return refused
    const isA = side.value === 'a'
    if (isA ? match.remindedA : match.remindedB)
      return refuse('conflict', 'The members were reminded of this match already.')
    await tx.match.update({ where: { id }, data: isA ? { remindedAAt: at } : { remindedBAt: at } })
    const club = match[side.value]
    const missing = await readMissing(tx, { matchId: id, clubId: club.id })
    const to = missing.map(({ user }) => user.id)
    await tellMatch(tx, id, [{ change: 'reminded', to, club: slug }], { by: playerOf(caller), at })
    return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
  })

/** In the order in which they joined. */
export async function listMissing(
  db: Db,
  { match: id, club: slug, caller, limit, cursor }: OfClub & z.output<typeof listMissingQuery>,
): Promise<Result<Page<Player>, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const match = await readMatch(db, id)
  if (!match) return matchNotFound(id)
  const side = await organisedSide(db, match, slug, caller)
  if (!side.ok) return side
  const clubId = match[side.value].id
  const rows = await readMissing(db, { matchId: id, clubId, after: after.value ?? 0, limit: limit + 1 })
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ user }) => user,
    ),
  )
}

/** The side of the caller's club in a match, if they organise it. */
async function organisedSide(
  db: Db,
  match: MatchRow,
  slug: string,
  { playerId }: Caller,
): Promise<Result<MatchSide, Refusal>> {
  const side = sideOfClub(match, slug)
  if (!side) return clubNotInMatch(slug)
  return (await organisedSides(db, match, playerId)).includes(side) ? ok(side) : organisersOnly
}
