import type { Db } from '../store/transaction.ts'

/**
 * Takes the exclusive right to run a periodic task for one interval.
 * @returns whether this process got it; only one does
 */
export async function takeLease(db: Db, name: string, intervalMs: number, now: Date): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO leases (name, at) VALUES (${name}, ${now}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
    WHERE leases.at <= ${new Date(now.getTime() - intervalMs)}::timestamptz
      -- a process whose clock is ahead wrote it: waiting until then would stop the task
      OR leases.at > ${new Date(now.getTime() + intervalMs)}::timestamptz`
  return taken > 0
}

/**
 * A lease that its holder keeps by renewing it. If it is not renewed for `lastsMs`, another process can take it.
 * @returns whether this process holds it now
 */
export function renewableLease(db: Db, name: string, lastsMs: number): (now: Date) => Promise<boolean> {
  let heldSince: Date | null = null
  let renewing: Promise<boolean> | null = null

  async function renew(now: Date): Promise<boolean> {
    const isRenewed =
      heldSince !== null &&
      (await db.lease.updateMany({ where: { name, at: heldSince }, data: { at: now } })).count > 0
    heldSince = isRenewed || (await takeLease(db, name, lastsMs, now)) ? now : null
    return heldSince !== null
  }

  // calls at the same time share a renewal: a second one would find the row changed and take the lease for lost
  return (now) => {
    renewing ??= renew(now).finally(() => {
      renewing = null
    })
    return renewing
  }
}
