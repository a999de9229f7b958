import { ENDPOINTS, type Language } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { pageLanguage } from '../about/documents/page.ts'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { RefusalError } from '../refusal.ts'
import { type Answers, answersTo, asVisitor, embedded } from './embedded-answers.ts'
import type { WebClient } from './web-client.ts'

/** What can stand in a page of another site, with the API's calls that it starts with. */
const EMBEDS = [
  {
    url: '/embed/games/:id',
    endpoint: ENDPOINTS.getGame,
    known: /^\d{1,15}$/,
    calls: (id: string) => ['', '/moves'].map((part) => `/api/v1/games/${id}${part}`),
  },
  {
    url: '/embed/puzzles/:id',
    endpoint: ENDPOINTS.getPuzzle,
    known: /^[a-z0-9]{1,20}$/,
    calls: (id: string) => [`/api/v1/puzzles/${id}`],
  },
  // the key is in the fragment, which browsers do not send
  { url: '/embed/analyses/:id', endpoint: ENDPOINTS.getAnalysis, known: /^\d{1,15}$/, calls: () => [] },
]

const THEMES = ['light', 'dark']

/**
 * Serves boards for frames in pages of any site. The reader is a visitor there: cookies are ignored, so that no page can
 * show in a frame what only its reader may see, or let them act.
 */
export function registerEmbeds(app: FastifyInstance, { embed }: WebClient, config: Config): void {
  if (!embed) return
  const { publicUrl, siteName, accentStyle, readers } = config
  const socket = publicUrl.replace(/^http/, 'ws')
  const policy = [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'"],
    ...["img-src 'self' data:", `connect-src 'self' ${socket}`, "base-uri 'none'", "form-action 'none'"],
    'frame-ancestors *',
  ].join('; ')

  for (const { url, endpoint, known, calls } of EMBEDS)
    app.get(url, { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
      // the server's usual policy allows no frames
      if (readers === 'members') throw new RefusalError('forbidden', 'Only members read this site.')
      const { id } = request.params as { id: string }
      const { lang, theme } = request.query as { lang?: unknown; theme?: unknown }
      const language = pageLanguage(lang, request.headers['accept-language'])
      const found = known.test(id) && (await app.featureRefused(endpoint, request)) === null
      const answers = found ? await answersTo(app, asVisitor(request), reply, calls(id)) : {}
      const isMissing = !found || Object.values(answers).some(({ status }) => [403, 404].includes(status))
      const html = pageOf({ language, theme, answers })
      const etag = etagOf(html)
      reply.raw.removeHeader('x-frame-options')
      reply.headers({
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
        vary: 'Accept-Language, Accept-Encoding',
        etag,
      })
      if (!isMissing && isKnown(etag, request)) return reply.code(304).send()
      return reply
        .code(isMissing ? 404 : 200)
        .type('text/html; charset=utf-8')
        .send(html)
    })

  function pageOf({
    language,
    theme,
    answers,
  }: {
    language: Language
    theme: unknown
    answers: Answers
  }): string {
    const attributes = [
      `lang="${language}"`,
      ...(THEMES.some((each) => each === theme) ? [`data-theme="${theme}"`] : []),
      ...(accentStyle ? [`style="${accentStyle}"`] : []),
    ]
    const name = escapeHtml(siteName)
    return [
      '<!doctype html>',
      `<html ${attributes.join(' ')}><head><meta charset="utf-8"><title>${name}</title>`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<link rel="stylesheet" href="/_app/embed/${embed?.style}">`,
      `<script type="module" src="/_app/embed/${embed?.scripts[language]}"></script>`,
      `</head><body data-site="${name}"><noscript><a href="/" target="_blank" rel="noopener">${name}</a></noscript>`,
      `${embedded(answers, '0')}</body></html>`,
    ].join('\n')
  }
}
