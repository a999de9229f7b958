import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as m from '@tegenzet/texts/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebClient } from '../../src/pages/web-client.ts'
import { startServer, type TestServer } from '../server/harness.ts'

// What a host gives the site: a colour and a logo.

const PAGE = '<!doctype html>\n<html lang="en"><head><!--head--></head><body></body></html>'
const WEB_CLIENT: WebClient = {
  build: 'test',
  files: fileURLToPath(new URL('../../../web/static', import.meta.url)),
  pages: { en: PAGE, nl: PAGE, de: PAGE, fr: PAGE },
  routes: [{ id: '/', pattern: /^\/$/, files: [] }],
  missing: [],
  scriptHashes: [],
}
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'look-'))
  writeFileSync(join(folder, 'logo.svg'), LOGO)
  writeFileSync(join(folder, 'welcome.nl.md'), 'Elke **donderdag** in het buurthuis van {{site}}.\n')
  server = await startServer({ env: { ACCENT: 'rebeccapurple', PAGES_DIR: folder }, webClient: WEB_CLIENT })
})
afterAll(() => server?.close())

const pageAt = async (path: string, { url } = server) =>
  (await fetch(url + path, { headers: { accept: 'text/html' } })).text()

test('every page has the host’s colour', async () => {
  for (const path of ['/', '/nowhere', '/about', '/guides'])
    expect(await pageAt(path), path).toMatch(
      /<html[^>]* style="--accent:light-dark\(#663399,#\w{6}\);--accent-wash:light-dark\(#\w{6},#\w{6}\)"/,
    )
})

test('the host’s logo stands on the pages, and can do nothing where it is opened', async () => {
  const response = await fetch(`${server.url}/logo.svg`)
  expect(await response.text()).toBe(LOGO)
  expect(response.headers.get('content-security-policy')).toBe('sandbox')
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  const known = { headers: { 'if-none-match': response.headers.get('etag')! } }
  expect((await fetch(`${server.url}/logo.svg`, known)).status).toBe(304)
  for (const path of ['/', '/about']) expect(await pageAt(path)).toContain('src="/logo.svg"')
})

test('the host’s words to visitors come with the home page, in a language that there is', async () => {
  expect((await server.call('getAbout')).body.welcome).toBe(true)
  const { status, body } = await server.call('getWelcome', { query: { language: 'de' } })
  expect([status, body]).toEqual([
    200,
    { language: 'nl', html: '<p>Elke <strong>donderdag</strong> in het buurthuis van Tegenzet.</p>\n' },
  ])
  expect(await pageAt('/')).toContain('"/api/v1/about/welcome?language=')
})

test('the home page says the host’s words, not ours, before its scripts have run', async () => {
  const html = '<div lang="nl"><p>Elke <strong>donderdag</strong> in het buurthuis van Tegenzet.</p>'
  const closed = await startServer({
    database: server.database,
    env: { READERS: 'members', PAGES_DIR: folder },
    webClient: WEB_CLIENT,
  })
  for (const [at, own] of [
    [server, m.home_text],
    [closed, m.home_closed_text],
  ] as const) {
    const page = await pageAt('/', at)
    const view = page.slice(page.indexOf('class="first-view"'), page.indexOf('id="answers"'))
    expect(view).toContain(html)
    expect(view).not.toContain(own({}, { locale: 'en' }))
  }
  await closed.close()
})

test('the first board is of the first game that the site offers', async () => {
  const halma = await startServer({
    database: server.database,
    env: { GAMES: 'halma,muehle' },
    webClient: WEB_CLIENT,
  })
  const page = await pageAt('/', halma)
  expect(page.includes('<legend class="sr-only">Board: Halma</legend>')).toBe(true)
  expect(page.match(/href="\/en\/rules\/\w+"/g)).toEqual([
    'href="/en/rules/halma"',
    'href="/en/rules/muehle"',
  ])
  await halma.close()
})
