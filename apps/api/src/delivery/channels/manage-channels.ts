import { ok, type Result } from '@tegenzet/common'
import {
  CHANNEL_KINDS,
  type Channel,
  channelFormatOf,
  type createChannelBody,
  type updateChannelBody,
} from '@tegenzet/contract'
import type { ChannelModel } from '@tegenzet/db'
import type { z } from 'zod'
import { createLimited } from '../../accounts/limits/create-limited.ts'
import { proofRefused } from '../../accounts/proof/require-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { checkAddress, columnsOf, openAddress } from './channel-address.ts'
import { channelView, WORKING } from './channel-state.ts'

const MAX_CHANNELS = 10

type ChannelDeps = Pick<Deps, 'config' | 'now'>
type One = Result<{ channel: Channel }, Refusal>

export async function createChannel(
  { config, now }: ChannelDeps,
  db: Db,
  caller: Caller,
  { url, format, kinds = [] }: z.output<typeof createChannelBody>,
): Promise<One> {
  const checked = checkAddress(config, { url, format: format ?? channelFormatOf(url) })
  if (!checked.ok) return checked
  const { accountId } = caller
  return createLimited(
    { now },
    db,
    caller,
    {
      max: MAX_CHANNELS,
      count: (tx) => tx.channel.count({ where: { accountId } }),
      refusal: `You have ${MAX_CHANNELS} channels, the most allowed: delete one first.`,
    },
    async (tx) => {
      const data = {
        accountId,
        kinds: storedKinds(kinds),
        ...columnsOf(config, checked.value),
        createdAt: now(),
      }
      return ok({ channel: channelView(await tx.channel.create({ data })) })
    },
  )
}

/** Everything is stored as nothing, so that it includes kinds added later. */
const storedKinds = (kinds: readonly string[] | null): string[] =>
  kinds === null || kinds.length === CHANNEL_KINDS.length ? [] : [...kinds]

export async function listChannels(
  db: Db,
  { accountId }: Caller,
): Promise<Result<{ items: Channel[] }, Refusal>> {
  const rows = await db.channel.findMany({ where: { accountId }, orderBy: { id: 'desc' } })
  return ok({ items: rows.map(channelView) })
}

/** Changes the given fields. With another address the channel begins anew. */
export async function updateChannel(
  { config, now }: ChannelDeps,
  db: Db,
  caller: Caller,
  id: number,
  { url, format, kinds }: z.output<typeof updateChannelBody>,
): Promise<One> {
  const found = await findChannel(db, caller, id)
  if (!found.ok) return found
  const { value: row } = found
  const known = openAddress(config, row.address)
  const to = url ?? (format && known)
  if (to === null) return unreadable
  const checked =
    to === undefined
      ? null
      : checkAddress(config, { url: to, format: format ?? channelFormatOf(to) ?? channelView(row).format })
  if (checked && !checked.ok) return checked
  const isMoved = checked !== null && checked.value.url !== known
  const unproved = isMoved && (await proofRefused({ config, now }, db, caller))
  if (unproved) return unproved
  return inTransaction(db, async (tx) => {
    if (isMoved) await tx.channelMessage.deleteMany({ where: { channelId: id } })
    const [changed] = await tx.channel.updateManyAndReturn({
      where: { id, accountId: caller.accountId },
      data: {
        ...(checked && columnsOf(config, checked.value)),
        ...(isMoved && { ...WORKING, lastSentAt: null }),
        ...(kinds !== undefined && { kinds: storedKinds(kinds) }),
      },
    })
    return changed ? ok({ channel: channelView(changed) }) : noChannel(id)
  })
}

export async function deleteChannel(
  db: Db,
  { accountId }: Caller,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.channel.deleteMany({ where: { id, accountId } })
  return count > 0 ? ok(undefined) : noChannel(id)
}

export async function findChannel(
  db: Db,
  { accountId }: Caller,
  id: number,
): Promise<Result<ChannelModel, Refusal>> {
  const row = await db.channel.findFirst({ where: { id, accountId } })
  return row ? ok(row) : noChannel(id)
}

const noChannel = (id: number) => refuse('not-found', `You have no channel ${id}.`)

export const unreadable = refuse(
  'conflict',
  'The address cannot be read any more, because the server’s secret has changed: send the address again.',
)
