import type { Deps } from '../deps.ts'
import type { Mailer } from './mailer.ts'
import { sendNextMail } from './send-mails.ts'

const LOOK_EVERY_MS = 1000

/**
 * Sends mails as they fall due, apart from other jobs, which a mail server that does not answer must not hold up.
 * @returns what stops it, waiting for the mail that is under way
 */
export function startMailing(
  deps: Deps,
  mailer: Mailer | null,
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  if (!mailer) return async () => {}
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async (): Promise<void> => {
    try {
      while (!stopped && (await sendNextMail(deps, mailer)));
    } catch (error) {
      deps.log.error({ err: error }, 'mails could not be sent; they are tried again')
    }
    if (!stopped)
      timer = setTimeout(() => {
        looking = look()
      }, lookEveryMs)
  }
  let looking = look()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await looking
  }
}
