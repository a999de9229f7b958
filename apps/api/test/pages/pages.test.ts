import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@tegenzet/contract'
import { decodePosition, RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedPuzzles } from '../../src/analysis/puzzles/shipped-puzzles.ts'
import { escapeHtml } from '../../src/http/escape-html.ts'
import type { WebClient } from '../../src/pages/web-client.ts'
import { foundClub, proposeMatch } from '../competition/found-clubs.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { gameWithRepetition } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const PAGE = '<html><head><!--head--></head><body><div id="app"></div></body></html>'
const route = (id: string, pattern: RegExp) => ({
  id,
  pattern,
  files: ['entry/app.js', 'assets/core.css'],
  loggedInFiles: ['chunks/players.js'],
})
const WEB_CLIENT: WebClient = {
  build: 'test',
  files: fileURLToPath(new URL('../../../web/static', import.meta.url)),
  pages: { en: PAGE, nl: PAGE, de: PAGE, fr: PAGE },
  routes: [
    route('/', /^\/$/),
    route('/account', /^\/account\/?$/),
    route('/analysis', /^\/analysis\/?$/),
    route('/analysis/[id]', /^\/analysis\/([^/]+?)\/?$/),
    route('/games', /^\/games\/?$/),
    route('/lobby', /^\/lobby\/?$/),
    route('/watch', /^\/watch\/?$/),
    route('/games/[id]', /^\/games\/([^/]+?)\/?$/),
    route('/players/[username]', /^\/players\/([^/]+?)\/?$/),
    route('/rules', /^\/rules\/?$/),
    route('/rules/[id]', /^\/rules\/([^/]+?)\/?$/),
    route('/puzzles', /^\/puzzles\/?$/),
    route('/puzzles/[id]', /^\/puzzles\/([^/]+?)\/?$/),
    route('/clubs', /^\/clubs\/?$/),
    route('/clubs/[id]', /^\/clubs\/([^/]+?)\/?$/),
    route('/matches/[id]', /^\/matches\/([^/]+?)\/?$/),
  ],
  missing: ['assets/core.css'],
  scriptHashes: [],
}

let server: TestServer
let anna: TestPlayer
let game: number
let cookie: string
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://molen.example' }, webClient: WEB_CLIENT })
  anna = await server.player('anna')
  const bram = await server.player('bram')
  game = (await gameWithRepetition(server, anna, bram)).id
  const body = {
    username: 'greta',
    email: 'greta@example.org',
    password: 'correct horse battery',
    language: 'de',
  }
  cookie = (await server.call('register', { body })).headers.getSetCookie()[0]!.split(';', 1)[0]!
})
afterAll(() => server.close())

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers: { 'accept-language': 'nl', ...headers } })
  const html = await response.text()
  const answers = /id="answers"[^>]*>(.*)<\/script>/.exec(html)?.[1]
  return { status: response.status, headers: response.headers, html, answers: JSON.parse(answers ?? '{}') }
}

test('a page is compressed, and not sent again to a reader who has it', async () => {
  for (const path of [`/games/${game}`, '/sitemap.xml']) {
    const headers = { 'accept-language': 'nl', 'accept-encoding': 'br' }
    const page = await fetch(server.url + path, { headers })
    await page.text()
    expect([path, page.headers.get('content-encoding')]).toEqual([path, 'br'])
    expect(page.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
  }
  const first = await open(`/games/${game}`)
  const known = { 'if-none-match': first.headers.get('etag')! }
  const again = await open(`/games/${game}`, known)
  expect([again.status, again.html]).toEqual([304, ''])
  expect((await open(`/games/${game}`, { ...known, cookie })).status).toBe(200)
})

test('a page comes with its scripts and with the answers it starts with', async () => {
  const { status, html, answers } = await open(`/games/${game}`)
  expect(status).toBe(200)
  expect(html).toContain('<link rel="modulepreload" href="/_app/immutable/nl/entry/app.js">')
  expect(html).toContain('<link rel="stylesheet" href="/_app/immutable/nl/assets/core.css">')
  expect(answers['/api/v1/session']).toEqual([200, { account: null }])
  expect(answers[`/api/v1/games/${game}`]).toMatchObject([200, { id: game }])
  const [, { items }] = answers[`/api/v1/games/${game}/moves`]
  expect(Object.keys(items[0])).toEqual(['move'])
  const own = await open('/account', { cookie })
  expect(own.answers['/api/v1/session']).toMatchObject([200, { account: { username: 'greta' } }])
  expect(own.answers['/api/v1/account/notices']).toMatchObject([200, { unread: expect.any(Number) }])
})

test('a page of somebody who is logged in is never stored, and says where its events go on', async () => {
  const visitor = await open(`/games/${game}`)
  expect(visitor.headers.get('cache-control')).toBe('private, no-cache')
  expect(visitor.html).toContain('id="answers" data-since="0"')
  for (const path of ['/account', `/games/${game}`]) {
    const { headers, html } = await open(path, { cookie })
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null])
    expect(html).toMatch(/id="answers" data-since="[1-9]\d*"/)
  }
})

