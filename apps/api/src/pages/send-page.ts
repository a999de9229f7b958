import {
  type About,
  type Account,
  isOpenPage,
  isPageOn,
  LANGUAGES,
  type Language,
  type Welcome,
} from '@tegenzet/contract'
import { everyPage, type Opened, PAGES, pathOfCall, welcome } from '@tegenzet/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguage } from '../about/documents/page.ts'
import type { Config } from '../config/config.ts'
import { acceptedEncoding, compressed } from '../http/compression.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { pathOf } from '../http/path-of.ts'
import { isReader } from '../http/readers.ts'
import { settledCursor } from '../outbox/read-events.ts'
import { type Answers, answersTo, embedded } from './embedded-answers.ts'
import { firstView } from './first-view.ts'
import { pageHead } from './page-head.ts'
import type { ClientRoute, WebClient } from './web-client.ts'

/** Before it, pages of one route in one language are the same: the service worker keeps that part (service-worker.ts). */
const OWN_PART = '<!--own-->'

/** Visitors get no events. The same in each page, so that the page keeps its validator. */
const NOTHING_TO_MISS = '0'

const PREFIX = new RegExp(`^/(${LANGUAGES.join('|')})(?=/|$)`)

const SESSION = '/api/v1/session'
const ABOUT = '/api/v1/about'

/** Sends the pages of the web client, with what they need to show something at once. */
export function pageSender(app: FastifyInstance, client: WebClient, config: Config) {
  const { accentStyle } = config
  const pages = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      accentStyle
        ? client.pages[language].replace('<html', `<html style="${accentStyle}"`)
        : client.pages[language],
    ]),
  ) as Record<Language, string>
  /** @returns false if there is no page at the address */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const pathname = pathOf(request.url)
    if (pathname.startsWith('/api/')) return false
    const asked = pathname.match(PREFIX)?.[1] as Language | undefined
    const path = pathname.replace(PREFIX, '').replace(/\/$/, '') || '/'
    const known = client.routes.find(({ pattern }) => pattern.test(path))
    const { accept = '*/*' } = request.headers
    if (!accept.includes('text/html') && !(known && accept.includes('*/*'))) return false

    const answers = await answersTo(app, request, reply, [SESSION, ABOUT])
    const about = aboutIn(answers)
    const route = about && !isPageOn(about, path) ? undefined : known
    const account = accountIn(answers)
    const isClosed = config.readers === 'members' && !isReader(account && { guest: account.kind === 'guest' })
    if (isClosed && route && !isOpenPage(path)) {
      // a browser keeps the fragment
      reply
        .headers({ vary: 'Cookie', 'cache-control': 'private, no-store' })
        .redirect(`/login?next=${encodeURIComponent(request.url)}`)
      return true
    }
    // before the answers, which then contain everything that happened earlier
    const since = account ? (await settledCursor(app.store)).tx : NOTHING_TO_MISS
    const language = asked ?? languageOf(request, answers)
    const opened: Opened = {
      params: route ? paramsOf(route, path) : {},
      query: new URLSearchParams(request.url.split('?')[1]),
      language,
      account: isClosed ? null : account,
      isClosed,
      about,
    }
    const start = route ? (PAGES[route.id] ?? {}) : {}
    const isShown = start.isFor?.(opened.account) ?? true
    const call = start.subject?.(opened)
    const subjectPath = call && pathOfCall(call)
    const calls = [...((isShown && start.calls?.(opened)) || []), ...everyPage.calls(opened)].map(pathOfCall)
    Object.assign(
      answers,
      await answersTo(app, request, reply, subjectPath ? [subjectPath, ...calls] : calls),
    )
    const subject = subjectPath ? bodyOf<unknown>(answers[subjectPath]) : null
    const refusal = subjectPath ? answers[subjectPath]?.status : undefined
    const isMissing =
      !route || start.exists?.(opened) === false || (refusal && [400, 403, 404].includes(refusal))
    const exists = route && !isMissing && (!subjectPath || subject !== null)
    const shown = { ...opened, subject }
    const heading = (exists && isShown ? start.heading?.(shown, { locale: language }) : null) ?? null
    const page = {
      ...shown,
      route: exists ? route.id : null,
      path,
      heading,
      layout: start.layout,
    }
    const head = [
      ...pageHead(config, page),
      `<link rel="manifest" href="/manifest.webmanifest?lang=${language}">`,
      '<link rel="apple-touch-icon" href="/icon-apple.png">',
      ...preloads(route?.files ?? client.missing, language),
    ]
    const further = subject ? (start.callsAbout?.(shown) ?? []) : []
    Object.assign(answers, await answersTo(app, request, reply, further.map(pathOfCall)))
    const view = firstView(page, config, bodyOf<Welcome>(answers[pathOfCall(welcome(language))]))
    // after the part that is the same for everybody
    const loggedInLinks = account ? preloads(route?.loggedInFiles ?? [], language).join('') : ''
    const html = pages[language]
      .replace('<!--head-->', () => head.join('\n'))
      .replace('</body>', () => `${OWN_PART}${loggedInLinks}${view}${embedded(answers, since)}</body>`)
    reply.header('vary', 'Accept-Language, Cookie, Accept-Encoding')
    // a browser shows a page it has stored when the reader goes back, also to the next person at the device
    if (account) reply.header('cache-control', 'private, no-store')
    else {
      const etag = etagOf(html)
      reply.headers({ 'cache-control': 'private, no-cache', etag })
      if (!isMissing && isKnown(etag, request)) {
        reply.code(304).send()
        return true
      }
    }
    reply.code(isMissing ? 404 : 200).type('text/html; charset=utf-8')
    // the plugin compresses only the answers of routes
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding).send(await compressed(html, encoding))
    else reply.send(html)
    return true
  }
}

/** The parts of a path that vary, by their names in the route's id: `{ id: '12' }` for `/games/[id]`. */
function paramsOf({ id, pattern }: ClientRoute, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? []
  const names = [...id.matchAll(/\[(\w+)\]/g)].map(([, name]) => name)
  return Object.fromEntries(names.map((name, n) => [name, decoded(values[n] ?? '')]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The account's language, else the one chosen on this device, else the browser's. */
function languageOf({ cookies, headers }: FastifyRequest, answers: Answers): Language {
  return pageLanguage(accountIn(answers)?.language ?? cookies.locale, headers['accept-language'])
}

/** The account that is logged in. */
const accountIn = (answers: Answers): Account | null =>
  bodyOf<{ account: Account | null }>(answers[SESSION])?.account ?? null

/** What the server tells about itself; null while it cannot. */
const aboutIn = (answers: Answers): About | null => bodyOf(answers[ABOUT])

/** The body of an answer. @returns null if the call failed or was not made */
const bodyOf = <T>(answer: Answers[string] | undefined): T | null =>
  answer?.status === 200 ? JSON.parse(answer.body) : null

function preloads(files: readonly string[], language: Language): string[] {
  return files.map((file) => {
    const href = `/_app/immutable/${language}/${file}`
    return file.endsWith('.css')
      ? `<link rel="stylesheet" href="${href}">`
      : `<link rel="modulepreload" href="${href}">`
  })
}
