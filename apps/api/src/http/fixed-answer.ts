import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compressed, type Encoding } from './compression.ts'
import { etagOf, isKnown } from './etag.ts'

/**
 * Makes the handler of an answer that is the same for everybody: made at the first request, compressed once for each
 * encoding, and not sent to a client whose copy is current.
 * @param make called once, when all routes are registered
 */
export function fixedAnswer(contentType: string, make: () => string) {
  let answer: { body: string; etag: string; copies: Map<Encoding, Promise<Buffer>> } | null = null
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!answer) {
      const body = make()
      answer = { body, etag: etagOf(body), copies: new Map() }
    }
    const { body, etag, copies } = answer
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(etag, request)) return reply.code(304).send()
    reply.type(contentType)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(body)
    if (!copies.has(encoding)) copies.set(encoding, compressed(body, encoding))
    return reply.header('content-encoding', encoding).send(await copies.get(encoding))
  }
}
