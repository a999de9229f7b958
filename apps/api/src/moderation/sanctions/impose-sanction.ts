import { ok, type Result } from '@tegenzet/common'
import type { imposeSanctionBody, Player, Sanction } from '@tegenzet/contract'
import type { z } from 'zod'
import { closeAccess } from '../../accounts/access/close-access.ts'
import { readSanctionInForce } from '../../accounts/access/sanctions-in-force.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import { staffRoles } from '../../accounts/players/staff-roles.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { closeAllChallenges } from '../../lobby/challenges/close-all-challenges.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { allowedSanctions } from './allowed-sanctions.ts'
import { announceSanction } from './announce-sanction.ts'
import { readSanction } from './sanction-store.ts'

interface ImposeSanction extends z.output<typeof imposeSanctionBody> {
  username: string
  caller: Caller
  arrivedAt: Date
}

const DAY_MS = 86_400_000

/** Mutes, restricts or closes an account, and tells the player why. */
export async function imposeSanction(
  deps: Deps,
  db: Db,
  command: ImposeSanction,
): Promise<Result<Sanction, Refusal>> {
  const { username, kind, caller } = command
  const found = await findPerson(db, username)
  if (!found.ok) return found
  const player = found.value
  if (player.id === caller.playerId) return refuse('yourself', 'You cannot sanction yourself.')
  if (!allowedSanctions(caller.roles).includes(kind))
    return refuse('forbidden', 'Only admins can restrict and close accounts.')
  return inTransaction(db, async (tx) => {
    await lockPlayer(tx, player.id)
    const account = await tx.account.findUnique({ where: { playerId: player.id } })
    if (!account) return refuse('not-found', `${username} has no account.`)
    if (staffRoles(account).length > 0)
      return refuse('forbidden', `${player.username} has a role: an admin has to take it away first.`)
    if (await readSanctionInForce(tx, player.id, kind, command.arrivedAt))
      return refuse('conflict', 'Such a sanction is in force: lift it first.')
    return ok(await writeSanction(deps, tx, player, account.id, command))
  })
}

async function writeSanction(
  deps: Deps,
  tx: Tx,
  { id: playerId }: Player,
  accountId: number,
  { kind, reason, days, caller, arrivedAt: createdAt }: ImposeSanction,
): Promise<Sanction> {
  const until = days === undefined ? null : new Date(createdAt.getTime() + days * DAY_MS)
  const { id } = await tx.sanction.create({
    data: { playerId, kind, reason, until, createdAt, byId: caller.playerId },
    select: { id: true },
  })
  if (kind !== 'mute') {
    await closeAllChallenges(tx, playerId, createdAt, { received: false })
    await tx.availability.deleteMany({ where: { playerId } })
  }
  if (kind === 'close') await closeAccess(tx, accountId)
  const sanction = existing(await readSanction(tx, id))
  await announceSanction(deps, tx, sanction)
  return sanction
}
