import type { Result } from '@tegenzet/common'
import { type Account, USERNAME_CHANGE_DAYS } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { sanctionRefused } from '../access/sanctions-in-force.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { isFormerName, leadOn } from '../names/former-names.ts'
import { isHostName, isServerName } from '../names/reserved-names.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { getAccount, usernameChangeAt } from '../profile/get-account.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { recordWithLetter } from '../security-log/record-event.ts'

/** Gives the caller's player another username. The old one leads to the player and is not given to anybody else. */
export async function changeUsername(
  deps: Deps,
  db: Db,
  caller: Caller,
  { username, client }: { username: string; client: Client },
): Promise<Result<Account, Refusal>> {
  const { admins } = deps.config
  if (admins.includes(caller.username.toLowerCase()))
    return refuse('forbidden', 'The host has made you an admin by your username, so it cannot change.')
  if (isServerName(username) || isHostName(deps.config, username))
    return refuse(
      'username-taken',
      'This name is reserved for the server and its host, or looks like one that is.',
    )
  try {
    return await inTransaction(db, (tx) => rename(deps, tx, caller, { username, client }))
  } catch (error) {
    if (violatedIndex(error) === 'players_username_key_key') return taken(username)
    throw error
  }
}

const taken = (username: string) => refuse('username-taken', `The username ${username} is or was taken.`)

async function rename(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { username, client }: { username: string; client: Client },
): Promise<Result<Account, Refusal>> {
  const { accountId, playerId } = caller
  await lockPlayer(tx, playerId)
  const refused =
    (await lockOwnAccount(deps, tx, caller)) ??
    (await proofRefused(deps, tx, caller)) ??
    (await sanctionRefused(tx, playerId, 'mute', deps.now()))
  if (refused) return refused
  const { username: old } = await tx.player.findUniqueOrThrow({ where: { id: playerId } })
  if (old === username) return refuse('conflict', 'This is already your username.')
  const at = deps.now()
  const allowedAt = await usernameChangeAt(tx, playerId)
  if (allowedAt && allowedAt > at)
    return refuse(
      'limit-reached',
      `A username can change once in ${USERNAME_CHANGE_DAYS} days: yours from ${allowedAt.toISOString()}.`,
    )
  await setUsername(tx, { accountId, playerId, username })
  // now, because somebody may just have given up the name
  if (await isFormerName(tx, username, playerId)) return taken(username)
  await leadOn(tx, old, playerId, at)
  const change = { accountId, kind: 'username-changed', subject: username, client, at } as const
  await recordWithLetter(deps, tx, change, (details) => ({ kind: 'username-changed', old, ...details }))
  return getAccount(tx, accountId)
}

export async function setUsername(
  db: Db,
  { accountId, playerId, username }: { accountId: number; playerId: number; username: string },
): Promise<void> {
  const key = username.toLowerCase()
  await db.player.update({
    where: { id: playerId },
    data: { username, usernameKey: key },
    select: { id: true },
  })
  await db.account.update({ where: { id: accountId }, data: { name: username }, select: { id: true } })
}
