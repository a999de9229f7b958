import { PHONE, sharedBrowser } from '../src/browser.ts'
import { measureVisit, type Visit } from '../src/measure-visit.ts'
import { beginGame, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'

// Part of `pnpm bench open`: when the lists that a player opens are painted on a slow phone (a quarter of this machine's speed,
// 1.6 Mbit/s, 150 ms), at the first visit and when the service worker has kept the scripts.

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PATHS = ['/games', '/players/daan', '/lobby', '/watch']

const server = await startTestServer()
const browser = await sharedBrowser()
const player = await registerPlayer(browser, server.url, 'clara')
const daan = await registerPlayer(browser, server.url, 'daan')
for (const rules of ['muehle', 'molenspel', 'halma'] as const) await beginGame(player, daan, rules)
const storageState = await player.context.storageState()
for (const path of PATHS) {
  const visits: { first: Visit; second: Visit }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      ...PHONE,
      storageState,
      baseURL: server.url,
      serviceWorkers: 'allow',
    })
    const first = await measureVisit(context, path, { slow: true })
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForFunction(() => caches.match('/_app/shell/en.html').then(Boolean))
    await page.close()
    const second = await measureVisit(context, path, { slow: true })
    visits.push({ first, second })
    await context.close()
  }
  for (const visit of ['first', 'second'] as const) {
    const all = visits.map((each) => each[visit]).sort((a, b) => a.largestMs - b.largestMs)
    const { paintMs, largestMs, bytes, requests, shift } = all[Math.floor(all.length / 2)]!
    console.log(
      `${path}, ${visit} visit: painted after ${paintMs.toFixed(0)} ms, its largest part after ${largestMs.toFixed(0)} ms, ${requests.length} requests, ${(bytes / 1000).toFixed(0)} kB, layout shift ${shift.toFixed(3)}`,
    )
    if (process.env.VERBOSE) console.log(requests.join('\n'))
  }
}
await browser.close()
await server.close()
