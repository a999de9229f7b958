import type { Deps } from '../../deps.ts'
import { backoffMs } from '../../jobs/backoff.ts'
import type { Tx } from '../../store/transaction.ts'
import { DELIVERY_BACKOFF } from '../guarded-calls/delivery-backoff.ts'
import { isBroken, refusedSince } from '../guarded-calls/refused-since.ts'
import { notifyAndMail, TOLD_ACCOUNT } from '../notifications/notify-and-mail.ts'
import type { ChannelAnswer } from './call-channel.ts'
import { formatOf } from './channel-view.ts'

/** The address is not valid, or no longer. */
const REFUSED = [401, 403, 404, 410]

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
  const since = refusedSince(before.refusedSince, { isRefused, at })
  const backoff = backoffMs({ ...DELIVERY_BACKOFF, repeatsLast: true }, failures, id)
  const retryMs = isFinal ? null : (waitMs ?? backoff)
  await tx.channel.updateMany({
    where: { id },
    data: {
      // a service that asks to wait does not fail
      ...(status !== 429 && { failures, refusedSince: since }),
      retryAt: retryMs === null ? null : new Date(at.getTime() + retryMs),
      lastStatus: status,
      lastError: error,
      lastDetail: detail,
    },
  })
  if (!isBroken(since, at)) return retryMs
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

/** Sends nothing more to a channel, and tells its owner: of a club, who owns it now. */
export async function breakChannel(deps: Deps, tx: Tx, id: number): Promise<void> {
  const at = deps.now()
  const [broken] = await tx.channel.updateManyAndReturn({
    where: { id, brokenAt: null },
    data: { brokenAt: at },
    select: {
      format: true,
      account: TOLD_ACCOUNT,
      club: { select: { id: true, slug: true, name: true } },
    },
  })
  await tx.channelMessage.deleteMany({ where: { channelId: id } })
  if (!broken) return
  const club = broken.club && { slug: broken.club.slug, name: broken.club.name }
  const account = broken.account ?? (broken.club && (await readOwner(tx, broken.club.id)))
  if (!account) return
  const format = formatOf(broken)
  await notifyAndMail(deps, tx, account, {
    kind: 'channel-broken',
    params: { channel: id, format, ...(club && { club }) },
    key: `channel-broken ${id} ${at.toISOString()}`,
    letter: ({ username }) => ({
      kind: 'channel-broken',
      username,
      format,
      club: club?.name ?? null,
      link: deps.config.publicUrl + (club ? `/clubs/${club.slug}` : '/account/reminders'),
    }),
  })
}

async function readOwner(tx: Tx, clubId: number) {
  const member = await tx.clubMember.findFirst({
    where: { clubId, role: 'owner' },
    select: { player: { select: { account: TOLD_ACCOUNT } } },
  })
  return member?.player.account ?? null
}
