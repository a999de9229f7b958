import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'

/** Bodies are JSON in UTF-8 and nothing else. An empty one is none, though many clients call that JSON too. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(new RefusalError('bad-request', 'The body is not UTF-8.'))
    }
    return parse(request, text, done)
  })
}
