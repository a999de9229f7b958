import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Finding, good, problem } from './finding.ts'

const GIGABYTE = 1e9

/** @param directory or its nearest parent that exists */
export function checkDisk(directory: string): Finding {
  if (!existsSync(directory)) return checkDisk(dirname(directory))
  const { bavail, bsize } = statfsSync(directory)
  const free = (bavail * bsize) / GIGABYTE
  const text = `${free.toFixed(1)} GB free for ${directory}`
  return free < 1 ? problem('disk', `${text}: make room, or choose another DATA_DIR.`) : good('disk', text)
}
