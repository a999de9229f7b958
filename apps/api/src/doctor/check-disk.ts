import { roomOnDisk } from '../health/room-on-disk.ts'
import { type Finding, good, problem } from './finding.ts'

const GIGABYTE = 1e9

/** @param directory or its nearest parent that exists */
export function checkDisk(directory: string): Finding {
  const free = roomOnDisk(directory).free / GIGABYTE
  const text = `${free.toFixed(1)} GB free for ${directory}`
  return free < 1 ? problem('disk', `${text}: make room, or choose another DATA_DIR.`) : good('disk', text)
}
