import { ok, type Result } from '@tegenzet/common'
import { MAX_CLUB_CHANNELS } from '@tegenzet/contract'
import type { ChannelModel } from '@tegenzet/db'
import {
  clubNotFound,
  isOrganiser,
  lockClubToOrganise,
  organisersOnly,
  readClub,
} from '../../competition/clubs/club-store.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { type ChannelDeps, createChannel } from './manage-channels.ts'

/** The club as the owner of channels, for its owner and organisers. */
export async function findChannelClub(
  db: Db,
  slug: string,
  { playerId }: Caller,
): Promise<Result<{ clubId: number }, Refusal>> {
  const club = await readClub(db, slug, playerId)
  if (!club) return clubNotFound(slug)
  return isOrganiser(club.role) ? ok({ clubId: club.id }) : organisersOnly
}

export const createClubChannel = (
  deps: ChannelDeps,
  db: Db,
  { playerId }: Caller,
  slug: string,
  body: Parameters<typeof createChannel>[3],
): Promise<Result<ChannelModel, Refusal>> =>
  inTransaction(db, async (tx) => {
    const club = await lockClubToOrganise(tx, slug, playerId)
    if (!club.ok) return club
    const owner = { clubId: club.value.id }
    if ((await tx.channel.count({ where: owner })) >= MAX_CLUB_CHANNELS)
      return refuse(
        'limit-reached',
        `The club has ${MAX_CLUB_CHANNELS} channels, the most allowed: delete one first.`,
      )
    return createChannel(deps, tx, owner, body)
  })
