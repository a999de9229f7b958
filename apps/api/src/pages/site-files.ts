import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import type { FastifyInstance } from 'fastify'
import { pageLanguage } from '../about/documents/page.ts'
import type { Config } from '../config/config.ts'
import { fixedAnswer } from '../http/fixed-answer.ts'
import { drawIcon } from './draw-position.ts'
import type { WebClient } from './web-client.ts'

/** Icons for home screens, by the end of their name. A maskable icon has room around it for the system to cut off. */
const ICONS = {
  192: { size: 192, padding: 0 },
  512: { size: 512, padding: 0 },
  maskable: { size: 512, padding: 10 },
  apple: { size: 180, padding: 4 },
} as const

/** What installs the site on a home screen and tells search engines about it. */
export function registerSiteFiles(app: FastifyInstance, { files }: WebClient, config: Config): void {
  const hidden = { schema: { hide: true } }
  const { siteName, publicUrl, pagesDir } = config
  const icon = readFileSync(join(files, 'icon.svg'), 'utf8')

  for (const [name, { size, padding }] of Object.entries(ICONS)) {
    const drawn: { png?: Buffer } = {}
    app.get(`/icon-${name}.png`, hidden, async (_, reply) => {
      drawn.png ??= drawIcon(padding === 0 ? icon : onWood(icon, padding), size)
      return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(drawn.png)
    })
  }

  const ownLogo = pagesDir === undefined ? undefined : join(pagesDir, 'logo.svg')
  const sendLogo = fixedAnswer('image/svg+xml', () =>
    ownLogo && existsSync(ownLogo) ? readFileSync(ownLogo, 'utf8') : icon,
  )
  // pages show it as a picture; opened by itself it can do nothing either
  app.get('/logo.svg', hidden, (request, reply) =>
    sendLogo(request, reply.header('content-security-policy', 'sandbox')),
  )

  // for programs that do not read the page's head
  app.get('/favicon.ico', hidden, async (_, reply) => reply.redirect('/logo.svg', 301))

  app.get('/manifest.webmanifest', hidden, async ({ headers, cookies, query }, reply) => {
    const { lang } = query as { lang?: unknown }
    const locale = pageLanguage(lang ?? cookies.locale, headers['accept-language'])
    const icons = [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ]
    const shortcut = (name: string, url: string) => ({ name, url, icons: [icons[1]] })
    return reply
      .type('application/manifest+json')
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' })
      .send(
        JSON.stringify({
          id: '/',
          name: siteName,
          short_name: siteName,
          description: m.home_title({}, { locale }),
          lang: locale,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#f4efe6',
          theme_color: '#f4efe6',
          icons,
          shortcuts: [
            shortcut(m.ui_nav_games({}, { locale }), '/games'),
            shortcut(m.ui_nav_lobby({}, { locale }), '/lobby'),
          ],
        }),
      )
  })

  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /account\nDisallow: /admin\nSitemap: ${publicUrl}/sitemap.xml\n`
  app.get(
    '/robots.txt',
    hidden,
    fixedAnswer('text/plain; charset=utf-8', () => robots),
  )

  const paths = ['', '/rules', ...RULE_SET_IDS.map((id) => `/rules/${id}`)]
  app.get(
    '/sitemap.xml',
    hidden,
    fixedAnswer('application/xml; charset=utf-8', () => sitemap(publicUrl, paths)),
  )
}

/** The icon, smaller, on a square of its own background. */
const onWood = (icon: string, padding: number): string =>
  icon
    .replace(
      'viewBox="0 0 64 64"',
      `viewBox="${-padding} ${-padding} ${64 + 2 * padding} ${64 + 2 * padding}"`,
    )
    .replace(
      '</defs>',
      `</defs><rect x="${-padding}" y="${-padding}" width="${64 + 2 * padding}" height="${64 + 2 * padding}" fill="#d3ae74"/>`,
    )

/** Each page in each language, with its addresses in the others. */
function sitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) =>
    LANGUAGES.map((language) => {
      const alternates = LANGUAGES.map(
        (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${publicUrl}/${each}${path}"/>`,
      )
      return `<url><loc>${publicUrl}/${language}${path}</loc>${alternates.join('')}</url>`
    }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}
