import type { Deps } from '../../deps.ts'

/**
 * What the library threw because it refuses a passkey's answer: it throws a plain `Error` for what is wrong, and whatever
 * its decoders throw for what is malformed. The latter is logged, because a bug would look the same.
 */
export function refusedAnswer({ log }: Pick<Deps, 'log'>, error: unknown): null {
  if (!(error instanceof Error) || error.constructor !== Error)
    log.warn({ err: error }, 'the answer of a passkey cannot be read')
  return null
}
