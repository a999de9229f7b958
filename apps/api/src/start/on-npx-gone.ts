import { readFileSync } from 'node:fs'

const INTERVAL_MS = 500

/**
 * Calls back once the `npx` that started pnpm, and pnpm us, has been stopped. npx does not pass SIGTERM on: it ends its
 * shell, and pnpm loses its parent but lives. Linux only, where /proc shows parents; elsewhere `sh` passes signals on.
 */
export function onNpxGone(callback: () => void): void {
  const pnpm = process.ppid
  const shell = parentOf(pnpm)
  if (!shell || ![shell, parentOf(shell)].some(isNpx)) return
  const timer = setInterval(() => {
    if (parentOf(pnpm) === shell) return
    clearInterval(timer)
    callback()
  }, INTERVAL_MS).unref()
}

function parentOf(pid: number): number | undefined {
  const status = read(`/proc/${pid}/status`)
  const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** npx is `npm exec` under another name. */
const isNpx = (pid: number | undefined): boolean =>
  pid !== undefined && read(`/proc/${pid}/cmdline`).startsWith('npm exec')

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
