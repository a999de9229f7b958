import { ok, type Result } from '@tegenzet/common'
import type { Block, Player } from '@tegenzet/contract'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { closeChallenge } from '../challenges/close-challenge.ts'

/** Blocks a player, removes them from the favourites, and closes the open challenges between the two. */
export async function blockPlayer(
  deps: Deps,
  db: Db,
  caller: Caller,
  username: string,
): Promise<Result<Block, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const player = person.value
  if (player.id === caller.playerId) return refuse('yourself', 'You cannot block yourself.')
  return inTransaction(db, async (tx) => {
    const block = await writeBlock(deps, tx, caller.playerId, player)
    if (block.ok) await closeChallengesBetween(deps, tx, caller, player.id)
    return block
  })
}

async function writeBlock(
  { config, now }: Deps,
  db: Db,
  playerId: number,
  player: Player,
): Promise<Result<Block, Refusal>> {
  const key = { playerId, blockedId: player.id }
  const find = () => db.block.findUnique({ where: { playerId_blockedId: key } })
  const at = now()
  let block = await find()
  if (!block) {
    const { blocks } = config.limits
    // against floods: two concurrent requests may both be within the limit
    if ((await db.block.count({ where: { playerId } })) >= blocks)
      return refuse('limit-reached', `You have blocked ${blocks} players, the maximum: unblock one first.`)
    await insertBlock(db, key, at)
    block = await find()
  }
  // none if another request has unblocked the player since
  return ok({ player, createdAt: (block?.createdAt ?? at).toISOString() })
}

async function insertBlock(
  db: Db,
  { playerId, blockedId }: { playerId: number; blockedId: number },
  createdAt: Date,
): Promise<void> {
  const { count } = await db.block.createMany({
    data: { playerId, blockedId, createdAt },
    skipDuplicates: true,
  })
  if (count === 0) return
  await db.favourite.deleteMany({ where: { playerId, favouriteId: blockedId } })
  // makes a challenge that is being written between the two be checked again
  await db.player.update({
    where: { id: playerId },
    data: { blockCount: { increment: 1 } },
    select: { id: true },
  })
}

/** Declines the open challenges from the other player, and withdraws the caller's own to them. */
async function closeChallengesBetween(deps: Deps, db: Db, caller: Caller, otherId: number): Promise<void> {
  const { playerId } = caller
  const open = await db.challenge.findMany({
    where: {
      state: 'open',
      OR: [
        { challengerId: playerId, opponentId: otherId },
        { challengerId: otherId, opponentId: playerId },
      ],
    },
    select: { id: true, challengerId: true },
    // the order in which `closeAllChallenges` locks them
    orderBy: { id: 'desc' },
  })
  for (const { id, challengerId } of open) {
    // ignores the refusal for a challenge that was closed meanwhile; blocking needs no scope for challenges
    await closeChallenge(deps, db, {
      challenge: id,
      as: challengerId === playerId ? 'withdrawn' : 'declined',
      caller: { ...caller, scopes: 'all' },
      arrivedAt: deps.now(),
    })
  }
}

export async function unblockPlayer(
  db: Db,
  { playerId }: Caller,
  username: string,
): Promise<Result<undefined, Refusal>> {
  const person = await findPerson(db, username, { closed: true })
  if (!person.ok) return person
  await db.block.deleteMany({ where: { playerId, blockedId: person.value.id } })
  return ok(undefined)
}
