import type { Tx } from '../store/transaction.ts'

/**
 * Takes the exclusive right to run a periodic job for one interval. Of all processes one gets it.
 * @returns whether this process got it
 */
export async function takeLease(tx: Tx, name: string, intervalMs: number, now: Date): Promise<boolean> {
  const taken = await tx.$executeRaw`
    INSERT INTO leases (name, at) VALUES (${name}, ${now}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
    WHERE leases.at <= ${new Date(now.getTime() - intervalMs)}::timestamptz
      -- written by a process whose clock is ahead: waiting for that time would stop the job
      OR leases.at > ${new Date(now.getTime() + intervalMs)}::timestamptz`
  return taken > 0
}
