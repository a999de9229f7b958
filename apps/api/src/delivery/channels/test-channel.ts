import { ok, type Result } from '@tegenzet/common'
import { CHANNEL_TESTS, type ChannelTest, LANGUAGES, type Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Refusal } from '../../refusal.ts'
import { oneOf } from '../../store/decode.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { CHANNEL_CALLS, type ChannelOwner, channelGroup } from '../news/channel-queue.ts'
import { type ChannelCallDeps, callChannel } from './call-channel.ts'
import { openAddress } from './channel-address.ts'
import { recordAnswer, recordFailedTest } from './channel-state.ts'
import { formatOf } from './channel-view.ts'
import { findChannel, type OwnedChannel, unreadable } from './manage-channels.ts'

/** The owner waits for the answer. */
const TIMEOUT_MS = 2000
const HOUR_MS = 60 * 60 * 1000

/** Sends a message at once, and tells its owner what the service answered. */
export async function testChannel(
  deps: Deps & ChannelCallDeps,
  db: Db,
  { owner, id }: OwnedChannel,
): Promise<Result<ChannelTest, Refusal>> {
  const { config } = deps
  const found = await findChannel(db, { owner, id })
  if (!found.ok) return found
  const url = openAddress(config, found.value.address)
  if (url === null) return unreadable
  const counted = await countAttempt(deps, db, {
    key: ['channel-test', channelGroup(owner)],
    max: CHANNEL_TESTS,
    windowMs: HOUR_MS,
  })
  if (!counted.ok) return counted
  const { language, page } = await readAudience(db, owner)
  const news = {
    title: m.channels_test_message({ site: config.siteName }, { locale: language }),
    body: '',
    link: config.publicUrl + page,
  }
  const format = formatOf(found.value)
  const answer = await callChannel(deps, { format, url }, [news], TIMEOUT_MS)
  await inTransaction(db, async (tx) => {
    if (answer.error !== null) return recordFailedTest(deps, tx, id, answer)
    await recordAnswer(deps, tx, id, answer)
    // what waited because of earlier failures
    await enqueue(tx, CHANNEL_CALLS, [{ data: { channel: id }, order: id, group: channelGroup(owner) }])
  })
  const { status, error, detail } = answer
  return ok({ status, error, detail })
}

/** The language of a person or club, and the page of their channels. */
async function readAudience(db: Db, owner: ChannelOwner): Promise<{ language: Language; page: string }> {
  if ('clubId' in owner) {
    const { language, slug } = await db.club.findUniqueOrThrow({ where: { id: owner.clubId } })
    return { language: oneOf(LANGUAGES, language), page: `/clubs/${slug}` }
  }
  const { language } = await db.account.findUniqueOrThrow({
    where: { id: owner.accountId },
    select: { language: true },
  })
  return { language: oneOf(LANGUAGES, language), page: '/account/reminders' }
}
