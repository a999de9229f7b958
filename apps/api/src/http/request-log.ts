import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Deps } from '../deps.ts'
import { LogSample } from './log-sample.ts'
import { loggedUrl } from './logged-url.ts'

/**
 * Logs one line per request, with its id. Requests outside the API are logged at the level `debug`. Refused
 * requests are logged as a sample; `skipped` is the number of lines left out before a line.
 */
export class RequestLog extends LogController {
  readonly #sample: LogSample

  constructor({ now }: Pick<Deps, 'now'>) {
    super()
    this.#sample = new LogSample(now)
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { statusCode: status } = reply
    const isSampled = error || (status >= 400 && status !== 500)
    const skipped = isSampled ? this.#sample.take(error ? 'broken off' : `${status}`) : 0
    if (skipped === null) return
    const { method, ip } = request
    const url = loggedUrl(request)
    const ms = Math.round(reply.elapsedTime)
    const line = { method, url, ip, status, ms, ...(skipped > 0 && { skipped }) }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else request.log[url.startsWith('/api/') ? 'info' : 'debug'](line, 'request')
  }
}
