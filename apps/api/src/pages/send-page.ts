import { type Account, type Game, LANGUAGES, type Language } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguage } from '../about/documents/page.ts'
import type { Config } from '../config.ts'
import { acceptedEncoding, compressed } from '../http/compression.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { firstView } from './first-view.ts'
import { pageHead } from './page-head.ts'
import type { WebClient } from './web-client.ts'

/** Answers of the API that a page starts with, by path. They are put into the page, which then needs no further request. */
type Answers = Record<string, { status: number; body: string }>

/**
 * What a page needs from the API besides what every page needs, as the client asks for it. The first answer decides
 * whether the page exists.
 */
const CALLS: Record<string, (path: string, account: Account | null) => string[]> = {
  '/': (_path, account) => [
    account
      ? '/api/v1/games?turn=mine&sort=deadline&limit=100'
      : '/api/v1/games?status=active&guests=false&limit=24',
    '/api/v1/bots?limit=100',
    '/api/v1/news?limit=2',
  ],
  '/news': () => ['/api/v1/news?limit=10'],
  '/watch': () => [
    '/api/v1/games?status=active&guests=false&limit=42',
    '/api/v1/games?status=finished&guests=false&limit=12',
  ],
  '/games/[id]': (path) => ['', '/moves', '/draw-offers', '/claims'].map((part) => `/api/v1${path}${part}`),
  '/players/[username]': (path) => [path.replace('/players/', '/api/v1/users/')],
  '/rules/[id]': (path) => [`/api/v1${path}`],
}
const CALLS_OF_EVERY_PAGE = ['/api/v1/session', '/api/v1/about']

/** Before it, pages of one route in one language are the same: the service worker keeps that part (service-worker.ts). */
const OWN_PART = '<!--own-->'

const PREFIX = new RegExp(`^/(${LANGUAGES.join('|')})(?=/|$)`)

/** Sends the pages of the web client, with what they need to show something at once. */
export function pageSender(app: FastifyInstance, client: WebClient, config: Config) {
  /** @returns false if there is no page at the address */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const pathname = request.url.split('?', 1)[0]!
    if (pathname.startsWith('/api/')) return false
    const asked = pathname.match(PREFIX)?.[1] as Language | undefined
    const path = pathname.replace(PREFIX, '').replace(/\/$/, '') || '/'
    const route = client.routes.find(({ pattern }) => pattern.test(path))
    const { accept = '*/*' } = request.headers
    if (!accept.includes('text/html') && !(route && accept.includes('*/*'))) return false

    const answers = await answersTo(app, request, reply, CALLS_OF_EVERY_PAGE)
    const account = accountIn(answers)
    const own = route ? (CALLS[route.id]?.(path, account) ?? []) : []
    Object.assign(answers, await answersTo(app, request, reply, own))
    const isMissing = !route || (own[0] && [400, 404].includes(answers[own[0]]!.status))
    const language = asked ?? languageOf(request, answers)
    const subject = own[0] && answers[own[0]]?.status === 200 ? JSON.parse(answers[own[0]]!.body) : null
    const exists = route && !isMissing && (own.length === 0 || subject)
    const page = {
      ...{ route: exists ? route.id : null, path, language, subject },
      query: request.query as Record<string, unknown>,
    }
    const head = [
      ...pageHead(config, page),
      `<link rel="manifest" href="/manifest.webmanifest?lang=${language}">`,
      '<link rel="apple-touch-icon" href="/icon-apple.png">',
      ...preloads(route?.files ?? client.missing, language),
    ]
    if (account && page.route === '/') {
      // a player's home begins with the most urgent game
      const [urgent] = (subject as { items: Game[] }).items
      const calls = urgent ? [`/api/v1/games/${urgent.id}`, `/api/v1/games/${urgent.id}/moves`] : []
      Object.assign(answers, await answersTo(app, request, reply, calls))
    }
    const view = firstView({ ...page, account }, config.siteName)
    // after the part that is the same for everybody
    const loggedInLinks = account ? preloads(route?.loggedInFiles ?? [], language).join('') : ''
    const html = client.pages[language]
      .replace('<!--head-->', () => head.join('\n'))
      .replace('</body>', () => `${OWN_PART}${loggedInLinks}${view ?? ''}${embedded(answers)}</body>`)
    const etag = etagOf(html)
    reply.headers({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      etag,
    })
    if (!isMissing && isKnown(etag, request)) {
      reply.code(304).send()
      return true
    }
    reply.code(isMissing ? 404 : 200).type('text/html; charset=utf-8')
    // the plugin compresses only the answers of routes
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding).send(await compressed(html, encoding))
    else reply.send(html)
    return true
  }
}

/** Makes the calls as the browser would make them. Sessions that they renew are renewed by the page. */
async function answersTo(
  app: FastifyInstance,
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  paths: readonly string[],
): Promise<Answers> {
  const names = ['cookie', 'host', 'x-forwarded-for'].filter((name) => headers[name] !== undefined)
  const sent = {
    accept: 'application/json',
    ...Object.fromEntries(names.map((name) => [name, headers[name]])),
  }
  const answers = await Promise.all(
    paths.map(async (url) => {
      const answer = await app.inject({ url, headers: sent, remoteAddress: raw.socket.remoteAddress })
      const renewed = answer.headers['set-cookie']
      if (renewed) reply.header('set-cookie', renewed)
      const body = url.endsWith('/moves') ? onlyMoves(answer.body) : answer.body
      return [url, { status: answer.statusCode, body }] as const
    }),
  )
  return Object.fromEntries(answers)
}

/** A game's page needs its moves, not when they were played: a twentieth of a long game's answer. */
function onlyMoves(body: string): string {
  const { items, ...rest } = JSON.parse(body) as { items?: { move: string }[] }
  return JSON.stringify({ ...rest, ...(items && { items: items.map(({ move }) => ({ move })) }) })
}

/** The account's language, else the one chosen on this device, else the browser's. */
function languageOf({ cookies, headers }: FastifyRequest, answers: Answers): Language {
  return pageLanguage(accountIn(answers)?.language ?? cookies.locale, headers['accept-language'])
}

/** The account that is logged in. */
function accountIn(answers: Answers): Account | null {
  const session = answers['/api/v1/session']!
  return session.status === 200 ? (JSON.parse(session.body) as { account: Account | null }).account : null
}

function preloads(files: readonly string[], language: Language): string[] {
  return files.map((file) => {
    const href = `/_app/immutable/${language}/${file}`
    return file.endsWith('.css')
      ? `<link rel="stylesheet" href="${href}">`
      : `<link rel="modulepreload" href="${href}">`
  })
}

/** Only answers that say something about the page, not that the server is busy. */
function embedded(answers: Answers): string {
  const stable = Object.entries(answers).filter(([, { status }]) => [200, 400, 401, 404].includes(status))
  const json = stable.map(([path, { status, body }]) => `${JSON.stringify(path)}:[${status},${body}]`)
  return `<script type="application/json" id="answers">{${json.join(',').replaceAll('<', '\\u003c')}}</script>`
}
