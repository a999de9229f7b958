import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'

/** Parsers recurse once for each level. No valid body nests deeper. */
const DEEPEST = 64

/** Accepts JSON in UTF-8 only. An empty body counts as none, since many clients send its content type anyway. */
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
      return done(new RefusalError('bad-request', `The body nests deeper than ${DEEPEST} levels.`))
    return parse(request, text, done)
  })
}

/** secure-json-parse throws either for invalid JSON. */
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
      if (++depth > DEEPEST) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}
