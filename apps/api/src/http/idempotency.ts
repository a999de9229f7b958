import { createHash } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import type { Operation } from '@tegenzet/contract'
import type { FastifyRequest } from 'fastify'
import { seal, unseal } from '../config/seal.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, RefusalError, refuse } from '../refusal.ts'
import { deleteInBatches } from '../store/delete-in-batches.ts'
import { existing } from '../store/existing.ts'
import { type Db, inTransaction } from '../store/transaction.ts'
import type { Caller } from './caller.ts'

/** How long the answer to a key is stored. */
const KEPT_MS = 24 * 60 * 60 * 1000
/** As long as any use case may take, because its own transaction joins this one. */
const TIMEOUT_MS = 2 * 60_000

export interface Keyed {
  status: number
  body?: unknown
  /** The answer is the stored one of an earlier request. */
  replayed?: true
}

type Work = (db: Db) => Promise<Result<Keyed, Refusal>>
/** Does the work of a request, once per key if it has one. */
export type RunOnce = (work: Work) => Promise<Result<Keyed, Refusal>>

/** For handlers that have more to do than what has to happen once. */
export const onceIfKeyed =
  (deps: Deps, db: Db, request: FastifyRequest): RunOnce =>
  (work) => {
    const key = idempotencyKey(request)
    return key === undefined ? work(db) : once(deps, db, request, key, work)
  }

/** @returns undefined without the header. @throws RefusalError for a malformed key, or none where it is required */
export function idempotencyKey(
  { headers }: FastifyRequest,
  how?: Operation['idempotent'],
): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined && how === 'required')
    throw new RefusalError(
      'validation',
      'This call needs an Idempotency-Key, so that it is never done twice.',
    )
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new RefusalError('validation', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
}

/**
 * Runs a request once per key. One transaction writes the key, the changes and the answer; it inserts the key first, so
 * that a concurrent repetition waits. A refusal rolls everything back, so that a repetition is processed again.
 */
export async function once(
  { config, now }: Deps,
  db: Db,
  request: FastifyRequest,
  key: string,
  work: Work,
): Promise<Result<Keyed, Refusal>> {
  const caller = existing(request.caller)
  const sender = senderOf(caller)
  const asked = { accountId: caller.accountId, key, sender, hash: hashOf(request), at: now() }
  return inTransaction(
    db,
    async (tx) => {
      if (!(await isFirst(tx, asked))) return earlier(config.secret, tx, asked)
      const result = await work(tx)
      if (!result.ok) return result
      const { status, body } = result.value
      const answer =
        body === undefined
          ? null
          : seal({ secret: config.secret, purpose: 'idempotency' }, JSON.stringify(body))
      await tx.idempotencyKey.updateMany({
        where: { accountId: asked.accountId, key },
        data: { status, answer },
      })
      return result
    },
    TIMEOUT_MS,
  )
}

/** Deletes expired keys. @returns how many */
export function pruneKeys({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const where = { createdAt: { lte: new Date(now().getTime() - KEPT_MS) } }
  return deleteInBatches(async (limit) => (await db.idempotencyKey.deleteMany({ where, limit })).count)
}

interface Asked {
  accountId: number
  key: string
  sender: string
  hash: Uint8Array<ArrayBuffer>
  at: Date
}

/** An app gets new access tokens, so its connection identifies it. */
const senderOf = ({ connectionId, credential }: Caller): string =>
  connectionId === undefined ? credential : `connection:${connectionId}`

/**
 * Tells a keyed call from all others, for what remembers it longer than the key is stored.
 * @returns null without a key
 */
export function hashOfCall(request: FastifyRequest): Uint8Array<ArrayBuffer> | null {
  const key = idempotencyKey(request)
  if (key === undefined) return null
  return new Uint8Array(createHash('sha256').update(key).update(hashOf(request)).digest())
}

/** Hashes a request by its parsed body, whose fields are always in the same order. */
function hashOf({ method, url, body }: FastifyRequest): Uint8Array<ArrayBuffer> {
  const text = `${method} ${url}\n${JSON.stringify(body ?? {})}`
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Claims the key; waits for a concurrent request with the same key. An expired key can be claimed again. */
async function isFirst(db: Db, { accountId, key, sender, hash, at }: Asked): Promise<boolean> {
  const before = new Date(at.getTime() - KEPT_MS)
  const count = await db.$executeRaw`
    INSERT INTO idempotency_keys AS k (account_id, key, request, sender, created_at)
    VALUES (${accountId}, ${key}, ${hash}, ${sender}, ${at}::timestamptz)
    ON CONFLICT (account_id, key) DO UPDATE
    SET request = excluded.request, sender = excluded.sender, created_at = excluded.created_at
    WHERE k.created_at <= ${before}::timestamptz`
  return count === 1
}

async function earlier(secret: string, db: Db, asked: Asked): Promise<Result<Keyed, Refusal>> {
  const { accountId, key, hash } = asked
  const { request, sender, status, answer } = await db.idempotencyKey.findUniqueOrThrow({
    where: { accountId_key: { accountId, key } },
  })
  // keys of earlier releases have no sender
  if (sender !== null && sender !== asked.sender)
    return refuse(
      'idempotency-key-reused',
      'This Idempotency-Key was already used with another session, token or app. Use a new key.',
    )
  if (!Buffer.from(request).equals(hash))
    return refuse(
      'idempotency-key-reused',
      'This Idempotency-Key was already used for a different request. Use a new key.',
    )
  if (answer === null) return ok({ status: existing(status), replayed: true })
  const text = unseal({ secret, purpose: 'idempotency' }, answer)
  if (text === null)
    return refuse(
      'idempotency-key-reused',
      'The request with this Idempotency-Key was carried out, but its response cannot be read any more: the server’s secret has changed.',
    )
  return ok({ status: existing(status), body: JSON.parse(text), replayed: true })
}
