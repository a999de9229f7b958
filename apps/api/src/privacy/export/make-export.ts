import type { Language } from '@tegenzet/contract'
import { writeNotification } from '../../delivery/notifications/write-notification.ts'
import type { Deps } from '../../deps.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { ExportJob } from './exports-queue.ts'
import { copyOf, type Owner } from './write-copy.ts'
import { zipped } from './zip.ts'

export interface ExportDeps extends Deps {
  queue: Queue<ExportJob>
}

/** How long a copy can be downloaded. */
const KEPT_MS = 3 * 86_400_000
const MAX_ATTEMPTS = 3
const CHUNK_BYTES = 512 * 1024

/** An attempt to make a copy. */
interface Attempt {
  id: number
  attempt: number
}

/**
 * Makes the copy that a job asks for, and announces it. If the process dies, another one starts again. An attempt that a
 * later one has overtaken cannot write any more.
 */
export async function makeExport(deps: ExportDeps, db: Db, job: TakenJob<ExportJob>): Promise<void> {
  const { queue, now, log } = deps
  const begun = await begin(db, job.data.export)
  if (!begun) return queue.complete(db, job)
  const { owner, email, ...attempt } = begun
  try {
    await writeChunks(db, attempt, zipped(copyOf(db, owner, now()), now()))
  } catch (error) {
    if (attempt.attempt < MAX_ATTEMPTS) throw error
    log.error({ err: error, export: attempt.id }, 'a copy of an account’s data could not be made')
    await db.accountExport.updateMany({ where: running(attempt), data: { state: 'failed' } })
    return queue.complete(db, job)
  }
  await inTransaction(db, async (tx) => {
    await announce(deps, tx, attempt, { ...owner, email })
    await queue.complete(tx, job)
  })
}

const running = ({ id, attempt }: Attempt) => ({ id, attempt, state: 'pending' as const })

/** @returns null if the copy is not needed any more */
async function begin(db: Db, id: number): Promise<(Attempt & { owner: Owner; email: string }) | null> {
  const { count } = await db.accountExport.updateMany({
    where: { id, state: 'pending' },
    data: { attempt: { increment: 1 }, bytes: 0 },
  })
  if (count === 0) return null
  await db.exportChunk.deleteMany({ where: { exportId: id } })
  const { attempt, account } = await db.accountExport.findUniqueOrThrow({
    where: { id },
    include: { account: { select: { id: true, playerId: true, name: true, language: true, email: true } } },
  })
  const { id: accountId, playerId, name: username, language, email } = account
  return { id, attempt, owner: { accountId, playerId, username, language: language as Language }, email }
}

async function writeChunks(db: Db, attempt: Attempt, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let nr = 0
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = async () => {
    await writeChunk(db, attempt, nr++, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size >= CHUNK_BYTES) await flush()
  }
  if (size > 0) await flush()
}

const writeChunk = (db: Db, attempt: Attempt, nr: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { count } = await tx.accountExport.updateMany({
      where: running(attempt),
      data: { bytes: { increment: bytes.length } },
    })
    if (count === 0) throw new Error(`attempt ${attempt.attempt} of export ${attempt.id} has been overtaken`)
    await tx.exportChunk.create({ data: { exportId: attempt.id, nr, bytes }, select: { nr: true } })
  })

async function announce(
  deps: ExportDeps,
  db: Db,
  attempt: Attempt,
  { accountId, playerId, username, language, email }: Owner & { email: string },
): Promise<void> {
  const readyAt = deps.now()
  const expiresAt = new Date(readyAt.getTime() + KEPT_MS)
  const { count } = await db.accountExport.updateMany({
    where: running(attempt),
    data: { state: 'ready', readyAt, expiresAt },
  })
  if (count === 0) return
  const key = `export-ready:${attempt.id}`
  await writeNotification(db, {
    accountId,
    playerId,
    kind: 'export-ready',
    game: null,
    key,
    createdAt: readyAt,
    params: { expiresAt: expiresAt.toISOString() },
  })
  await writeMail(deps, db, {
    key,
    accountId,
    recipient: email,
    language,
    expiresAt,
    letter: { kind: 'export-ready', username, link: `${deps.config.publicUrl}/account/data` },
  })
}
