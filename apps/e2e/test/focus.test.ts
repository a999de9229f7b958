import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted, foundClub, proposeMatch } from '../../api/test/competition/found-clubs.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import { beginGame, playMoves } from '../../api/test/play/begin-game.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'

/** These end the session, the account or the page. */
const LEFT_ALONE = new RegExp(
  ['log out', 'delete my account', 'close my account', 'download', 'full screen'].join('|'),
  'i',
)

let server: TestServer
let anna: BrowserPlayer
let bram: TestPlayer
let carla: TestPlayer
let pages: string[]

beforeAll(async () => {
  server = await startTestServer()
  anna = await registerPlayer(await sharedBrowser(), server.url, 'anna')
  bram = await server.player('bram')
  carla = await server.player('carla')
  const { prisma } = server.database
  await prisma.account.updateMany({ data: { emailVerified: true } })
  await prisma.account.updateMany({
    where: { player: { username: 'anna' } },
    data: { roles: ['arbiter', 'moderator'] },
  })
  await anna.page.clock.setFixedTime(server.clock.now())

  const challenge = (opponent: string) => ({
    rules: 'muehle',
    opponent,
    colour: 'white',
    clock: { kind: 'per-move', days: 3 },
  })
  for (const player of [bram, carla])
    for (let n = 0; n < 2; n++)
      accepted(await player.call('createChallenge', { body: challenge('anna') as never }))
  for (const name of ['bram', 'carla']) await callApi(anna, 'POST', '/challenges', challenge(name))
  for (const name of ['one', 'two'])
    await callApi(anna, 'POST', '/tokens', { name, scopes: ['account:read'] })
  const { club } = await callApi(anna, 'POST', '/clubs', { name: 'Mill Town', joining: 'request' })
  for (const player of [bram, carla])
    accepted(await player.call('joinClub', { params: { slug: club.slug }, body: {} as never }))
  const windmills = await foundClub(server, carla, 'Windmills')
  const match = await proposeMatch(server, carla, [windmills, club])
  pages = [
    `/matches/${match.id}`,
    `/clubs/${club.slug}`,
    '/lobby',
    '/account/tokens',
    '/account/people',
    '/account/security',
    '/analysis/muehle',
    '/players/bram',
    '/account/vacation',
    '/notices',
  ]
})
afterAll(async () => {
  await anna?.context.close()
  await server?.close()
})

const hasFocus = (page: Page) =>
  page.evaluate(
    () => document.activeElement !== document.body && document.activeElement?.isConnected === true,
  )
const isOpen = (page: Page) => page.evaluate(() => document.querySelector('dialog[open]') !== null)

/** Marks the first button that has not been pressed yet. @returns its name */
const nextButton = (page: Page, pressed: string[]): Promise<string | null> =>
  page.evaluate((known) => {
    for (const button of document.querySelectorAll<HTMLElement>('main button:not([data-point])')) {
      const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (!button.checkVisibility() || button.closest('dialog, .toasts') || button.matches(':disabled'))
        continue
      if (known.includes(name)) continue
      button.focus()
      return name
    }
    return null
  }, pressed)

/** Presses every button, closes and confirms every dialog. @returns what the focus fell out of, and what axe finds in dialogs */
async function walk(page: Page, path: string): Promise<string[]> {
  const lost: string[] = []
  const pressed: string[] = []
  const settle = async (what: string) => {
    await page.waitForLoadState('networkidle')
    for (let tries = 0; !(await hasFocus(page)); tries++) {
      if (tries === 20) {
        lost.push(`${path}: ${what}`)
        break
      }
      await page.waitForTimeout(50)
    }
  }
  const open = async () => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.locator('#app h1').first().waitFor({ state: 'attached' })
  }
  await open()
  for (;;) {
    const name = await nextButton(page, pressed)
    if (name === null) return lost
    pressed.push(name)
    if (LEFT_ALONE.test(name)) continue
    await page.keyboard.press('Enter')
    await settle(name)
    if (await isOpen(page)) {
      const violations = await accessibilityViolations(page, 'dialog[open]')
      lost.push(...violations.map((violation) => `${path}: ${name}: ${violation}`))
      await page.keyboard.press('Escape')
      await settle(`${name}, closed`)
      // the focus is on what opened the dialog
      await page.keyboard.press('Enter')
      await settle(`${name}, again`)
      const confirm = page.locator('dialog[open] .actions button').last()
      if (await confirm.isVisible()) {
        await confirm.press('Enter')
        await settle(`${name}, confirmed`)
      }
      if (await isOpen(page)) {
        await page.keyboard.press('Escape')
        await settle(`${name}, given up`)
      }
    }
    if (new URL(page.url()).pathname !== path) await open()
  }
}

test('every dialog can be read, and after it, a deletion or an acceptance something on the page has the focus', async () => {
  const lost: string[] = []
  for (const path of pages) lost.push(...(await walk(anna.page, path)))
  expect(lost).toEqual([])
})

test('in a game too', async () => {
  const game = await beginGame(bram, carla, { rules: 'muehle' })
  await playMoves(game, bram, carla, ['d6'])
  const own = await callApi(anna, 'GET', '/games?player=anna&status=active')
  const [{ id }] = own.items
  expect(await walk(anna.page, `/games/${id}`)).toEqual([])
})
