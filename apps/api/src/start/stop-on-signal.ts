import type { Logger } from 'pino'
import { onNpmGone } from './on-npm-gone.ts'

/** One Ctrl-C can arrive twice, from the terminal and from pnpm: only a later signal is a second one. */
const SAME_SIGNAL_MS = 500

/**
 * Stops the server at the first SIGTERM or SIGINT, or when the npm that started it is gone, and exits. A second signal
 * exits at once.
 * @param timeoutSeconds after which the process exits with requests still in flight
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, timeoutSeconds: number): void {
  let stoppingSince: number | undefined

  function begin(reason: string): void {
    stoppingSince = performance.now()
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('requests in flight took too long')
      process.exit(1)
    }, timeoutSeconds * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stoppingSince === undefined) begin(signal)
      else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    })
  onNpmGone(() => {
    if (stoppingSince === undefined) begin('npm has exited')
  })
}
