import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { DOCS } from '../../paths.ts'
import { Guides } from './guides.ts'
import { type Page, pageLanguage, renderPage } from './page.ts'
import { SITE_DOCUMENTS, type SiteDocuments } from './site-documents.ts'

/** Serves the site's own documents and the guides as pages. */
export function registerDocuments(app: FastifyInstance, config: Config, documents: SiteDocuments): void {
  const guides = new Guides(config)
  const style = readFileSync(join(DOCS, 'site', 'page.css'), 'utf8')
  const send = (reply: FastifyReply, page: Page) => {
    const { caller } = reply.request
    return (
      reply
        // a browser shows a page it has stored when the reader goes back, also to the next person at the device
        .headers({
          'cache-control': caller ? 'private, no-store' : 'no-cache',
          vary: 'Accept-Language, Cookie',
        })
        .type('text/html; charset=utf-8')
        .send(renderPage({ config, caller }, page))
    )
  }
  const languageOf = ({ query, headers, cookies }: FastifyRequest) =>
    pageLanguage((query as { lang?: unknown }).lang ?? cookies.locale, headers['accept-language'])

  app.get('/page.css', HIDDEN, async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  )
  for (const name of SITE_DOCUMENTS)
    app.get(`/${name}`, PAGE, async (request, reply) => {
      const text = documents.read(name, languageOf(request))
      return send(reply, { ...text, path: `/${name}`, languages: documents.languagesOf(name) })
    })

  app.get('/guides', PAGE, async (request, reply) => {
    const language = languageOf(request)
    const options = { locale: language }
    const title = m.about_guides({}, options)
    const items = guides.names.map((name) => {
      const guide = guides.read(name, language)
      return `<li lang="${guide.language}"><a href="/guides/${name}">${escapeHtml(guide.title)}</a></li>`
    })
    const body = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(m.about_guides_intro({}, options))}</p>
<ul class="links">
${items.join('\n')}
<li lang="en"><a href="/api/docs">API reference</a></li>
<li lang="en"><a href="/api/docs/errors">Error codes</a></li>
</ul>
`
    return send(reply, { language, title, body, path: '/guides', languages: LANGUAGES })
  })
  app.get<{ Params: { name: string } }>('/guides/:name', PAGE, async (request, reply) => {
    const { name } = request.params
    if (!guides.has(name)) return reply.callNotFound()
    const language = languageOf(request)
    const { language: documentLanguage, ...text } = guides.read(name, language)
    return send(reply, {
      ...text,
      language,
      documentLanguage,
      path: `/guides/${name}`,
      languages: guides.languagesOf(name),
    })
  })
}

/** These pages are not part of the API's description. */
const HIDDEN = { schema: { hide: true }, config: { page: true } }
const PAGE = { ...HIDDEN, config: { ...HIDDEN.config, showsCaller: true } }
