import { ok, type Result } from '@tegenzet/common'
import type { Session } from '@tegenzet/contract'
import type { SessionModel } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { deviceOf } from '../security-log/device.ts'
import { recordEvent } from '../security-log/record-event.ts'

/** Where the caller is logged in, newest first. */
export async function listSessions(
  { now }: Deps,
  db: Db,
  { accountId, credential }: Caller,
): Promise<Result<{ items: Session[] }, Refusal>> {
  const rows = await db.session.findMany({
    where: { accountId, expiresAt: { gt: now() } },
    orderBy: { id: 'desc' },
  })
  return ok({ items: rows.map((row) => sessionView(row, credential)) })
}

/** Gives one of the caller's sessions a name, or removes it. */
export const nameSession = (
  deps: Deps,
  db: Db,
  { accountId, credential }: Caller,
  { id, name, client }: { id: number; name: string | null; client: Client },
): Promise<Result<Session, Refusal>> =>
  inTransaction(db, async (tx) => {
    const row = await tx.session.findFirst({ where: { id, accountId, expiresAt: { gt: deps.now() } } })
    if (!row) return notFound
    if (name === row.name) return ok(sessionView(row, credential))
    // keeps the day of the last use
    await tx.session.update({ where: { id }, data: { name, updatedAt: row.updatedAt }, select: { id: true } })
    if (name !== null)
      await recordEvent(tx, { accountId, kind: 'session-named', subject: name, client, at: deps.now() })
    return ok(sessionView({ ...row, name }, credential))
  })

function sessionView(
  { id, userAgent, name, createdAt, updatedAt }: SessionModel,
  callersCredential: string,
): Session {
  return {
    id,
    ...deviceOf(userAgent ?? ''),
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    current: credentialOf(id) === callersCredential,
  }
}

const notFound = refuse('not-found', 'You have no such session.')

/** Ends one of the caller's sessions. */
export async function endOneSession(
  db: Db,
  { accountId }: Caller,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.session.deleteMany({ where: { id, accountId } })
  if (count === 0) return notFound
  closeConnections(db, [credentialOf(id)])
  return ok(undefined)
}

export async function endOtherSessions(
  db: Db,
  { accountId, credential }: Caller,
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  return ok({ sessionsEnded: await endSessions(db, accountId, credential) })
}

/** Ends all sessions of an account, except the one with the credential `except`. @returns how many */
export const endSessions = (db: Db, accountId: number, except?: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const sessions = await tx.session.findMany({ where: { accountId }, select: { id: true } })
    const ids = sessions.map(({ id }) => id).filter((id) => credentialOf(id) !== except)
    await tx.session.deleteMany({ where: { id: { in: ids } } })
    closeConnections(tx, ids.map(credentialOf))
    return ids.length
  })

const credentialOf = (sessionId: number): string => `session:${sessionId}`

/** The id of a caller's session. */
export const sessionIdOf = ({ credential }: Caller): number => Number(credential.split(':')[1])
