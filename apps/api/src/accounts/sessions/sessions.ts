import type { Session } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { deviceOf } from './device.ts'

/** Where the caller is logged in, newest first. */
export async function listSessions(
  { now }: Deps,
  tx: Tx,
  { accountId, credential }: Caller,
): Promise<Result<{ items: Session[] }, Refusal>> {
  const rows = await tx.session.findMany({
    where: { accountId, expiresAt: { gt: now() } },
    orderBy: { id: 'desc' },
  })
  return ok({
    items: rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      ...deviceOf(userAgent ?? ''),
      createdAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: credentialOf(id) === credential,
    })),
  })
}

/** Ends one of the caller's sessions. */
export async function endOneSession(
  tx: Tx,
  { accountId }: Caller,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } = await tx.session.deleteMany({ where: { id, accountId } })
  if (count === 0) return refuse('not-found', 'You have no such session.')
  closeConnections(tx, [credentialOf(id)])
  return ok(undefined)
}

export async function endOtherSessions(
  tx: Tx,
  { accountId, credential }: Caller,
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  return ok({ sessionsEnded: await endSessions(tx, accountId, credential) })
}

/** Ends all sessions of an account, except the one with the credential `except`. @returns how many */
export const endSessions = (tx: Tx, accountId: number, except?: string): Promise<number> =>
  inTransaction(tx, async (tx) => {
    const sessions = await tx.session.findMany({ where: { accountId }, select: { id: true } })
    const ids = sessions.map(({ id }) => id).filter((id) => credentialOf(id) !== except)
    await tx.session.deleteMany({ where: { id: { in: ids } } })
    closeConnections(tx, ids.map(credentialOf))
    return ids.length
  })

const credentialOf = (sessionId: number): string => `session:${sessionId}`

/** The id of a caller's session. */
export const sessionIdOf = ({ credential }: Caller): number => Number(credential.split(':')[1])
