import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { KeptBackups } from '../backup/kept-backups.ts'
import { LATE_MS } from '../backup/nightly-backups.ts'
import type { Config } from '../config/config.ts'
import { type Finding, good, problem, skipped } from './finding.ts'

const TOPIC = 'backups'

/** The backups that the server makes by itself. */
export async function checkBackups({ backups }: Pick<Config, 'backups'>, now: () => Date): Promise<Finding> {
  if (!backups)
    return skipped(TOPIC, 'the server makes none by itself: set BACKUP_DIR, or run `backup` every night.')
  const { directory } = backups
  if (!isWritable(directory))
    return problem(TOPIC, `this user cannot write into ${directory}: change its owner, or BACKUP_DIR.`)
  const newest = await new KeptBackups(directory).newestAt()
  if (!newest) return problem(TOPIC, `none in ${directory} is good: the server’s log says why.`)
  const hours = Math.round((now().getTime() - newest.getTime()) / 3_600_000)
  const text = `the newest good one in ${directory} is ${hours} hours old`
  return hours * 3_600_000 > LATE_MS
    ? problem(TOPIC, `${text}: the server’s log says why.`)
    : good(TOPIC, text)
}

/** Whether it, or the nearest parent that exists, can be written. */
function isWritable(directory: string): boolean {
  if (!existsSync(directory)) return isWritable(dirname(directory))
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
