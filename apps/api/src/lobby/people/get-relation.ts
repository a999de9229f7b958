import type { Relation } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { readScore } from './read-score.ts'

/** Whether a player is the caller's favourite, whether the caller has blocked them, and the score between them. */
export async function getRelation(
  tx: Tx,
  { playerId }: Caller,
  username: string,
): Promise<Result<Relation, Refusal>> {
  const person = await findPerson(tx, username)
  if (!person.ok) return person
  const player = person.value
  const favourite = { playerId, favouriteId: player.id }
  const block = { playerId, blockedId: player.id }
  return ok({
    player,
    favourite: (await tx.favourite.findUnique({ where: { playerId_favouriteId: favourite } })) !== null,
    blocked: (await tx.block.findUnique({ where: { playerId_blockedId: block } })) !== null,
    score: await readScore(tx, playerId, player.id),
  })
}
