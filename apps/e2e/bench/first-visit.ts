import type { BrowserContext } from 'playwright-core'
import { gameWithRepetition } from '../../api/test/play/repetition-games.ts'
import { PHONE, sharedBrowser } from '../src/browser.ts'
import { measureVisit, type Visit } from '../src/measure-visit.ts'
import { beginGame, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'

// Part of `pnpm bench open`: how long the first and the second visit of a page take on a slow phone (a quarter of this
// machine's speed, 1.6 Mbit/s, 150 ms), until the board takes taps, and until the scripts play them. The second visit is that
// of a reader whose service worker has kept the scripts. The server's part of the page takes the slow network then too.

const ROUNDS = Number(process.env.ROUNDS ?? 5)

const server = await startTestServer()
const anna = await server.player('anna')
const bram = await server.player('bram')
const short = await gameWithRepetition(server, anna, bram, { plies: 20 })
const long = await gameWithRepetition(server, anna, bram, { plies: 1990 })
const browser = await sharedBrowser()
const player = await registerPlayer(browser, server.url, 'clara')
await beginGame(player, await registerPlayer(browser, server.url, 'daan'), 'muehle')
const pages = {
  home: { path: '/' },
  'a player’s home': { path: '/', storageState: await player.context.storageState() },
  'a game': { path: `/games/${short.id}` },
  'a long game': { path: `/games/${long.id}` },
  'the analysis board': { path: '/analysis/muehle' },
}
for (const [name, { path, ...reader }] of Object.entries(pages)) {
  const visits: { first: Visit; second: Visit }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      ...PHONE,
      ...reader,
      baseURL: server.url,
      serviceWorkers: 'allow',
    })
    const first = await measureVisit(context, path, { slow: true })
    await waitForWorker(context)
    const second = await measureVisit(context, path, { slow: true })
    visits.push({ first, second })
    await context.close()
  }
  for (const visit of ['first', 'second'] as const) {
    const all = visits.map((each) => each[visit]).sort((a, b) => a.boardMs - b.boardMs)
    const { boardMs, scriptsMs, bytes, requests, shift } = all[Math.floor(all.length / 2)]!
    console.log(
      `${name}, ${visit} visit: board after ${boardMs.toFixed(0)} ms, its scripts after ${scriptsMs.toFixed(0)} ms, ${requests.length} requests, ${(bytes / 1000).toFixed(0)} kB, layout shift ${shift.toFixed(3)}`,
    )
    if (process.env.VERBOSE) console.log(requests.join('\n'))
  }
}
await browser.close()
await server.close()

/** Waits until the service worker has kept the scripts. */
async function waitForWorker(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForFunction(() => caches.match('/_app/shell/en.html').then(Boolean))
  await page.close()
}
