import { ok, type Result } from '@tegenzet/common'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { hashToken } from '../credentials/token-secret.ts'
import { recordEvent } from '../security-log/record-event.ts'

export async function revokeToken(
  deps: Deps,
  db: Db,
  { accountId }: Caller,
  id: string,
  client: Client,
): Promise<Result<undefined, Refusal>> {
  const revoked = z.uuid().safeParse(id).success && (await revoke(deps, db, { id, accountId }, client))
  return revoked ? ok(undefined) : refuse('not-found', 'You have no such token.')
}

/** Revokes a token by its secret. Whoever has that may do anything with the token, so also end it. */
export async function revokeLeakedToken(
  deps: Deps,
  db: Db,
  token: string,
): Promise<Result<undefined, Refusal>> {
  return (await revoke(deps, db, { hash: hashToken(token) }, null))
    ? ok(undefined)
    : refuse('not-found', 'This is not a token of this server, or it is already revoked.')
}

/** @returns false if there is no such token */
const revoke = (
  deps: Deps,
  db: Db,
  where: { id: string; accountId: number } | { hash: Uint8Array<ArrayBuffer> },
  client: Client | null,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const found = await tx.token.findFirst({ where, select: { id: true, accountId: true, name: true } })
    const { count } = found ? await tx.token.deleteMany({ where: { id: found.id } }) : { count: 0 }
    if (!found || count === 0) return false
    const { id, accountId, name } = found
    await recordEvent(tx, { accountId, kind: 'token-revoked', subject: name, client, at: deps.now() })
    closeConnections(tx, [`token:${id}`])
    return true
  })
