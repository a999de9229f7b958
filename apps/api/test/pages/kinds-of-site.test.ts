import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted, foundClub } from '../competition/found-clubs.ts'
import { registerPerson } from '../people/registered-person.ts'
import { beginGame } from '../play/begin-game.ts'
import { EVERY_PAGE } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const PUBLIC_URL = 'https://tegenzet.example'

/** What others show of a site, by the kind of site. A frame says in one line that there is nothing. */
const STATUSES = `
                       open  puzzles  analysis  clubs  news  members
/embed/games/GAME      200   200      200       200    200   403
/embed/puzzles/daily   200   404      200       200    200   403
/embed/analyses/12     200   200      404       200    200   403
/oembed?url=GAME_PAGE  200   200      200       200    200   401
/oembed?url=PUZZLES    200   404      200       200    200   401
/feeds/news.en.atom    200   200      200       200    403   401
/feeds/players/anna.atom 200 200      200       200    200   401
/feeds/clubs/CLUB.atom 200   200      200       403    200   401
/feeds/turns/SECRET.atom 200 200      200       200    200   200`
const [kinds, ...rows] = STATUSES.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/)) as [string[], ...string[][]]
const SETTINGS: Record<string, Record<string, string>> = {
  open: {},
  members: { READERS: 'members' },
}

let server: TestServer
let names: Record<string, string>
beforeAll(async () => {
  server = await startServer({ webClient: EVERY_PAGE, env: { PUBLIC_URL } })
  const [anna, bram] = [await server.player('anna'), await server.player('bram')]
  const game = (await beginGame(anna, bram)).id
  const { slug } = await foundClub(server, anna, 'Molens')
  const { url } = accepted(await (await registerPerson(server)).call('createTurnFeed'))
  names = {
    GAME_PAGE: encodeURIComponent(`${PUBLIC_URL}/games/${game}`),
    GAME: String(game),
    PUZZLES: encodeURIComponent(`${PUBLIC_URL}/puzzles`),
    CLUB: slug,
    SECRET: url.split('/').at(-1)!.replace('.atom', ''),
  }
})
afterAll(() => server?.close())

test.each(kinds.map((kind, n) => [kind, n + 1] as const))('of a site: %s', async (kind, column) => {
  const site = await startServer({
    database: server.database,
    webClient: EVERY_PAGE,
    env: { PUBLIC_URL, ...(SETTINGS[kind] ?? { WITHOUT: kind }) },
  })
  const answered: (string | number)[][] = []
  for (const [pattern = ''] of rows) {
    const path = Object.entries(names).reduce((path, [name, value]) => path.replace(name, value), pattern)
    answered.push([pattern, String((await fetch(site.url + path)).status)])
  }
  expect(answered).toEqual(rows.map((row) => [row[0], row[column]]))
  await site.close()
})