test('a game comes with everything that its player’s page starts with, and not to others', async () => {
  const clock = { kind: 'per-move', days: 3 } as const
  const body = { rules: 'muehle', opponent: 'anna', colour: 'black', clock } as const
  const { id } = (await server.call('createChallenge', { headers: { cookie }, body })).body
  const own = (await anna.call('acceptChallenge', { params: { id } })).body.game.id
  const personal = [
    ...['messages?about=offers&limit=100', 'messages?sort=-createdAt&limit=30', 'notes', 'plan'].map(
      (part) => `/api/v1/games/${own}/${part}`,
    ),
    ...['notices', 'people/anna', 'warnings?limit=100'].map((part) => `/api/v1/account/${part}`),
    '/api/v1/games?turn=mine&sort=deadline&limit=100',
  ]
  const { answers } = await open(`/games/${own}`, { cookie })
  for (const path of personal) expect([path, answers[path]?.[0]]).toEqual([path, 200])
  expect(Object.keys((await open(`/games/${own}`)).answers)).not.toEqual(expect.arrayContaining(personal))
  const watched = Object.keys((await open(`/games/${game}`, { cookie })).answers)
  expect(watched.filter((path) => /messages|notes|plan|people/.test(path))).toEqual([])
  await anna.call('cancelGame', { params: { id: own } })
})

test('the language is that of the address, the account, the device or the browser', async () => {
  const language = async (path: string, headers = {}) =>
    /immutable\/(\w\w)\//.exec((await open(path, headers)).html)?.[1]
  expect(await language('/fr', { cookie })).toBe('fr')
  expect(await language('/', { cookie: `${cookie}; locale=en` })).toBe('de')
  expect(await language('/', { cookie: 'locale=en' })).toBe('en')
  expect(await language('/')).toBe('nl')
})

test('a page says what it is about, also to programs that accept anything', async () => {
  const { html } = await open(`/games/${game}?ply=3`, { accept: '*/*' })
  expect(html).toContain('<title>anna')
  expect(html).toContain(`content="https://molen.example/images/games/${game}.png?ply=3"`)
  expect(html).toContain(`<link rel="canonical" href="https://molen.example/games/${game}">`)
  const position = 'ww./.../b../....../..b/.w./..b w 0 0 4 20'
  const asked = encodeURIComponent(position)
  const analysis = (await open(`/analysis/muehle?position=${asked}`, { accept: '*/*' })).html
  expect(analysis).toContain(`content="https://molen.example/images/positions/muehle.png?position=${asked}"`)
  expect(analysis).toContain(
    `property="og:url" content="https://molen.example/analysis/muehle?position=${asked}"`,
  )
  expect(analysis).toContain('name="robots" content="noindex"')
  for (const path of ['/analysis/muehle?position=x', '/analysis/12', `/analysis/muehle?game=${game}`])
    expect((await open(path)).html).not.toContain('og:image')
  const rules = (await open('/de/rules/halma')).html
  expect(rules).toContain('<link rel="canonical" href="https://molen.example/de/rules/halma">')
  expect(rules).toContain('hreflang="x-default" href="https://molen.example/rules/halma"')
  expect(rules.match(/hreflang=/g)).toHaveLength(5)
  expect((await open('/account')).html).toContain('name="robots" content="noindex"')
})

