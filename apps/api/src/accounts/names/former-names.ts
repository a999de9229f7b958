import { createHash } from 'node:crypto'
import type { Db } from '../../store/transaction.ts'

/** The key of a username in `former_usernames`. */
const hashOf = (username: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(username.toLowerCase()).digest())

/**
 * Whether somebody else had this name. Nobody gets it again, because they would be taken for its owner.
 * @param playerId who may have had it themselves
 */
export async function isFormerName(db: Db, username: string, playerId?: number): Promise<boolean> {
  const former = await db.formerUsername.findUnique({ where: { hash: hashOf(username) } })
  return former !== null && (playerId === undefined || former.playerId !== playerId)
}

/** Keeps others from getting a name that leads to nobody from now on. */
export const retireName = (db: Db, username: string, createdAt: Date): Promise<void> =>
  setFormerName(db, username, { playerId: null, username: null, createdAt })

/** Lets a name lead to the player who had it. */
export const leadOn = (db: Db, username: string, playerId: number, createdAt: Date): Promise<void> =>
  setFormerName(db, username, { playerId, username, createdAt })

async function setFormerName(
  db: Db,
  name: string,
  values: { playerId: number | null; username: string | null; createdAt: Date },
): Promise<void> {
  const hash = hashOf(name)
  await db.formerUsername.upsert({ where: { hash }, create: { hash, ...values }, update: values })
}

/** The `usernameKey` of the player who has a name or had it. Without such a player the name in lower case. */
export async function currentKey(db: Db, username: string): Promise<string> {
  const former = await db.formerUsername.findUnique({
    where: { hash: hashOf(username) },
    select: { player: { select: { usernameKey: true } } },
  })
  return former?.player?.usernameKey ?? username.toLowerCase()
}

/** A player's earlier names, latest first. */
export const formerNamesOf = (db: Db, playerId: number, since?: Date) =>
  db.formerUsername.findMany({
    where: { playerId, ...(since && { createdAt: { gte: since } }) },
    orderBy: { createdAt: 'desc' },
  })
