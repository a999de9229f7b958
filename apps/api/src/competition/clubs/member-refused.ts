import { type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { isOrganiser } from './club-store.ts'

interface EntersMember {
  byId: number
  playerId: number
  /** The id of the club. null: the competition belongs to none */
  club: number | null
}

/** Refuses to enter another player, unless it is a member whom staff have added for the club of an organiser. */
export async function memberRefused(
  db: Db,
  { byId, playerId, club: clubId }: EntersMember,
): Promise<Refused | null> {
  if (clubId === null) return MEMBERS_ONLY
  const by = await db.clubMember.findUnique({
    where: { clubId_playerId: { clubId, playerId: byId } },
    select: { role: true },
  })
  if (!isOrganiser(by?.role ?? null)) return MEMBERS_ONLY
  const isMember = await db.managedAccount.count({ where: { clubId, account: { playerId } } })
  return isMember > 0 ? null : MEMBERS_ONLY
}

const MEMBERS_ONLY = refuse(
  'forbidden',
  'Only the owner and the organisers of a club may enter somebody else: a member without an e-mail address, made for that club.',
)
