import type { Limits } from './search-task.ts'

export interface Go {
  limits: Limits
  /** Whether `bestmove` waits for `stop`. */
  infinite: boolean
}

/** For limits that we do not know, such as clocks, and for none at all. */
const UNKNOWN_LIMIT_MS = 1000

const KNOWN: Record<string, keyof Limits> = { depth: 'depth', nodes: 'nodes', movetime: 'millis' }

/** The words after `go`. */
export function parseGo(words: readonly string[]): Go {
  const limits: Limits = {}
  const infinite = words.includes('infinite')
  let unknown = words.length === 0
  for (const [n, word] of words.entries()) {
    if (/^-?\d+$/.test(word) || word === 'infinite') continue
    const limit = Object.hasOwn(KNOWN, word) ? KNOWN[word] : undefined
    const value = words[n + 1]
    if (limit && value && /^\d{1,15}$/.test(value)) limits[limit] = Number(value)
    else unknown = true
  }
  if (limits.depth === 0) limits.depth = 1
  if (unknown && !infinite) limits.millis ??= UNKNOWN_LIMIT_MS
  return { limits, infinite }
}
