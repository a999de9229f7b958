import { ok, type Result } from '@tegenzet/common'
import type { Relation } from '@tegenzet/contract'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readScore } from './read-score.ts'

/** Whether a player is the caller's favourite, whether the caller has blocked them, and the score between them. */
export async function getRelation(
  db: Db,
  { playerId }: Caller,
  username: string,
): Promise<Result<Relation, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const player = person.value
  const favourite = { playerId, favouriteId: player.id }
  const block = { playerId, blockedId: player.id }
  return ok({
    player,
    favourite: (await db.favourite.findUnique({ where: { playerId_favouriteId: favourite } })) !== null,
    blocked: (await db.block.findUnique({ where: { playerId_blockedId: block } })) !== null,
    score: await readScore(db, playerId, player.id),
  })
}
