import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, once it is answered, with its id; the web client's files only where `LOG_LEVEL` asks for more. */
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

/** Below these an address is itself what lets somebody in. */
const SECRET_BELOW = ['/api/v1/challenges/invites/', '/calendar/', '/unsubscribe/']

/** The address as it may be written down: of a secret one its route, or, where it leads nowhere, how it begins. */
function withoutSecret({ url, routeOptions }: FastifyRequest): string {
  const found = SECRET_BELOW.find((path) => (routeOptions.url ?? url).startsWith(path))
  return found ? (routeOptions.url ?? `${found}…`) : url
}
