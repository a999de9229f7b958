import { MAX_PLY } from '@tegenzet/contract'
import type { Page } from 'playwright-core'
import { gameWithRepetition } from '../../api/test/play/repetition-games.ts'
import { PHONE, sharedBrowser } from '../src/browser.ts'
import { startTestServer } from '../src/test-server.ts'

// `pnpm bench open`: how long a short game and one that is almost as long as a game can get take to open on a phone,
// from the tap on a link to the first frame with the board and the last move. CPU_SLOWDOWN=4 is about a phone.

const ROUNDS = 15
const PLIES = [19, MAX_PLY - 1]

const server = await startTestServer()
const anna = await server.player('anna')
const bram = await server.player('bram')
const browser = await sharedBrowser()
const page = await (await browser.newContext({ ...PHONE, baseURL: server.url })).newPage()
const times = PLIES.map((): number[] => [])
for (let round = 0; round < ROUNDS; round++)
  for (const [n, plies] of PLIES.entries()) {
    // the newest game comes first on the player's page
    const { id } = await gameWithRepetition(server, anna, bram, { plies })
    await page.goto('/players/anna', { waitUntil: 'networkidle' })
    times[n]!.push(await open(page, id))
  }
for (const [n, plies] of PLIES.entries()) {
  const measured = times[n]!.slice(3).sort((a, b) => a - b)
  console.log(`at ply ${plies}: ${measured[Math.floor(measured.length / 2)]!.toFixed(0)} ms`)
}
await browser.close()
await server.close()

/** @returns milliseconds */
function open(page: Page, id: number): Promise<number> {
  return page
    .locator(`a[href="/games/${id}"]`)
    .first()
    .evaluate(
      (link: HTMLElement) =>
        new Promise<number>((resolve) => {
          const begun = performance.now()
          new MutationObserver((_, observer) => {
            if (!document.querySelector('[data-ply][aria-current="step"]')) return
            observer.disconnect()
            requestAnimationFrame(() => resolve(performance.now() - begun))
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
          link.click()
        }),
    )
}
