import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { EVERY_PAGE } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const PUBLIC_URL = 'https://tegenzet.example'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: number
beforeAll(async () => {
  server = await startServer({ webClient: EVERY_PAGE, env: { PUBLIC_URL } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  game = (await beginGame(anna, bram)).id
})
afterAll(() => server?.close())

const ask = (query: Record<string, string>, site = server) =>
  fetch(`${site.url}/oembed?${new URLSearchParams(query)}`)
const read = async (query: Record<string, string>): Promise<any> => (await ask(query)).json()
const frameOf = (html: string) =>
  /^<iframe src="([^"]+)" title="([^"]+)" width="(\d+)" height="(\d+)"/.exec(html)?.slice(1)

test('a game’s page leads to its frame, in the sizes that were asked for', async () => {
  const answer = await ask({ url: `${PUBLIC_URL}/games/${game}`, format: 'json' })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/json; charset=utf-8',
    'public, max-age=300',
  ])
  const body = (await answer.json()) as any
  expect(body).toMatchObject({
    type: 'rich',
    version: '1.0',
    title: 'anna against bram',
    provider_name: 'Tegenzet',
    provider_url: PUBLIC_URL,
    thumbnail_url: `${PUBLIC_URL}/images/games/${game}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width: 480,
    height: 640,
  })
  const url = `${PUBLIC_URL}/embed/games/${game}`
  expect(frameOf(body.html)).toEqual([url, 'anna against bram', '480', '640'])

  const small = await read({ url: `${PUBLIC_URL}/games/${game}`, maxwidth: '320', maxheight: '5000' })
  expect([small.width, small.height, small.thumbnail_url]).toEqual([320, 640, undefined])
  expect(frameOf(small.html)?.slice(2)).toEqual(['320', '640'])
  const odd = await read({ url: `${PUBLIC_URL}/games/${game}`, maxwidth: '-1', maxheight: 'x' })
  expect([odd.width, odd.height]).toEqual([480, 640])
})

test('keeps the language and the position of the page, and nothing else of its address', async () => {
  const of = async (path: string) => frameOf((await read({ url: PUBLIC_URL + path })).html)
  expect((await of(`/nl/games/${game}?ply=3&x="><script>#y`))?.slice(0, 2)).toEqual([
    `${PUBLIC_URL}/embed/games/${game}?lang=nl&amp;ply=3`,
    'anna tegen bram',
  ])
  expect((await of('/puzzles'))?.[0]).toBe(`${PUBLIC_URL}/embed/puzzles/daily`)
  const { puzzle } = (await server.call('getDailyPuzzle')).body
  expect((await of(`/puzzles/${puzzle.id}`))?.[0]).toBe(`${PUBLIC_URL}/embed/puzzles/${puzzle.id}`)
})

test('answers 404 where there is no board, and 501 to other formats', async () => {
  for (const url of [
    `${PUBLIC_URL}/games/99999999`,
    `${PUBLIC_URL}/games/999999999999999`,
    `${PUBLIC_URL}/games/${game}/more`,
    `${PUBLIC_URL}/players/anna`,
    `${PUBLIC_URL}/puzzles/nosuchpuzzle`,
    `https://elsewhere.example/games/${game}`,
    'no address',
    '',
  ])
    expect([url, (await ask({ url })).status]).toEqual([url, 404])
  expect((await ask({})).status).toBe(404)
  expect((await ask({ url: `${PUBLIC_URL}/games/${game}`, format: 'xml' })).status).toBe(501)
})

test('pages with a board name the address', async () => {
  const linked = async (path: string) => {
    const html = await (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text()
    return /<link rel="alternate" type="application\/json\+oembed" title="[^"]+" href="([^"]+)">/.exec(
      html,
    )?.[1]
  }
  for (const path of [`/games/${game}`, '/puzzles']) {
    const href = (await linked(path))?.replaceAll('&amp;', '&') ?? ''
    expect(href.startsWith(`${PUBLIC_URL}/oembed?`)).toBe(true)
    expect((await fetch(href.replace(PUBLIC_URL, server.url))).status).toBe(200)
  }
  expect(await linked('/players/anna')).toBe(undefined)
})

test('a site that only members read answers 401', async () => {
  const env = { PUBLIC_URL, READERS: 'members' }
  const closed = await startServer({ database: server.database, webClient: EVERY_PAGE, env })
  expect((await ask({ url: `${PUBLIC_URL}/games/${game}` }, closed)).status).toBe(401)
  await closed.close()
})
