import { ok, type Result } from '@tegenzet/common'
import { CHANNEL_TESTS, type ChannelTest, LANGUAGES } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { CHANNEL_CALLS, channelGroup } from '../news/channel-queue.ts'
import { type ChannelCallDeps, callChannel } from './call-channel.ts'
import { openAddress } from './channel-address.ts'
import { channelView, recordAnswer, recordFailedTest } from './channel-state.ts'
import { findChannel, unreadable } from './manage-channels.ts'

/** The owner waits for the answer. */
const TIMEOUT_MS = 2000
const HOUR_MS = 60 * 60 * 1000

/** Sends a message at once, and tells its owner what the service answered. */
export async function testChannel(
  deps: Deps & ChannelCallDeps,
  db: Db,
  caller: Caller,
  id: number,
): Promise<Result<ChannelTest, Refusal>> {
  const { config } = deps
  const found = await findChannel(db, caller, id)
  if (!found.ok) return found
  const url = openAddress(config, found.value.address)
  if (url === null) return unreadable
  const { accountId } = caller
  const counted = await countAttempt(deps, db, {
    key: ['channel-test', `${accountId}`],
    max: CHANNEL_TESTS,
    windowMs: HOUR_MS,
  })
  if (!counted.ok) return counted
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { language: true } })
  const options = { locale: z.enum(LANGUAGES).parse(account.language) }
  const news = {
    title: m.channels_test_message({ site: config.siteName }, options),
    body: '',
    link: `${config.publicUrl}/account/reminders`,
  }
  const { format } = channelView(found.value)
  const answer = await callChannel(deps, { format, url }, [news], TIMEOUT_MS)
  await inTransaction(db, async (tx) => {
    if (answer.error !== null) return recordFailedTest(deps, tx, id, answer)
    await recordAnswer(deps, tx, id, answer)
    // what waited because of earlier failures
    await enqueue(tx, CHANNEL_CALLS, [{ data: { channel: id }, order: id, group: channelGroup(accountId) }])
  })
  const { status, error, detail } = answer
  return ok({ status, error, detail })
}
