import { ok, type Result } from '@tegenzet/common'
import {
  CHANNEL_KINDS,
  type ChannelFormat,
  CLUB_CHANNEL_KINDS,
  channelFormatOf,
  MAX_CHANNELS,
} from '@tegenzet/contract'
import type { ChannelModel } from '@tegenzet/db'
import { createLimited } from '../../accounts/limits/create-limited.ts'
import { proofRefused } from '../../accounts/proof/require-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { ChannelOwner } from '../news/channel-queue.ts'
import { checkAddress, columnsOf, openAddress } from './channel-address.ts'
import { WORKING } from './channel-state.ts'
import { formatOf } from './channel-view.ts'

export type ChannelDeps = Pick<Deps, 'config' | 'now'>
type One = Result<ChannelModel, Refusal>

interface NewChannel {
  format?: ChannelFormat
  url: string
  kinds?: readonly string[]
}

/** Adds a channel of the caller. */
export function createOwnChannel(deps: ChannelDeps, db: Db, caller: Caller, body: NewChannel): Promise<One> {
  const owner = { accountId: caller.accountId }
  return createLimited(
    deps,
    db,
    caller,
    {
      max: MAX_CHANNELS,
      count: (tx) => tx.channel.count({ where: owner }),
      refusal: `You have ${MAX_CHANNELS} channels, the most allowed: delete one first.`,
    },
    (tx) => createChannel(deps, tx, owner, body),
  )
}

/** Adds a channel. The caller has made sure that the owner may have one more. */
export async function createChannel(
  { config, now }: ChannelDeps,
  tx: Db,
  owner: ChannelOwner,
  { url, format, kinds = [] }: NewChannel,
): Promise<One> {
  const checked = checkAddress(config, { url, format: format ?? channelFormatOf(url) })
  if (!checked.ok) return checked
  return ok(
    await tx.channel.create({
      data: {
        ...owner,
        kinds: storedKinds(owner, kinds),
        ...columnsOf(config, checked.value),
        createdAt: now(),
      },
    }),
  )
}

/** Everything is stored as nothing, so that it includes kinds added later. */
const storedKinds = (owner: ChannelOwner, kinds: readonly string[] | null): string[] =>
  kinds === null || kinds.length === kindsOf(owner).length ? [] : [...kinds]

const kindsOf = (owner: ChannelOwner) => ('clubId' in owner ? CLUB_CHANNEL_KINDS : CHANNEL_KINDS)

export const listChannels = (db: Db, owner: ChannelOwner): Promise<ChannelModel[]> =>
  db.channel.findMany({ where: owner, orderBy: { id: 'desc' } })

export interface OwnedChannel {
  owner: ChannelOwner
  id: number
}

interface ChangedChannel {
  format?: ChannelFormat
  url?: string
  kinds?: readonly string[] | null
}

/** Changes the given fields. With another address the channel begins anew. */
export async function updateChannel(
  { config, now }: ChannelDeps,
  db: Db,
  caller: Caller,
  { owner, id }: OwnedChannel,
  { url, format, kinds }: ChangedChannel,
): Promise<One> {
  const found = await findChannel(db, { owner, id })
  if (!found.ok) return found
  const { value: row } = found
  const known = openAddress(config, row.address)
  const to = url ?? (format && known)
  if (to === null) return unreadable
  const checked =
    to === undefined
      ? null
      : checkAddress(config, { url: to, format: format ?? channelFormatOf(to) ?? formatOf(row) })
  if (checked && !checked.ok) return checked
  const isMoved = checked !== null && checked.value.url !== known
  const unproved = isMoved && (await proofRefused({ config, now }, db, caller))
  if (unproved) return unproved
  return inTransaction(db, async (tx) => {
    if (isMoved) await tx.channelMessage.deleteMany({ where: { channelId: id } })
    const [changed] = await tx.channel.updateManyAndReturn({
      where: { id, ...owner },
      data: {
        ...(checked && columnsOf(config, checked.value)),
        ...(isMoved && { ...WORKING, lastSentAt: null }),
        ...(kinds !== undefined && { kinds: storedKinds(owner, kinds) }),
      },
    })
    return changed ? ok(changed) : noChannel(id)
  })
}

export async function deleteChannel(
  db: Db,
  { owner, id }: OwnedChannel,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.channel.deleteMany({ where: { id, ...owner } })
  return count > 0 ? ok(undefined) : noChannel(id)
}

export async function findChannel(db: Db, { owner, id }: OwnedChannel): Promise<One> {
  const row = await db.channel.findFirst({ where: { id, ...owner } })
  return row ? ok(row) : noChannel(id)
}

const noChannel = (id: number) => refuse('not-found', `There is no channel ${id}.`)

export const unreadable = refuse(
  'conflict',
  'The address cannot be read any more, because the server’s secret has changed: send the address again.',
)
