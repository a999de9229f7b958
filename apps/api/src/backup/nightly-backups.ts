import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Deps } from '../deps.ts'
import { takeLease } from '../jobs/lease.ts'
import { nightlyIntervalMs } from '../jobs/nightly.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { BACKUP_PROGRAM } from '../paths.ts'
import type { Db } from '../store/transaction.ts'
import { KeptBackups } from './kept-backups.ts'
import { mailLateBackup } from './mail-late-backup.ts'

const HOUR_MS = 3_600_000
/** After a failure. Meanwhile no other process tries either. */
const RETRY_MS = HOUR_MS
export const LATE_MS = 48 * HOUR_MS

/** Its row in `leases` has the moment from which backups are wanted. */
const WANTED = 'backups-wanted'

type Make = (file: string, stop?: AbortSignal) => Promise<unknown>

/** The backups that the server makes by itself. */
export interface NightlyBackups {
  task: PeriodicTask
  /** How old the newest good backup is, or how long there has been none. null: not known yet */
  ageMs(): number | null
  isLate(): boolean
}

/** @param make makes one; what it leaves when it fails does not count. @returns null without BACKUP_DIR */
export function nightlyBackups(deps: Deps, make: Make): NightlyBackups | null {
  const { config, now } = deps
  if (!config.backups) return null
  const { directory, keep } = config.backups
  const kept = new KeptBackups(directory)
  let last: Date | null = null
  const ageMs = () => last && now().getTime() - last.getTime()
  const isLate = () => (ageMs() ?? 0) > LATE_MS

  async function backUpIfDue(db: Db, stop?: AbortSignal): Promise<number> {
    const at = now()
    const newest = await kept.newestAt()
    if (newest && at.getTime() - newest.getTime() < nightlyIntervalMs(at)) return 0
    if (!(await takeLease(db, 'backup', RETRY_MS, at))) return 0
    try {
      await make(kept.fileAt(at), stop)
    } catch (error) {
      // the end of this process says nothing about the next try
      if (stop?.aborted) await db.lease.deleteMany({ where: { name: 'backup', at } })
      throw error
    }
    await kept.prune(keep)
    return 1
  }

  async function look(db: Db): Promise<void> {
    await db.lease.createMany({ data: { name: WANTED, at: now() }, skipDuplicates: true })
    const wanted = await db.lease.findUniqueOrThrow({ where: { name: WANTED } })
    last = (await kept.newestAt()) ?? wanted.at
    await mailLateBackup(deps, db, isLate())
  }

  return {
    task: {
      name: 'backup',
      everyMs: 10 * 60_000,
      runsOn: 'every-process',
      isHeavy: true,
      async run(db, stop) {
        try {
          return await backUpIfDue(db, stop)
        } finally {
          await look(db)
        }
      },
    },
    ageMs,
    isLate,
  }
}

/**
 * Makes each backup in a process of its own, because reading the copy of a database takes this one's time and memory.
 * @param env of the server
 */
export function backupInChild(env: Record<string, string | undefined>): Make {
  // nobody else has the secret that the server has made
  const options = env.SECRET ? [] : ['--with-secret']
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--inspect'))
  return (file, stop) =>
    promisify(execFile)(process.execPath, [...flags, BACKUP_PROGRAM, 'backup', file, ...options], {
      env,
      signal: stop,
    })
}