test('a shared puzzle is shown by its picture, and the puzzle of the day is', async () => {
  const [puzzle] = [...shippedPuzzles().values()].filter(
    ({ rules, value }) => rules === 'halma' && value === 'win',
  )
  const { html, answers } = await open(`/puzzles/${puzzle!.id}`)
  expect(html).toMatch(/<title>(Wit|Zwart) is aan zet en wint · Halma · /)
  expect(html).toContain(`content="https://molen.example/images/puzzles/${puzzle!.id}.png"`)
  expect(html).not.toContain('noindex')
  expect(Object.keys(answers)).toContain(`/api/v1/puzzles/${puzzle!.id}`)
  expect((await open('/puzzles')).html).toMatch(/images\/puzzles\/\w+\.png/)
})

test('clubs and their matches are shown by their names and by what the club says of itself', async () => {
  const [carl, dora] = [await server.player('carl'), await server.player('dora')]
  const town = await foundClub(server, carl, 'Mill <Town>')
  const other = await foundClub(server, dora, 'Windmills')
  expect((await open('/clubs')).html).toContain('<title>Clubs · ')
  const bare = (await open(`/clubs/${town.slug}`)).html
  expect(bare).toContain('<title>Mill &lt;Town&gt; · ')
  expect(bare).toContain('content="Speel met je club tegen andere clubs')
  const description = `We meet\non Thursdays. ${'x'.repeat(300)}`
  await carl.call('changeClub', { params: { slug: town.slug }, body: { description } })
  expect((await open(`/clubs/${town.slug}`)).html).toMatch(/content="We meet on Thursdays\. x{177}…"/)
  const match = await proposeMatch(server, carl, [town, other])
  expect((await open(`/matches/${match.id}`)).html).toContain('<title>Mill &lt;Town&gt;\u00a0– Windmills · ')
})

test('home comes with its board, and it and the rules with text in the reader’s language', async () => {
  const home = (await open('/fr')).html
  expect(home).toContain('<h1>Jeux du moulin')
  expect(home).toMatch(/<svg viewBox="0 0 640 640".*<path stroke-width="4.6" d="M/)
  expect(home).toContain('href="/fr/rules/halma"')
  const halma = (await open('/de/rules/halma')).html
  expect(halma).toContain('<h1>Halma')
  expect(halma).toContain('<h2>Ziel des Spiels</h2>')
  expect((await open('/de/rules/h%61lma')).html).toContain('<h1>Halma')
  expect((await open('/', { cookie })).html).not.toContain('<main')
  expect((await open('/rules/chess', { accept: 'text/html' })).html).not.toContain('<main')
})

test('the analysis board comes with the position and title of its game, of the first one for an unknown game', async () => {
  for (const [query, name] of [
    ['', 'Mühle'],
    ['?rules=halma', 'Halma'],
    ['?rules=chess', 'Mühle'],
  ]) {
    const { html } = await open(`/analysis${query}`)
    expect(html).toMatch(new RegExp(`<title>[^<]*${name}`))
    expect(html).toContain(`<legend class="sr-only">`)
    expect(html.match(/data-point=/g)).toHaveLength(name === 'Halma' ? 100 : 24)
  }
})

test('lists come with their heading and what a player opens them for', async () => {
  for (const [path, title, calls] of [
    [
      '/games',
      'Meine Partien',
      ['/api/v1/users/greta/games/counts', '/api/v1/games?turn=mine&sort=deadline&limit=50'],
    ],
    ['/players/anna', 'anna', ['/api/v1/users/anna', '/api/v1/games?player=anna&status=active&limit=10']],
    ['/lobby', 'Lobby', ['/api/v1/challenges']],
    ['/watch', 'Zuschauen', ['/api/v1/games?status=active&guests=false&limit=42']],
  ] as const) {
    const { html, answers } = await open(path, { cookie })
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`<title>${title} · Tegenzet</title>`)
    for (const call of calls) expect([call, answers[call]?.[0]]).toEqual([call, 200])
  }
  expect((await open('/games')).html).not.toContain('<main')
})

