import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { hashToken } from '../credentials/token-secret.ts'

export async function revokeToken(
  tx: Tx,
  accountId: number,
  id: string,
): Promise<Result<undefined, Refusal>> {
  const { count } = z.uuid().safeParse(id).success
    ? await tx.token.deleteMany({ where: { id, accountId } })
    : { count: 0 }
  if (count === 0) return refuse('not-found', 'You have no such token.')
  closeConnections(tx, [`token:${id.toLowerCase()}`])
  return ok(undefined)
}

/** Revokes a token by its secret. Whoever has that may do anything with the token, so also end it. */
export async function revokeLeakedToken(tx: Tx, token: string): Promise<Result<undefined, Refusal>> {
  const found = await tx.token.findUnique({ where: { hash: hashToken(token) }, select: { id: true } })
  const { count } = found ? await tx.token.deleteMany({ where: { id: found.id } }) : { count: 0 }
  if (!found || count === 0)
    return refuse('not-found', 'This is not a token of this server, or it is already revoked.')
  closeConnections(tx, [`token:${found.id}`])
  return ok(undefined)
}
