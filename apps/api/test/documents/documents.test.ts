import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUIDES } from '../../src/about/documents/guides.ts'
import { SITE_DOCUMENTS, SiteDocuments } from '../../src/about/documents/site-documents.ts'
import { readConfig } from '../../src/config/config.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const CLIENT_PAGES = fileURLToPath(new URL('../../../web/src/routes', import.meta.url))
/** Served with the web client, which this server does not have. */
const CLIENT_FILES = ['/', '/logo.svg', '/theme.js']
const OPERATOR = {
  OPERATOR_NAME: 'Club <Molen> & *Damen*',
  OPERATOR_ADDRESS: 'Kerkstraat 1, 3581 Utrecht',
  OPERATOR_EMAIL: 'post@club.example',
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    env: { PUBLIC_URL: 'https://molen.example', SITE_NAME: 'Molenclub', ...OPERATOR },
  })
})
afterAll(() => server.close())

const open = async (path: string, language = 'en') => {
  const response = await fetch(server.url + path, { headers: { 'accept-language': language } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('about names the site and who runs it', async () => {
  const { body } = await server.call('getAbout')
  expect(body).toMatchObject({
    name: 'Molenclub',
    operator: {
      name: OPERATOR.OPERATOR_NAME,
      address: OPERATOR.OPERATOR_ADDRESS,
      email: OPERATOR.OPERATOR_EMAIL,
    },
  })
})

/** Where the menu of the web client leads visitors. */
const MENU = [
  ...readFileSync(join(CLIENT_PAGES, 'MainMenu.svelte'), 'utf8').matchAll(/^ {2}\{ href: '(\/\w+)', text/gm),
].map(([, path]) => path!)

test.each(SITE_DOCUMENTS)('/%s names site and operator in each language, without leftovers', async (name) => {
  const titles = new Set<string>()
  for (const language of LANGUAGES) {
    const { status, headers, html } = await open(`/${name}?lang=${language}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain(`<html lang="${language}">`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    for (const path of MENU) expect(html).toContain(`<a href="${path}">`)
    expect(html).not.toMatch(/\{\{|undefined|<Molen>/)
    expect(html).toContain('<a href="mailto:post@club.example">post@club.example</a>')
    if (name !== 'moderation') expect(html).toContain('Club &lt;Molen&gt; &amp; *Damen*<br>Kerkstraat 1')
    titles.add(/<title>(.+)<\/title>/.exec(html)![1]!)
  }
  expect(titles.size).toBe(LANGUAGES.length)
})

test('a page has the menu of whoever reads it, and is kept for nobody else', async () => {
  const visitor = await open('/terms')
  expect(visitor.html).toContain('<a href="/login?next=%2Fterms">Log in</a>')
  expect(visitor.html).toContain('<a href="/register?next=%2Fterms">Register</a>')
  expect(visitor.html).not.toMatch(/href="\/(games|account|notices|admin)"/)
  expect(visitor.headers.get('cache-control')).toBe('no-cache')
  expect(visitor.headers.get('vary')).toContain('Cookie')

  const body = { username: 'anna', email: 'anna@example.org', password: 'a horse on a battery' }
  const { headers: registered } = await server.call('register', { body })
  const cookie = registered.getSetCookie()[0]!.split(';', 1)[0]!
  const own = await (await fetch(`${server.url}/terms`, { headers: { cookie } })).text()
  for (const link of ['<a href="/games">My games</a>', '<a href="/account">anna</a>', 'href="/notices"'])
    expect(own).toContain(link)
  expect(own).not.toMatch(/\/login|href="\/register/)
  const { headers } = await fetch(`${server.url}/guides/rules`, { headers: { cookie } })
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a cell of a guide’s table names its column, for phones', async () => {
  const { html } = await open('/guides/bots')
  expect(html).toContain('<td data-label="plays">')
})

test('a page is in the language of the browser, unless its address says otherwise', async () => {
  expect((await open('/terms', 'sv, fr;q=0.8, nl;q=0.9')).html).toContain('<html lang="nl">')
  expect((await open('/terms', 'sv')).html).toContain('<html lang="en">')
  expect((await open('/terms?lang=de&lang=fr', 'nl')).html).toContain('<html lang="nl">')
  expect((await open('/terms?lang=xx', '')).html).toContain('<html lang="en">')
})

test('every link between the documents and guides works, also to a heading', async () => {
  const pages = new Map<string, string>()
  const waiting = ['/guides', '/terms']
  const broken: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, html } = await open(path)
    if (status !== 200) broken.push(path)
    pages.set(path, html)
    for (const [, href] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g))
      if (isPage(href!)) waiting.push(href!)
      else if (!isServedElsewhere(href!) && (await open(href!)).status !== 200)
        broken.push(`${path}: ${href}`)
  }
  for (const [path, html] of pages)
    for (const [, page, anchor] of html.matchAll(/href="([^"#?]*)#([^"]+)"/g))
      if (!pages.get(page || path)?.includes(`id="${decodeURIComponent(anchor!)}"`))
        broken.push(`${path}: ${page}#${anchor}`)
  expect(broken).toEqual([])
  expect([...pages.keys()]).toEqual(expect.arrayContaining(GUIDES.map((name) => `/guides/${name}`)))
})
const isPage = (path: string) =>
  path.startsWith('/guides') || SITE_DOCUMENTS.some((name) => path === `/${name}`)
/** A page without a view, such as /ladders, leads to another. */
const isServedElsewhere = (path: string) =>
  CLIENT_FILES.includes(path) ||
  ['+page.svelte', '+page.ts'].some((file) => existsSync(join(CLIENT_PAGES, path, file)))

test('a guide has the URL of this server and no link to documents that are not served', async () => {
  const guide = (await open('/guides/api-guide')).html
  expect(guide).toContain('{HOST:-https://molen.example}')
  expect((await open('/guides/rules')).html).not.toContain('.md"')
  expect((await open('/guides/rules')).html).toContain('<h3 id="a-claim">')
  expect((await open('/guides/decisions')).status).toBe(404)
})

test('the menu leads to what the site has for everybody, as the web client’s does', async () => {
  const menuWith = async (env: Record<string, string>) => {
    const other = await startServer({ database: server.database, env })
    const html = await (await fetch(`${other.url}/terms`)).text()
    await other.close()
    const menu = /<nav id="nav".*?<span class="gap">/s.exec(html)?.[0] ?? ''
    return [...menu.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  }
  const [lobby, others] = [
    ['/lobby', '/watch', '/puzzles', '/analysis'],
    ['/clubs', '/leaderboards', '/rules'],
  ]
  expect(await menuWith({})).toEqual([...lobby, '/tournaments', ...others])
  expect(await menuWith({ WITHOUT: 'tournaments,ladders' })).toEqual([...lobby, '/leagues', ...others])
  expect(await menuWith({ WITHOUT: 'tournaments,ladders,leagues' })).toEqual([...lobby, ...others])
  expect(await menuWith({ READERS: 'members' })).toEqual(['/rules'])
})

describe('the documents of a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tegenzet-pages-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const documents = (env: Record<string, string>) =>
    new SiteDocuments(readConfig(env, () => 'a secret for tests'))

  test('say plainly that the operator is unknown', () => {
    const { body } = documents({}).read('privacy', 'en')
    expect(body).toContain('<strong>The host of this server has not said who runs it.</strong>')
    expect(body).toContain('Write to the operator of this server.')
  })

  test('replace ours in every language', () => {
    writeFileSync(join(folder, 'terms.nl.md'), '# Regels van {{site}}\n\nWees aardig. {{operator}}\n')
    const own = documents({ PAGES_DIR: folder, OPERATOR_NAME: 'Jan' })
    expect(own.read('terms', 'de')).toEqual({
      language: 'nl',
      title: 'Regels van Tegenzet',
      body: '<h1 id="regels-van-site">Regels van Tegenzet</h1>\n<p>Wees aardig. Jan</p>\n',
    })
    expect(own.languagesOf('terms')).toEqual(['nl'])
    expect(own.languagesOf('privacy')).toEqual([...LANGUAGES])
  })

  test.each([
    [
      'terms.xx.md',
      '# Title',
      'terms.xx.md is none of about, terms, privacy, moderation, welcome with a language',
    ],
    ['terms.en.md', '# {{sight}}', 'terms.en.md has the unknown placeholder {{sight}}'],
    ['terms.en.md', 'no title', 'terms.en.md has no heading'],
  ])('are refused at the start if %s is %s', (file, content, message) => {
    const wrong = join(folder, `${message.length}`)
    mkdirSync(wrong)
    writeFileSync(join(wrong, file), content)
    expect(() => documents({ PAGES_DIR: wrong })).toThrow(message)
  })

  test('need a directory, and an operator a name', () => {
    expect(() => documents({ PAGES_DIR: join(folder, 'missing') })).toThrow(
      'PAGES_DIR: there is no directory',
    )
    expect(() => documents({ OPERATOR_EMAIL: 'a@b.example' })).toThrow('OPERATOR_NAME: required')
  })
})
