import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Refusal, RefusalError, refuse } from '../refusal.ts'
import { inTransaction } from '../store/legacy-transaction.ts'

/** A key says again what it said first for so long. */
const KEPT_MS = 24 * 60 * 60 * 1000

export interface Keyed {
  status: number
  body?: unknown
  /** It was given before. */
  replayed?: true
}

/** @returns undefined where none was sent. @throws RefusalError where it is malformed */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new RefusalError('validation', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
}

/**
 * Does what a request asks for once, however often it is sent with the same key: what it writes and the key with its
 * answer are one transaction, and the key's row, written first, makes a second one wait. A refusal undoes all of it, the
 * key too: a repeat is judged anew.
 * @param work is given what to do it with: the transaction's client, and a live channel that tells once it is committed
 */
export async function once(
  deps: Deps,
  request: FastifyRequest,
  key: string,
  work: (deps: Deps) => Promise<Result<Keyed, Refusal>>,
): Promise<Result<Keyed, Refusal>> {
  const asked = { accountId: request.caller!.accountId, key, hash: hashOf(request), at: deps.now() }
  return inTransaction(deps, async (deps) => {
    const tx = deps.database.prisma
    if (!(await isFirst(tx, asked))) return earlier(deps, asked)
    const result = await work(deps)
    if (!result.ok) return result
    const { status, body } = result.value
    const answer = body === undefined ? null : seal(deps.config.secret, JSON.stringify(body))
    await tx.$executeRaw`
      UPDATE idempotency_keys SET status = ${status}::int, answer = ${answer}
      WHERE account_id = ${asked.accountId} AND key = ${key}`
    return result
  })
}

/** Removes the keys whose day is over. */
export async function pruneKeys({ database, now }: Pick<Deps, 'database' | 'now'>): Promise<number> {
  const { count } = await database.prisma.idempotencyKey.deleteMany({
    where: { createdAt: { lte: new Date(now().getTime() - KEPT_MS) } },
  })
  return count
}

interface Asked {
  accountId: number
  key: string
  hash: Uint8Array<ArrayBuffer>
  at: Date
}

/** The body as it was parsed: fields come in one order, whatever order they were sent in. */
function hashOf({ method, url, body }: FastifyRequest): Uint8Array<ArrayBuffer> {
  const text = `${method} ${url}\n${JSON.stringify(body ?? {})}`
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Waits for a request under way with the same key; an old key is as good as none. */
async function isFirst(tx: Transaction, { accountId, key, hash, at }: Asked): Promise<boolean> {
  const before = new Date(at.getTime() - KEPT_MS)
  const count = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS k (account_id, key, request, created_at)
    VALUES (${accountId}, ${key}, ${hash}, ${at}::timestamptz)
    ON CONFLICT (account_id, key) DO UPDATE SET request = excluded.request, created_at = excluded.created_at
    WHERE k.created_at <= ${before}::timestamptz`
  return count === 1
}

async function earlier(
  { config, database }: Deps,
  { accountId, key, hash }: Asked,
): Promise<Result<Keyed, Refusal>> {
  const { request, status, answer } = await database.prisma.idempotencyKey.findUniqueOrThrow({
    where: { accountId_key: { accountId, key } },
  })
  if (!Buffer.from(request).equals(hash))
    return refuse(
      'idempotency-key-reused',
      'This Idempotency-Key was sent before with another request: a new request takes a new key.',
    )
  if (answer === null) return ok({ status: status!, replayed: true })
  const text = unseal(config.secret, answer)
  if (text === null)
    return refuse(
      'idempotency-key-reused',
      'What was sent with this Idempotency-Key has been done. Its answer cannot be read any more: the server’s secret has changed since.',
    )
  return ok({ status: status!, body: JSON.parse(text), replayed: true })
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const sealingKey = (secret: string) => createHmac('sha256', secret).update('idempotency').digest()

/** An answer as it is kept: it may show a secret this once, and whoever reads the database alone must not learn it. */
function seal(secret: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @returns null where it was sealed with another secret */
function unseal(secret: string, answer: string): string | null {
  const bytes = Buffer.from(answer, 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(secret), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
