import type { PushMessage } from '@tegenzet/contract'
import webPush from 'web-push'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { type Backoff, backoffMs } from '../../jobs/backoff.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { reachOf } from '../guarded-calls/addresses.ts'
import { callTimeout } from '../guarded-calls/call-timeout.ts'
import { type CallOptions, callUrl, type Outcome } from '../guarded-calls/call-url.ts'
import { type CallLane, createCallWorker } from '../guarded-calls/call-worker.ts'
import { FAST_MS } from '../guarded-calls/slow-hosts.ts'
import { ANSWER_MS, type NewsSubject } from '../news/news.ts'
import type { PushJob } from '../news/push-queue.ts'
import { forgetShown, queueRecheck, readShown, writeShown } from '../news/shown-messages.ts'
import { whenToTell } from '../news/when-to-tell.ts'
import { type PushKeys, readPushKeys } from './push-keys.ts'
import { type Recipient, readPush, readRecipient, readReplacement } from './read-push.ts'
import { recordPushAnswer } from './record-push-answer.ts'

const MINUTE_MS = 60_000
const BACKOFF: Backoff = {
  delaysMs: [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS),
  repeatsLast: false,
}
/** Concurrent messages of this process. */
const MAX_MESSAGES = 10
/** How long a push service keeps a message for a browser that is not connected. */
const KEPT_SECONDS = 24 * 60 * 60

export interface PushDeps extends Deps, Pick<CallOptions, 'resolve'> {
  queue: Queue<PushJob>
}

/** Sends the queued messages. Those to slow services, and repeated ones, are low. */
export const createPushWorker = (deps: PushDeps, db: Db): Worker =>
  createCallWorker({
    queue: deps.queue,
    db,
    log: deps.log,
    concurrency: MAX_MESSAGES,
    run: (db, job, lane) => sendPush(deps, db, job, lane),
  })

/**
 * Sends a message to a browser, unless it is no longer news. In quiet hours and on days off it waits, except what is silent,
 * as withdrawals are.
 */
async function sendPush(
  deps: PushDeps,
  db: Db,
  job: TakenJob<PushJob>,
  { isLow, slowHosts }: CallLane,
): Promise<void> {
  const { queue, now } = deps
  const { subscription, attempt } = job.data
  const at = now()
  const recipient = await readRecipient(db, subscription, at)
  if (!recipient) return queue.complete(db, job)
  const found = await readMessage(db, recipient, job.data)
  if (found === null) return queue.complete(db, job)
  if (found === 'answering') return queue.retry(db, job, { afterMs: ANSWER_MS })
  const { message, subject } = found
  const quietMs = subject ? whenToTell(recipient, subject, at).getTime() - at.getTime() : 0
  if (quietMs > 0 && !message.silent) return queue.retry(db, job, { afterMs: quietMs })

  const { endpoint } = recipient
  if (!isLow && slowHosts.has(endpoint, at)) return queue.retry(db, job, { isLow: true })
  const timeoutMs = callTimeout(deps.config) * 1000
  const { status, error } = await post(deps, recipient, message, {
    keys: await readPushKeys(deps, db),
    timeoutMs: isLow ? timeoutMs : Math.min(FAST_MS, timeoutMs),
  })
  const isSlow = error === 'timeout'
  slowHosts.record(endpoint, { isSlow, at })
  // a service that answers too late may have delivered it
  if (subject && (error === null || isSlow)) {
    await writeShown(db, subscription, message.tag, subject)
    // it may have been settled while it was sent, when nobody knew yet that this browser would show it
    if (!(await readPush(db, recipient, subject)))
      await queueRecheck(db, [{ subscription, accountId: recipient.accountId, tag: message.tag }])
  } else if (error === null) await forgetShown(db, subscription, message.tag)
  if (isSlow && !isLow) return queue.retry(db, job, { isLow: true })
  await recordPushAnswer(deps, db, recipient, status)
  // delivered, or refused in a way that trying again does not change
  const isFinal = error === null || (status !== null && status < 500 && status !== 429)
  const delay = isFinal ? null : backoffMs(BACKOFF, attempt + 1, subscription)
  if (delay === null) return queue.complete(db, job)
  await queue.retry(db, job, { data: { ...job.data, attempt: attempt + 1 }, isLow: true, afterMs: delay })
}

/** The message to send, and what the browser shows after it. null: nothing to send. */
async function readMessage(
  db: Db,
  recipient: Recipient,
  { subscription, subject }: PushJob,
): Promise<{ message: PushMessage; subject: NewsSubject | null } | 'answering' | null> {
  if ('withdraw' in subject) {
    const tag = subject.withdraw
    const shown = await readShown(db, subscription, tag)
    return shown && readReplacement(db, recipient, shown, tag)
  }
  const message = await readPush(db, recipient, subject)
  return message === null || message === 'answering' ? message : { message, subject }
}

function post(
  { config, resolve }: PushDeps,
  { endpoint, p256dh, auth }: Recipient,
  message: PushMessage,
  { keys, timeoutMs }: { keys: PushKeys; timeoutMs: number },
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
  return callUrl(
    { url: endpoint, headers: sent, body: existing(body) },
    { resolve, reach: reachOf(config.webhooks.allow), timeoutMs },
  )
}

/** The contact for the push service, if our messages cause trouble. */
const subjectOf = ({ publicUrl, operator }: Pick<Config, 'publicUrl' | 'operator'>): string =>
  operator?.email
    ? `mailto:${operator.email}`
    : publicUrl.startsWith('https:')
      ? publicUrl
      : `mailto:webmaster@${new URL(publicUrl).hostname}`