test('a game comes with its board as the reader sees it, with a button on each point', async () => {
  const { html, answers } = await open(`/games/${game}`)
  const [, { rules, position }] = answers[`/api/v1/games/${game}`]
  const stones = Object.entries(decodePosition(ruleSet(rules), position).stones)
  expect(html.match(/<circle /g)).toHaveLength(stones.length)
  expect(html.match(/data-point="/g)).toHaveLength(24)
  for (const [point, side] of stones)
    expect(html).toContain(`aria-label="${point}, ${side === 'white' ? 'witte' : 'zwarte'} steen"`)
  expect(html).not.toContain('data-side')
  expect((await open(`/games/${game}?ply=3`)).html).not.toContain('<main')

  // Black sees the board from the other side, and puts stones on it when it is her turn
  const clock = { kind: 'per-move', days: 3 } as const
  const body = { rules: 'muehle', opponent: 'anna', colour: 'black', clock } as const
  const { id } = (await server.call('createChallenge', { headers: { cookie }, body })).body
  const own = (await anna.call('acceptChallenge', { params: { id } })).body.game.id
  const view = async () => (await open(`/games/${own}`, { cookie })).html
  expect(await view()).toMatch(
    /<b>anna<\/b>.*data-point="a1"[^>]* style="left:88.44%;top:11.56%".*<b>greta<\/b>/,
  )
  expect(await view()).not.toContain('data-side')
  await anna.call('playMove', { params: { id: own }, body: { move: 'd6', ply: 0 } })
  expect((await view()).match(/data-side="black"/g)).toHaveLength(23)

  // and finds it on her home page
  const home = await open('/', { cookie })
  expect(home.html).toMatch(/<h1>Du bist am Zug<\/h1>.*<b>anna<\/b>.*<b>greta<\/b>/)
  expect(home.html.match(/data-side="black"/g)).toHaveLength(23)
  expect(home.html).toContain(
    '<!--own--><link rel="modulepreload" href="/_app/immutable/de/chunks/players.js">',
  )
  expect(home.answers['/api/v1/games?turn=mine&sort=deadline&limit=100']).toMatchObject([
    200,
    { items: [{ id: own }] },
  ])
  expect(home.answers[`/api/v1/games/${own}`]).toMatchObject([200, { ply: 1 }])
  expect(home.answers[`/api/v1/games/${own}/moves`]).toEqual([
    200,
    { items: [{ move: 'd6' }], nextCursor: null },
  ])
})

test('a rule set has the same name in titles, link previews and pages, in each language', async () => {
  const { rules } = (await server.call('getGame', { params: { id: game } })).body
  for (const language of LANGUAGES) {
    const overview = (await open(`/${language}/rules`)).html
    const named = (id: RuleSetId) => escapeHtml(ruleSet(id).names[language])
    for (const id of RULE_SET_IDS) {
      const { html } = await open(`/${language}/rules/${id}`)
      expect(html).toContain(`<title>${named(id)} · Tegenzet</title>`)
      expect(html).toContain(`property="og:title" content="${named(id)} · Tegenzet"`)
      expect(html).toContain(`<h1>${named(id)}</h1>`)
      expect(overview).toContain(`<a href="/${language}/rules/${id}">${named(id)}</a>`)
    }
    const preview = (await open(`/${language}/games/${game}`)).html
    expect(preview).toMatch(new RegExp(`property="og:description" content="[^"]*${named(rules)}`))
  }
})

test.each([
  ...['/nowhere', '/games/99999999', '/games/x', '/players/nobody', '/rules/chess', '/games/%00'],
  ...['/puzzles/nothing', '/puzzles/A%20b', '/clubs/nowhere', '/matches/99999999', '/matches/x'],
])('%s is a page with the status 404', async (path) => {
  const { status, html, headers } = await open(path, { accept: 'text/html' })
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(html).toContain('noindex')
  expect(html).toContain('/_app/immutable/nl/assets/core.css')
})

describe('pictures', () => {
  const image = async (path: string) => {
    const response = await fetch(server.url + path)
    const bytes = Buffer.from(await response.arrayBuffer())
    const isPng = bytes.subarray(1, 4).toString() === 'PNG'
    return {
      status: response.status,
      bytes,
      cached: response.headers.get('cache-control'),
      size: isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null,
    }
  }

  test('show a position of a game', async () => {
    const [last, early] = [`/images/games/${game}.png`, `/images/games/${game}.png?ply=3`]
    expect((await image(last)).size).toEqual([1200, 630])
    expect((await image(early)).bytes.equals((await image(last)).bytes)).toBe(false)
    expect((await image(early)).bytes.equals((await image(early)).bytes)).toBe(true)
  })

  test('show any position', async () => {
    const one = '/images/positions/muehle.png?position=ww./.../b../....../..b/.w./..b%20w%200%200%204%2020'
    const drawn = await image(one)
    expect(drawn).toMatchObject({ status: 200, size: [1200, 630], cached: 'public, max-age=31536000' })
    for (const path of ['/images/positions/muehle.png', '/images/positions/halma.png'])
      expect((await image(path)).bytes.equals(drawn.bytes), path).toBe(false)
    const missing = ['muehle', 'chess.png', 'muehle.png?position=x', 'muehle.png?game=1']
    for (const path of missing) expect((await image(`/images/positions/${path}`)).status, path).toBe(404)
  })

  test('are cached for long only for a position that was played', async () => {
    for (const [query, cached] of [
      ['?ply=3', 'public, max-age=31536000'],
      ['', 'public, max-age=60'],
      ['?ply=99', 'public, max-age=60'],
      ['?ply=x', 'public, max-age=60'],
    ])
      expect(await image(`/images/games/${game}.png${query}`)).toMatchObject({ status: 200, cached })
  })

  test('show a puzzle', async () => {
    const [puzzle] = shippedPuzzles().keys()
    const shown = await image(`/images/puzzles/${puzzle}.png`)
    expect(shown).toMatchObject({ status: 200, size: [1200, 630], cached: 'public, max-age=31536000' })
  })

  test.each([
    ...['/images/games/99999999.png', '/images/games/x.png', '/images/games/1'],
    ...['/images/puzzles/nothing.png', '/images/puzzles/A.png', '/images/puzzles/1'],
  ])('%s is not there', async (path) => expect((await image(path)).status).toBe(404))

  test('are not drawn without the moves, and count for whoever asks', async () => {
    const limited = await startServer({
      env: { RATE_LIMIT: '2' },
      database: server.database,
      webClient: WEB_CLIENT,
    })
    try {
      const get = (path: string, address: string) =>
        limited.app.inject({ url: `/images/${path}.png`, remoteAddress: address })
      // the picture, the game and its moves are three requests
      for (const address of ['192.0.2.1', '192.0.2.2'])
        expect(await get(`games/${game}`, address)).toMatchObject({ statusCode: 429 })
      expect(await get('positions/halma', '192.0.2.3')).toMatchObject({ statusCode: 429 })
    } finally {
      await limited.close()
    }
  })

  test('are the icons of the manifest', async () => {
    const response = await fetch(`${server.url}/manifest.webmanifest?lang=fr`)
    const manifest = (await response.json()) as { lang: string; icons: { src: string; sizes: string }[] }
    expect(manifest.lang).toBe('fr')
    for (const { src, sizes } of manifest.icons.filter(({ src }) => src.endsWith('.png')))
      expect((await image(src)).size?.join('x'), src).toBe(sizes)
  })
})

test('programs that ask for /favicon.ico get the icon', async () => {
  const response = await fetch(`${server.url}/favicon.ico`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('search engines find the pages of each language', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  expect(robots).toContain('Sitemap: https://molen.example/sitemap.xml')
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  expect(sitemap).toContain('<loc>https://molen.example/de/rules/halma</loc>')
})
