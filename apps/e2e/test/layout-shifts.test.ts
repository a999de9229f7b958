import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { readShifts, recordShifts } from '../src/layout-shifts.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

/** Long enough that the page without its answers is painted first. */
const ANSWER_AFTER_MS = 300
/** What remains may move by a line of text at the lower edge. */
const ALLOWED = 0.01

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number
let visitor: BrowserContext

beforeAll(async () => {
  anna = await site.register('anna', PHONE)
  bram = await site.register('bram', PHONE)
  game = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'f4', ply: 1 })
  const other = await beginGame(bram, anna, 'molenspel')
  await callApi(bram, 'POST', `/games/${other}/moves`, { move: 'd6', ply: 0 })
  for (const rules of ['halma', 'muehle', 'merels', 'molenspel'] as const) {
    const over = await beginGame(bram, anna, rules)
    await callApi(bram, 'POST', `/games/${over}/resign`)
  }
  visitor = (await site.visitor(PHONE)).context
})

const PAGES = [
  ...[
    '/',
    '/lobby',
    '/lobby/new',
    '/watch',
    '/games',
    '/games?show=finished',
    '/games/GAME',
    '/players',
    '/players/bram',
  ],
  ...[
    '/leaderboards',
    '/ladders',
    '/ladders/halma',
    '/leagues',
    '/leagues/muehle',
    '/tournaments',
    '/tournaments/new',
  ],
  ...['/rules', '/rules/halma', '/notices', '/account', '/account/security', '/account/time'],
  ...['/account/vacation', '/account/reminders', '/account/calendar', '/account/people', '/account/programs'],
  ...['/account/tokens', '/account/connected', '/account/apps', '/account/webhooks', '/account/data'],
]
const PUBLIC = [
  '/',
  '/lobby',
  '/games/GAME',
  '/players/bram',
  '/rules',
  '/rules/halma',
  '/tournaments',
  '/leaderboards',
]

async function shiftsOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage()
  await recordShifts(page)
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
    await route.continue().catch(() => {})
  })
  await page.goto(site.url + path.replace('GAME', String(game)))
  await page.locator('#app h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const { score, moved } = await readShifts(page)
  await page.close()
  if (process.env.SHOW_SHIFTS && score > 0)
    console.log(path, score.toFixed(3), moved.slice(0, 3).join('\n   '))
  return score > ALLOWED ? moved : []
}

describe('while a page loads, nothing on it moves', () => {
  test.each(PAGES)('%s, for a player', async (path) => {
    expect(await shiftsOf(anna.context, path)).toEqual([])
  })
  test.each(PUBLIC)('%s, for a visitor', async (path) => {
    expect(await shiftsOf(visitor, path)).toEqual([])
  })
})
