import type { Account, updateAccountBody } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { getAccount } from './get-account.ts'

/** All that is asked, or, where the account cannot become a bot's, nothing. */
export async function updateAccount(
  deps: Deps,
  { accountId, playerId }: Caller,
  { kind, daysOff, quietHours, ...settings }: z.output<typeof updateAccountBody>,
): Promise<Result<Account, Refusal>> {
  const done = await deps.database.prisma.$transaction(async (tx) => {
    if (kind === 'bot' && !(await becomeBot(tx, playerId))) return false
    await tx.account.update({
      where: { id: accountId },
      data: {
        ...settings,
        ...(daysOff && { daysOff: daysOff.toSorted() }),
        ...(quietHours !== undefined && {
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
        }),
        updatedAt: deps.now(),
      },
    })
    return true
  })
  if (!done)
    return refuse(
      'not-a-new-account',
      'An account becomes a bot’s before its first game, and while no challenge by it or to it is open.',
    )
  return getAccount(deps, accountId)
}

/**
 * A game or challenge that begins holds its players' rows (`challenges/`): it is waited for here and then seen, or it
 * waits and then sees a bot.
 * @returns false where the player has played or is about to
 */
async function becomeBot(tx: Prisma.TransactionClient, playerId: number): Promise<boolean> {
  await tx.$queryRaw`SELECT FROM players WHERE id = ${playerId} FOR UPDATE`
  const changed = await tx.$executeRaw`
    UPDATE players SET kind = 'bot'
    WHERE id = ${playerId} AND (kind = 'bot' OR NOT EXISTS (
      SELECT FROM games WHERE white_id = ${playerId} OR black_id = ${playerId}
      UNION ALL
      SELECT FROM challenges WHERE state = 'open' AND (challenger_id = ${playerId} OR opponent_id = ${playerId})
    ))`
  return changed > 0
}
