import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, once it is answered, with its id; the web client's files only where `LOG_LEVEL` asks for more. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, url, ip } = request
    const line = { method, url, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else request.log[url.startsWith('/api/') ? 'info' : 'debug'](line, 'request')
  }
}
