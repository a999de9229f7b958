import { readFileSync } from 'node:fs'

const INTERVAL_MS = 500
/** Between npm and us: a shell, and after `npx pnpm start` pnpm. */
const MAX_GENERATIONS = 3

/**
 * Calls back once the `npm` or `npx` that started us has been stopped. It does not pass SIGTERM on: it ends its shell,
 * and that shell's child loses its parent but lives. Linux only, where /proc shows parents; elsewhere `sh` passes signals on.
 */
export function onNpmGone(callback: () => void): void {
  const generations = [process.pid]
  while (!isNpm(generations.at(-1))) {
    const parent = parentOf(generations.at(-1))
    if (!parent || generations.length > MAX_GENERATIONS) return
    generations.push(parent)
  }
  const timer = setInterval(() => {
    if (generations.slice(1).every((parent, n) => parentOf(generations[n]) === parent)) return
    clearInterval(timer)
    callback()
  }, INTERVAL_MS).unref()
}

function parentOf(pid: number | undefined): number | undefined {
  const status = read(`/proc/${pid}/status`)
  const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** npx is `npm exec` under another name. */
const isNpm = (pid: number | undefined): boolean => /^npm (start|exec)/.test(read(`/proc/${pid}/cmdline`))

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
