import { type Unavailability, unavailability } from '@tegenzet/db'
import { type DestinationStream, type Logger, pino } from 'pino'

/** An outage of one kind is over when it has caused no error for this long. */
const QUIET_MS = 60_000

interface Outage {
  failures: number
  from: Date
  until: Date
  timer: NodeJS.Timeout
}

/**
 * The server's log. When the database is unavailable, almost everything fails at once: the log has one line for the first
 * error of each kind (`unavailable`) and one when the outage is over.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const outages = new Map<Unavailability, Outage>()

  /** @returns whether it is the first of its outage */
  function isFirst(kind: Unavailability): boolean {
    const outage = outages.get(kind)
    if (!outage) {
      const timer = setTimeout(() => end(kind, begun), QUIET_MS).unref()
      const begun = { failures: 1, from: new Date(), until: new Date(), timer }
      outages.set(kind, begun)
      return true
    }
    outage.failures++
    outage.until = new Date()
    outage.timer.refresh()
    return false
  }

  function end(kind: Unavailability, { failures, from, until }: Outage): void {
    outages.delete(kind)
    log.info({ unavailable: kind, failures, from, until }, 'the database is available again')
  }

  const log = pino(
    {
      level,
      hooks: {
        logMethod([first, ...more], method) {
          const fields: unknown = first
          const kind = unavailability(errorIn(fields))
          if (kind && !isFirst(kind)) return
          const line = kind ? { ...(fields as object), unavailable: kind } : fields
          method.apply(this, [line, ...more] as Parameters<typeof method>)
        },
      },
    },
    ...(destination ? [destination] : []),
  )
  return log
}

const errorIn = (fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
