import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { fixedAnswer } from './fixed-answer.ts'
import { pathOf } from './path-of.ts'

/** The page itself is small, and its links depend on the address. */
const SHARED = /^(application\/(json|javascript|x-yaml)|text\/(css|javascript))\b/

/**
 * Keeps the scripts, styles and documents of a plugin that would read and compress them anew for each request.
 * @param scope has only routes whose answers are the same for everybody and do not depend on the query
 */
export function shareAnswers(scope: FastifyInstance): void {
  const answers = new Map<string, ReturnType<typeof fixedAnswer>>()

  scope.addHook('onRequest', async (request, reply) => {
    const answer = answers.get(pathOf(request.url))
    return answer?.(request, reply)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const path = pathOf(request.url)
    const type = `${reply.getHeader('content-type')}`
    if (request.method !== 'GET' || reply.statusCode !== 200 || !SHARED.test(type) || answers.has(path))
      return payload
    const body = typeof payload === 'string' ? payload : await text(payload as Readable)
    answers.set(
      path,
      fixedAnswer(type, () => body),
    )
    return body
  })
}
