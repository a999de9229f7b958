import type { Block } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { findPerson } from '../../accounts/people/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { closeChallenge } from '../challenges/close-challenge.ts'

/**
 * Blocks a player, who is then no favourite. Raising the count makes a challenge between the two that is under way be
 * judged again: it stands before this and is closed below, or comes after and is refused.
 */
export async function blockPlayer(
  deps: Deps,
  caller: Caller,
  username: string,
): Promise<Result<Block, Refusal>> {
  const { database, config, now } = deps
  const { playerId } = caller
  const person = await findPerson(database, username)
  if (!person.ok) return person
  const player = person.value
  if (player.id === playerId) return refuse('yourself', 'This is you: nobody blocks themselves.')
  const { blocks } = config.limits
  // two at once may both be within the limit: it is there against a flood, not to be exact
  await database.prisma.$executeRaw`
    WITH made AS (
      INSERT INTO blocks (player_id, blocked_id, created_at)
      SELECT ${playerId}::int, ${player.id}::int, ${now()}::timestamptz
      WHERE (SELECT count(*) FROM blocks WHERE player_id = ${playerId}) < ${blocks}
      ON CONFLICT DO NOTHING RETURNING id
    ), unfavoured AS (
      DELETE FROM favourites USING made
      WHERE favourites.player_id = ${playerId} AND favourites.favourite_id = ${player.id}
    )
    UPDATE players SET block_count = block_count + 1 FROM made WHERE players.id = ${playerId}`
  const block = await database.prisma.block.findUnique({
    where: { playerId_blockedId: { playerId, blockedId: player.id } },
  })
  if (!block)
    return refuse('limit-reached', `You have blocked ${blocks} players, the most there may be. Unblock one.`)
  await closeChallengesBetween(deps, caller, player.id)
  return ok({ player, createdAt: block.createdAt.toISOString() })
}

export async function unblockPlayer(
  { database }: Deps,
  { playerId }: Caller,
  username: string,
): Promise<Result<undefined, Refusal>> {
  const person = await findPerson(database, username, { closed: true })
  if (!person.ok) return person
  await database.prisma.block.deleteMany({ where: { playerId, blockedId: person.value.id } })
  return ok(undefined)
}

/** Open ones that name the other: theirs are declined, the caller's own withdrawn. */
async function closeChallengesBetween(deps: Deps, caller: Caller, otherId: number): Promise<void> {
  const { playerId } = caller
  const open = await deps.database.prisma.challenge.findMany({
    where: {
      state: 'open',
      OR: [
        { challengerId: playerId, opponentId: otherId },
        { challengerId: otherId, opponentId: playerId },
      ],
    },
    select: { id: true, challengerId: true },
  })
  for (const { id, challengerId } of open) {
    const as = challengerId === playerId ? 'withdrawn' : 'declined'
    // whatever else a token may do; and one that was closed meanwhile is closed
    await closeChallenge(deps, {
      challenge: id,
      as,
      caller: { ...caller, scopes: 'all' },
      arrivedAt: deps.now(),
    })
  }
}
