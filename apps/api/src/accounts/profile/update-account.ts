import { ok, type Result } from '@tegenzet/common'
import type { Account, updateAccountBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { sanctionRefused } from '../access/sanctions-in-force.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { staffRoles } from '../players/staff-roles.ts'
import { getAccount } from './get-account.ts'

export const updateAccount = (
  { now }: Deps,
  db: Db,
  caller: Caller,
  { kind, daysOff, quietHours, contact, ...settings }: z.output<typeof updateAccountBody>,
): Promise<Result<Account, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { accountId, playerId, guest } = caller
    if (guest && kind)
      return refuse('guests-cannot', 'Guests are people. Register a bot with an account of its own.')
    if (guest && settings.about) return refuse('guests-cannot', 'Register to write about yourself.')
    const muted = settings.about ? await sanctionRefused(tx, playerId, 'mute', now()) : null
    if (muted) return muted
    const changed = kind === 'bot' ? await becomeBot(tx, { accountId, playerId }) : ok(undefined)
    if (!changed.ok) return changed
    await tx.account.update({
      where: { id: accountId },
      data: {
        ...settings,
        ...(contact && { clubsOnly: contact === 'clubs' }),
        ...(daysOff && { daysOff: daysOff.toSorted() }),
        ...(quietHours !== undefined && {
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
        }),
        updatedAt: now(),
      },
    })
    const account = await getAccount(tx, accountId)
    return account.ok && !holdsScope(caller, 'account:read')
      ? ok({ ...account.value, email: null, pendingEmail: null })
      : account
  })

/**
 * Makes a player a bot, unless they have played, have an open challenge, are entered in a tournament, are on a ladder or in a club.
 * Locks the player first: whoever starts a game, writes a challenge or enters a competition locks its players too, so one
 * of the two sees the other.
 */
async function becomeBot(
  tx: Tx,
  { accountId, playerId }: Pick<Caller, 'accountId' | 'playerId'>,
): Promise<Result<undefined, Refusal>> {
  await lockPlayer(tx, playerId)
  const { kind } = await tx.player.findUniqueOrThrow({ where: { id: playerId }, select: { kind: true } })
  if (kind === 'bot') return ok(undefined)
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  if (staffRoles(account).length > 0)
    return refuse('forbidden', 'Only people can have roles: an admin has to take yours away first.')
  const game = await tx.game.findFirst({
    where: { OR: [{ whiteId: playerId }, { blackId: playerId }] },
    select: { id: true },
  })
  const challenge = await tx.challenge.findFirst({
    where: { state: 'open', OR: [{ challengerId: playerId }, { opponentId: playerId }] },
    select: { id: true },
  })
  // tournaments are for people or for bots, ladders for people
  const entry = await tx.tournamentEntry.findFirst({
    where: { playerId, leftAt: null, tournament: { state: { in: ['open', 'running'] } } },
    select: { id: true },
  })
  const place = await tx.ladderEntry.findFirst({ where: { playerId }, select: { rules: true } })
  const membership = await tx.clubMember.findFirst({ where: { playerId }, select: { id: true } })
  if (game || challenge || entry || place || membership)
    return refuse(
      'not-a-new-account',
      'An account can become a bot only before its first game, while no challenge by it or to it is open, and while it is entered in no tournament, on no ladder and in no club.',
    )
  await tx.player.update({ where: { id: playerId }, data: { kind: 'bot' }, select: { id: true } })
  return ok(undefined)
}
