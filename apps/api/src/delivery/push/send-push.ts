import webPush from 'web-push'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { type Backoff, backoffMs } from '../../jobs/backoff.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Tx } from '../../store/transaction.ts'
import { reachOf } from '../guarded-calls/addresses.ts'
import { type CallOptions, callUrl, type Outcome } from '../guarded-calls/call-url.ts'
import { afterQuiet } from '../mail/reader.ts'
import { type PushKeys, readPushKeys } from './push-keys.ts'
import type { PushJob } from './push-queue.ts'
import { type PushMessage, type Recipient, readPush, readRecipient } from './read-push.ts'

const MINUTE_MS = 60_000
const BACKOFF: Backoff = {
  delaysMs: [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS),
  repeatsLast: false,
}
/** How long a push service keeps a message for a browser that is not connected. */
const KEPT_SECONDS = 24 * 60 * 60
/** Conditional moves answer within this time. */
const ANSWER_MS = 5000
const GONE = [404, 410]

export interface PushDeps extends Pick<Deps, 'config' | 'now' | 'log'>, Pick<CallOptions, 'resolve'> {
  queue: Queue<PushJob>
}

/** Sends the queued messages, those of one browser one at a time. */
export const createPushWorker = (deps: PushDeps, tx: Tx): Worker =>
  createWorker({
    queue: deps.queue,
    concurrency: 10,
    lanes: [{ priority: 'any', concurrency: 10 }],
    run: (tx, job) => sendPush(deps, tx, job),
    tx,
    log: deps.log,
  })

/** Sends a message to a browser, unless it is no longer news. Within quiet hours it waits. */
async function sendPush(deps: PushDeps, tx: Tx, job: TakenJob<PushJob>): Promise<void> {
  const { queue, now } = deps
  const { subscription, subject, attempt } = job.data
  const at = now()
  const recipient = await readRecipient(tx, subscription, at)
  if (!recipient) return queue.complete(tx, job)
  const message = await readPush(tx, recipient, subject)
  if (message === null) return queue.complete(tx, job)
  if (message === 'answering') return queue.retry(tx, job, { afterMs: ANSWER_MS })
  const quietMs = afterQuiet(recipient, at).getTime() - at.getTime()
  if (quietMs > 0) return queue.retry(tx, job, { afterMs: quietMs })

  const { status, error } = await post(deps, recipient, message, await readPushKeys(deps, tx))
  if (status !== null && GONE.includes(status))
    await tx.pushSubscription.deleteMany({ where: { id: subscription } })
  // delivered, or refused in a way that trying again does not change
  const isFinal = error === null || (status !== null && status < 500 && status !== 429)
  const delay = isFinal ? null : backoffMs(BACKOFF, attempt + 1, subscription)
  if (delay === null) return queue.complete(tx, job)
  await queue.retry(tx, job, { data: { ...job.data, attempt: attempt + 1 }, afterMs: delay })
}

function post(
  { config, resolve }: PushDeps,
  { endpoint, p256dh, auth }: Recipient,
  message: PushMessage,
  keys: PushKeys,
): Promise<Outcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(config), ...keys },
      TTL: KEPT_SECONDS,
      // while a browser is not connected, only the newest message about the same thing waits for it
      topic: Buffer.from(message.tag).toString('base64url').slice(-32),
      urgency: 'normal',
    },
  )
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const { allow, seconds } = config.webhooks
  return callUrl(
    { url: endpoint, headers: sent, body: body! },
    { resolve, reach: reachOf(allow), timeoutMs: seconds * 1000 },
  )
}

/** The contact for the push service, if our messages cause trouble. */
const subjectOf = ({ publicUrl, operator }: Pick<Config, 'publicUrl' | 'operator'>): string =>
  operator?.email
    ? `mailto:${operator.email}`
    : publicUrl.startsWith('https:')
      ? publicUrl
      : `mailto:webmaster@${new URL(publicUrl).hostname}`
