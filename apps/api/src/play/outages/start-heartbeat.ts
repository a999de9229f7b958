import type { Deps } from '../../deps.ts'
import { beat } from './heartbeat.ts'

const MOST_MS = 5000

/**
 * Beats now, so that the time the server was away is given back before anybody is served, and then every few seconds.
 * @returns what stops it, waiting for a beat under way
 */
export async function startBeating(deps: Deps): Promise<() => Promise<void>> {
  await beat(deps)
  // often enough that a few beats may fail
  const everyMs = Math.min(MOST_MS, (deps.config.outageSeconds * 1000) / 4)
  const timer = setInterval(() => {
    beat(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'the heart did not beat; it tries again'),
    )
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await deps.heart.beating?.catch(() => {})
  }
}
