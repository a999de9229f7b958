import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

// The memory of processes. Needs Linux.

interface ProcessMemory {
  /** Of its program. */
  name: string
  megabytes: number
  /** The most so far. */
  peak: number
}

/** A process and all below it. */
export function memoryOf(pid: number): ProcessMemory[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (field: string) =>
      Math.round(Number(RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
    const name = basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? '')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return [
      { name, megabytes: megabytes('VmRSS'), peak: megabytes('VmHWM') },
      ...children.flatMap((child) => memoryOf(Number(child))),
    ]
  } catch {
    return [] // has ended
  }
}

interface MemoryLimit {
  /** The file that limits processes whose id is written into it, and their children. */
  processes: string
  /** What they use now, and at most so far, in MB, with the files that the kernel caches for them. */
  used(): string
  remove(): void
}

/** Makes a memory cgroup without swap, of version 1 or 2. Needs root. */
export function limitMemory(megabytes: number): MemoryLimit {
  const isFirstVersion = existsSync('/sys/fs/cgroup/memory')
  const folder = join('/sys/fs/cgroup', isFirstVersion ? 'memory' : '', `tegenzet-${process.pid}`)
  const files = isFirstVersion
    ? ['memory.limit_in_bytes', 'memory.usage_in_bytes', 'memory.max_usage_in_bytes']
    : ['memory.max', 'memory.current', 'memory.peak']
  const [limit, now, most] = files.map((name) => join(folder, name)) as [string, string, string]
  const read = (file: string) => Math.round(Number(readFileSync(file, 'utf8')) / 2 ** 20)
  mkdirSync(folder)
  writeFileSync(limit, `${megabytes * 2 ** 20}`)
  const swap = join(folder, isFirstVersion ? 'memory.swappiness' : 'memory.swap.max')
  if (existsSync(swap)) writeFileSync(swap, '0')
  return {
    processes: join(folder, 'cgroup.procs'),
    used: () => `${read(now)} (${read(most)})`,
    remove: () => rmdirSync(folder),
  }
}
