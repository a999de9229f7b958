import type { Relation } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { findPerson } from '../../accounts/people/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'

/** What somebody is to a player. */
export async function getRelation(
  { database }: Deps,
  { playerId }: Caller,
  username: string,
): Promise<Result<Relation, Refusal>> {
  const person = await findPerson(database, username)
  if (!person.ok) return person
  const player = person.value
  const [relation] = await database.prisma.$queryRaw<{ favourite: boolean; blocked: boolean }[]>`
    SELECT EXISTS (SELECT FROM favourites WHERE player_id = ${playerId} AND favourite_id = ${player.id}) AS favourite,
      EXISTS (SELECT FROM blocks WHERE player_id = ${playerId} AND blocked_id = ${player.id}) AS blocked`
  return ok({ player, ...relation! })
}
