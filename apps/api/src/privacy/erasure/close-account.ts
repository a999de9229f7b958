import { closingAccessTokens } from '../../accounts/credentials/closing-access-tokens.ts'
import { revokePrograms } from '../../accounts/credentials/revoke-programs.ts'
import { endManaged } from '../../accounts/managed/managed-account.ts'
import { retireName } from '../../accounts/names/former-names.ts'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import { endSessions } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import { closeAllChallenges } from '../../lobby/challenges/close-all-challenges.ts'
import { leaveGame } from '../../play/leaving/leave-game.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { Person } from '../map/table.ts'

export interface Erased extends Person {
  /** The name until the account was closed. */
  username: string
}

export const closedName = ({ playerId }: Pick<Person, 'playerId'>): string => `closed-${playerId}`

/**
 * Resigns an account's running games, closes its challenges, and then takes away its name and all access to it. Leaves that
 * to the next run if a game has begun meanwhile.
 * @returns whether the account is closed now
 */
export async function closeAccount(deps: Deps, db: Db, erased: Erased): Promise<boolean> {
  await closeAllChallenges(db, erased.playerId, deps.now(), { received: true })
  await leaveGames(deps, db, erased)
  return inTransaction(db, async (tx) => {
    const { accountId, playerId, username } = erased
    // whoever begins a game or makes a challenge locks its players too
    await lockPlayer(tx, playerId)
    if (await isBusy(tx, playerId)) return false
    // a log-in locks it too, before it starts its session
    await lockAccount(tx, accountId)
    await endSessions(tx, accountId)
    await revokePrograms(tx, accountId)
    await closingAccessTokens(tx).deleteMany({ where: { connection: { app: { userId: accountId } } } })
    await tx.app.deleteMany({ where: { userId: accountId } })
    await tx.credential.deleteMany({ where: { userId: accountId } })
    await tx.passkey.deleteMany({ where: { accountId } })
    await tx.availability.deleteMany({ where: { playerId } })
    await tx.account.update({ where: { id: accountId }, data: { role: 'player', roles: [], managerOf: [] } })
    await endManaged(tx, accountId)
    await retireName(tx, username, deps.now())
    const name = closedName(erased)
    await tx.player.update({
      where: { id: playerId },
      data: { username: name, usernameKey: name, kind: 'closed', builtIn: false },
    })
    return true
  })
}

const running = (playerId: number) => ({
  status: { in: ['active', 'claimed'] as ('active' | 'claimed')[] },
  OR: [{ whiteId: playerId }, { blackId: playerId }],
})

async function leaveGames({ now }: Deps, db: Db, { playerId }: Erased): Promise<void> {
  const games = await db.game.findMany({ where: running(playerId), select: { id: true } })
  for (const { id: game } of games) await leaveGame(db, { game, playerId, how: 'resign', arrivedAt: now() })
}

async function isBusy(db: Db, playerId: number): Promise<boolean> {
  const games = await db.game.count({ where: running(playerId) })
  const challenges = await db.challenge.count({
    where: { state: 'open', OR: [{ challengerId: playerId }, { opponentId: playerId }] },
  })
  return games + challenges > 0
}
