import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'

/** JSON parsers recurse. No valid body nests deeper than this. */
const MAX_DEPTH = 64

/** Accepts only JSON in UTF-8. Ignores an empty body, because many clients send a content type without one. */
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
    if (nestsTooDeep(text))
      return done(new RefusalError('bad-request', `The body nests deeper than ${MAX_DEPTH} levels.`))
    return parse(request, text, done)
  })
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '[' || sign === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}
