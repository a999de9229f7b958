import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line per request, with its id. Requests outside the API are logged at the level `debug`. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, ip } = request
    const url = withoutSecret(request)
    const line = { method, url, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else request.log[url.startsWith('/api/') ? 'info' : 'debug'](line, 'request')
  }
}

/** URLs below these contain a secret. */
const SECRET_BELOW = ['/api/v1/challenges/invites/', '/calendar/', '/unsubscribe/']

/** The URL for the log. Instead of a URL with a secret, its route or its beginning is logged. */
function withoutSecret({ url, routeOptions }: FastifyRequest): string {
  const found = SECRET_BELOW.find((path) => (routeOptions.url ?? url).startsWith(path))
  return found ? (routeOptions.url ?? `${found}…`) : url
}
