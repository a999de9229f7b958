import type { Deps } from '../../deps.ts'
import { sendDigests } from './digest.ts'
import { ROUND_MS } from './due.ts'
import { remind } from './remind.ts'

const LOOK_EVERY_MS = 5000

/**
 * Has reminders and daily mails sent once a minute, by one of all processes at a time; where it dies the next one goes on.
 * @returns what stops it, waiting for a round that is under way
 */
export function startReminding(deps: Deps, lookEveryMs = LOOK_EVERY_MS): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async (): Promise<void> => {
    for (const [round, work] of [
      ['reminders', remind],
      ['digests', sendDigests],
    ] as const)
      try {
        if (await claimRound(deps, round)) await work(deps)
      } catch (error) {
        deps.log.error({ err: error }, `${round} failed; the next round tries again`)
      }
    if (!stopped)
      timer = setTimeout(() => {
        looking = look()
      }, lookEveryMs)
  }
  let looking = look()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await looking
  }
}

/** @returns whether this process does the round that is due; the others leave it */
export async function claimRound({ database, now }: Deps, name: string): Promise<boolean> {
  const at = now()
  const { count } = await database.prisma.lease.updateMany({
    where: { name, at: { lte: new Date(at.getTime() - ROUND_MS) } },
    data: { at },
  })
  return count > 0
}
