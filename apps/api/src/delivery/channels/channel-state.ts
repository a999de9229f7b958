import type { Channel, ChannelFormat } from '@tegenzet/contract'
import { CHANNEL_FORMATS, CHANNEL_KINDS, LANGUAGES } from '@tegenzet/contract'
import type { ChannelModel } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { backoffMs } from '../../jobs/backoff.ts'
import { writeMail } from '../../mail/write-mail.ts'
import type { Tx } from '../../store/transaction.ts'
import { DELIVERY_BACKOFF } from '../guarded-calls/delivery-backoff.ts'
import { writeNotification } from '../notifications/write-notification.ts'
import type { ChannelAnswer } from './call-channel.ts'

/** The address is not valid, or no longer. */
const REFUSED = [401, 403, 404, 410]
/** A channel whose service has refused everything for this long is broken. */
const BROKEN_AFTER_MS = 2 * 24 * 60 * 60 * 1000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** A channel that works, or may work again. */
export const WORKING = {
  failures: 0,
  retryAt: null,
  refusedSince: null,
  brokenAt: null,
  lastStatus: null,
  lastError: null,
  lastDetail: null,
}

/**
 * Records what the service answered.
 * @returns after how long to send the message again; null: not at all
 */
export async function recordAnswer(
  deps: Deps,
  tx: Tx,
  id: number,
  { status, error, detail, waitMs }: ChannelAnswer,
): Promise<number | null> {
  const at = deps.now()
  if (error === null) {
    await tx.channel.updateMany({ where: { id }, data: { ...WORKING, lastSentAt: at } })
    return null
  }
  const isRefused = status !== null && REFUSED.includes(status)
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 429 && !isRefused
  const before = await tx.channel.findUnique({
    where: { id },
    select: { failures: true, refusedSince: true },
  })
  if (!before) return null
  const failures = before.failures + 1
  const refusedSince = isRefused ? (before.refusedSince ?? at) : null
  const backoff = backoffMs({ ...DELIVERY_BACKOFF, repeatsLast: true }, failures, id)
  const retryMs = isFinal ? null : (waitMs ?? backoff)
  await tx.channel.updateMany({
    where: { id },
    data: {
      // a service that asks to wait does not fail
      ...(status !== 429 && { failures, refusedSince }),
      retryAt: retryMs === null ? null : new Date(at.getTime() + retryMs),
      lastStatus: status,
      lastError: error,
      lastDetail: detail,
    },
  })
  if (refusedSince === null || at.getTime() - refusedSince.getTime() < BROKEN_AFTER_MS) return retryMs
  await breakChannel(deps, tx, id)
  return null
}

/** A test that fails is shown, and counts as no failure. */
export async function recordFailedTest(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  id: number,
  { status, error, detail, waitMs }: ChannelAnswer,
): Promise<void> {
  await tx.channel.updateMany({
    where: { id },
    data: {
      lastStatus: status,
      lastError: error,
      lastDetail: detail,
      ...(waitMs !== null && { retryAt: new Date(now().getTime() + waitMs) }),
    },
  })
}

/** Sends nothing more to a channel, and tells its owner. */
export async function breakChannel(deps: Deps, tx: Tx, id: number): Promise<void> {
  const at = deps.now()
  const [broken] = await tx.channel.updateManyAndReturn({
    where: { id, brokenAt: null },
    data: { brokenAt: at },
    select: {
      format: true,
      account: { select: { id: true, playerId: true, name: true, email: true, language: true } },
    },
  })
  await tx.channelMessage.deleteMany({ where: { channelId: id } })
  if (!broken?.account) return
  const { account } = broken
  const format = formatSchema.parse(broken.format)
  const key = `channel-broken ${id} ${at.toISOString()}`
  await writeNotification(tx, {
    accountId: account.id,
    playerId: account.playerId,
    kind: 'channel-broken',
    params: { channel: id, format },
    game: null,
    key,
    createdAt: at,
  })
  await writeMail(deps, tx, {
    key,
    accountId: account.id,
    recipient: account.email,
    language: z.enum(LANGUAGES).parse(account.language),
    letter: {
      kind: 'channel-broken',
      username: account.name,
      format,
      link: `${deps.config.publicUrl}/account/reminders`,
    },
    expiresAt: new Date(at.getTime() + WEEK_MS),
  })
}

const formatSchema: z.ZodType<ChannelFormat> = z.enum(CHANNEL_FORMATS)

export const channelView = (row: ChannelModel): Channel => ({
  id: row.id,
  format: formatSchema.parse(row.format),
  url: row.shortened,
  kinds: row.kinds.length > 0 ? (row.kinds as Channel['kinds']) : [...CHANNEL_KINDS],
  state: row.brokenAt ? 'broken' : 'ok',
  lastStatus: row.lastStatus,
  lastError: row.lastError as Channel['lastError'],
  lastDetail: row.lastDetail,
  createdAt: row.createdAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
})
