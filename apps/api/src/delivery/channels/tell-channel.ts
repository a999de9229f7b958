import type { Deps } from '../../deps.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { type CallLane, createCallWorker } from '../guarded-calls/call-worker.ts'
import { FAST_MS } from '../guarded-calls/slow-hosts.ts'
import type { ChannelJob } from '../news/channel-queue.ts'
import { clubSubjectSchema } from '../news/club-news.ts'
import { ANSWER_MS, type News, newsSubjectSchema, WAIT_MS } from '../news/news.ts'
import { readClubNews } from '../news/read-club-news.ts'
import { readNews } from '../news/read-news.ts'
import { restOf } from '../news/when-to-tell.ts'
import { type ChannelCallDeps, callChannel } from './call-channel.ts'
import { openAddress } from './channel-address.ts'
import { breakChannel, recordAnswer } from './channel-state.ts'
import {
  dropMessages,
  MAX_AT_ONCE,
  type MessageRow,
  readMessages,
  readToldChannel,
  type ToldChannel,
} from './channel-store.ts'
import type { ChannelNews } from './write-call.ts'

/** Concurrent calls of this process. */
const MAX_CALLS = 10

export interface ChannelDeps extends ChannelCallDeps, Deps {
  queue: Queue<ChannelJob>
}

/** Makes the queued calls. Those of failing channels and to slow hosts are low. */
export const createChannelWorker = (deps: ChannelDeps, db: Db): Worker =>
  createCallWorker({
    queue: deps.queue,
    db,
    log: deps.log,
    concurrency: MAX_CALLS,
    run: (db, job, lane) => tellChannel(deps, db, job, lane),
  })

/**
 * Tells a channel everything that waits for it and is still news, in as few messages as possible. If the process dies before
 * it has recorded the answer, the next one tells it again.
 */
async function tellChannel(
  deps: ChannelDeps,
  db: Db,
  job: TakenJob<ChannelJob>,
  { isLow, slowHosts }: CallLane,
): Promise<void> {
  const { queue, now, config } = deps
  const at = now()
  const channel = await readToldChannel(db, job.data.channel, at)
  if (!channel) return queue.complete(db, job)
  const address = openAddress(config, channel.address)
  if (address === null) {
    await inTransaction(db, (tx) => breakChannel(deps, tx, channel.id))
    return queue.complete(db, job)
  }
  const pausedMs = (channel.retryAt?.getTime() ?? 0) - at.getTime()
  if (pausedMs > 0) return queue.retry(db, job, { afterMs: pausedMs })

  const { news, outdated, waitMs } = await readWaiting(db, channel, { site: config.publicUrl, at })
  await dropMessages(db, outdated)
  const [first, ...others] = news
  if (!first) return waitMs === null ? queue.complete(db, job) : queue.retry(db, job, { afterMs: waitMs })
  if (!isLow && (channel.failures > 0 || slowHosts.has(address, at)))
    return queue.retry(db, job, { isLow: true })
  const answer = await callChannel(deps, { format: channel.format, url: address }, [first, ...others])
  slowHosts.record(address, { isSlow: answer.milliseconds > FAST_MS, at })
  await inTransaction(db, async (tx) => {
    const retryMs = await recordAnswer(deps, tx, channel.id, answer)
    // repeating what the service refuses for what it says would change nothing
    if (retryMs === null)
      await dropMessages(
        tx,
        news.slice(0, answer.told).map(({ id }) => id),
      )
    const restMs = answer.told < news.length ? 0 : waitMs
    const afterMs = retryMs ?? restMs
    if (afterMs === null) await queue.complete(tx, job)
    else await queue.retry(tx, job, { afterMs, isLow: retryMs !== null })
  })
}

interface Waiting {
  news: (ChannelNews & Pick<MessageRow, 'id'>)[]
  outdated: bigint[]
  /** How long until the rest can be told; null: there is none. */
  waitMs: number | null
}

/**
 * Writes what waits for a channel, as far as it is still news, old enough to have been seen on a page, and to be told now.
 */
async function readWaiting(
  db: Db,
  channel: ToldChannel,
  { site, at }: { site: string; at: Date },
): Promise<Waiting> {
  const waiting: Waiting = { news: [], outdated: [], waitMs: null }
  const wait = (ms: number) => {
    waiting.waitMs = Math.min(ms, waiting.waitMs ?? ms)
  }
  const rest = channel.reader && restOf(channel.reader, at)
  if (rest) wait(rest.until.getTime() - at.getTime())
  const messages = await readMessages(db, channel.id, rest)
  // there may be more
  if (messages.length === MAX_AT_ONCE) wait(0)
  for (const { id: message, subject, createdAt } of messages) {
    const age = at.getTime() - createdAt.getTime()
    if (age < WAIT_MS - CLOCK_SKEW_MS) wait(WAIT_MS - age)
    else if (age > KEPT_MS) waiting.outdated.push(message)
    else {
      const news = await readTold(db, channel, subject)
      if (news === null) waiting.outdated.push(message)
      else if (news === 'answering') wait(ANSWER_MS)
      else waiting.news.push({ id: message, title: news.title, body: news.body, link: site + news.url })
    }
  }
  return waiting
}

const readTold = (
  db: Db,
  { reader, club }: ToldChannel,
  subject: MessageRow['subject'],
): Promise<News | 'answering' | null> =>
  club
    ? readClubNews(db, club, clubSubjectSchema.parse(subject))
    : readNews(db, reader, newsSubjectSchema.parse(subject))

/** The queue measures time by the database. */
const CLOCK_SKEW_MS = 1000
/** Longer than a channel takes to be broken. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000
