import { beforeAll, expect, test } from 'vitest'
import {
  type BrowserPlayer,
  beginGame,
  callApi,
  openGame,
  pickMove,
  playMove,
  waitForMove,
} from '../src/player.ts'
import { useSite } from '../src/site.ts'

// The site without a connection: the service worker, kept answers and moves that wait.

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna', { serviceWorkers: 'allow' })
  bram = await site.register('bram')
})

/** Waits until the service worker keeps the client. */
const waitForShell = ({ page }: BrowserPlayer) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            (await caches.match('/_app/shell/en.html', { ignoreVary: true })) !== undefined &&
            navigator.serviceWorker.controller !== null,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)

test('games open offline, and a move waits on the device until the server is back', async () => {
  const { page, context } = anna
  const [game, other] = [await beginGame(anna, bram, 'muehle'), await beginGame(anna, bram, 'muehle')]
  await openGame(anna, other)
  await openGame(anna, game)
  await waitForShell(anna)

  await context.setOffline(true)
  await page.goto('/')
  await page.getByText('You see what was last known.').waitFor()
  await page.getByRole('heading', { name: 'Your move' }).waitFor()
  await page.goto(`/games/${other}`)
  await pickMove(page, 'muehle', 'a7')
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.getByText('not sent yet').waitFor()
  await page.goto(`/games/${game}`)
  await playMove(anna, 'muehle', 'd6')
  await page.getByText('not sent yet').waitFor()
  await page.reload()
  await page.getByText('not sent yet').waitFor()

  // on another device meanwhile
  await callApi(anna, 'POST', `/games/${other}/moves`, { move: 'g7', ply: 0 })
  await context.setOffline(false)
  await page.getByText('Your move d6 against bram has been sent.').waitFor()
  await page.getByText('Your move a7 against bram was not played:').waitFor()
  await waitForMove(anna, 1, 'd6')
  await page.getByText('You see what was last known.').waitFor({ state: 'detached' })

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await context.setOffline(true)
  await page.goto(`/games/${game}`)
  await page.getByText('The server cannot be reached.').waitFor()
  expect(await page.getByText('anna').count()).toBe(0)
})
