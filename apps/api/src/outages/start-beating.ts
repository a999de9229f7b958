import type { Deps } from '../deps.ts'
import { beat } from './beat.ts'

const EVERY_MS = 5000

/**
 * Beats now, so that the time the server was away is given back before anybody is served, and then every few seconds.
 * @returns what stops it, waiting for a beat under way
 */
export async function startBeating(deps: Deps): Promise<() => Promise<void>> {
  await beat(deps)
  const timer = setInterval(() => {
    beat(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'the heart did not beat; it tries again'),
    )
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await deps.heart.beating?.catch(() => {})
  }
}
