import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { EVERY_PAGE } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

let server: TestServer
let anna: Person
let bram: TestPlayer
let game: number
beforeAll(async () => {
  server = await startServer({ webClient: EVERY_PAGE })
  anna = await registerPerson(server)
  bram = await server.player('bram')
  game = (await beginGame(anna, bram)).id
})
afterAll(() => server?.close())

const get = (path: string, headers: Record<string, string> = {}, site = server) =>
  fetch(site.url + path, { headers })
const policyOf = ({ headers }: Response) =>
  /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
const cookie = async () => {
  const answer = await server.call('logIn', {
    body: { username: anna.username, password: PASSWORD },
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}

test('these addresses alone may stand in other pages', async () => {
  for (const path of [`/embed/games/${game}`, '/embed/puzzles/daily', '/embed/analyses/12']) {
    const page = await get(path)
    expect([path, page.status, policyOf(page), page.headers.get('x-frame-options')]).toEqual([
      path,
      200,
      '*',
      null,
    ])
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  }
  for (const path of [`/games/${game}`, '/', '/embed', '/embed/players/anna', '/puzzles', '/api/v1/about']) {
    const page = await get(path, { accept: 'text/html' })
    expect([path, policyOf(page), page.headers.get('x-frame-options')]).toEqual([path, "'none'", 'DENY'])
  }
})

test('cookies change nothing, and none is set', async () => {
  const headers = { cookie: await cookie(), 'accept-language': 'nl' }
  for (const path of [`/embed/games/${game}`, '/embed/puzzles/daily']) {
    const [own, visitors] = [await get(path, headers), await get(path, { 'accept-language': 'nl' })]
    expect(own.headers.getSetCookie()).toEqual([])
    const html = await own.text()
    expect(html).toBe(await visitors.text())
    expect(html).toContain('<html lang="nl"')
    const again = await get(path, { 'accept-language': 'nl', 'if-none-match': own.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  }
})

test('its socket is a visitor’s, whatever cookie comes with it', async () => {
  const headers = { cookie: await cookie(), origin: 'https://blog.example' }
  expect(await openSocket(server.url, { headers }).then(() => 'opened', String)).toBe('Error: 403')
  const socket = await openSocket(server.url, { headers, visitor: true })
  socket.send({ type: 'watch', game })
  expect((await socket.waitFor('watching')).game.id).toBe(game)
  await bram.call('createChallenge', {
    body: { rules: 'muehle', opponent: anna.username, clock: { kind: 'per-move', days: 3 } },
  })
  await anna.call('playMove', { params: { id: game }, body: { move: 'd6', ply: 0 } })
  await socket.waitFor('game')
  expect(socket.messages().map(({ type }) => type)).not.toContain('challenge')
  socket.socket.close()
})

test('the language and the theme are those of the address', async () => {
  const html = async (query: string) => (await get(`/embed/games/${game}${query}`)).text()
  expect(await html('?lang=de&theme=dark')).toContain('<html lang="de" data-theme="dark">')
  expect(await html('?lang=xx&theme="><script>')).toContain('<html lang="en">')
})

test('what is not there is 404', async () => {
  for (const path of [
    '/embed/games/99999999',
    '/embed/games/x',
    '/embed/games/9999999999999999',
    '/embed/analyses/x',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('a site that only members read has none, for members neither', async () => {
  const closed = await startServer({
    database: server.database,
    webClient: EVERY_PAGE,
    env: { READERS: 'members', PUBLIC_URL: server.deps.config.publicUrl },
  })
  for (const path of [`/embed/games/${game}`, '/embed/puzzles/daily', '/embed/analyses/12'])
    for (const headers of [undefined, { cookie: await cookie() }]) {
      const page = await get(path, headers, closed)
      expect([path, page.status, policyOf(page)]).toEqual([path, 403, "'none'"])
    }
  await closed.close()
})
