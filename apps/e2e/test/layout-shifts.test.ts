import type { Mail } from '@tegenzet/contract'
import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { shiftsInParts, shiftsOf } from '../src/layout-shifts.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite({ ADMINS: 'arbiter' })
let anna: BrowserPlayer
let bram: BrowserPlayer
let arbiter: BrowserPlayer
let game: number
let tournament: number
let club: string
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
  arbiter = await site.register('arbiter', PHONE)
  tournament = await startTournament()
  club = await foundClub()
  visitor = (await site.visitor(PHONE)).context
})

/** Founded by the arbiter, whose address is confirmed by now, and with all that its page can show. */
async function foundClub(): Promise<string> {
  const terms = { rules: 'muehle', clock: { kind: 'per-move', days: 3 } }
  const { slug } = (await callApi(arbiter, 'POST', '/clubs', { name: 'Mill Town' })).club
  for (const player of [anna, bram]) await callApi(player, 'POST', `/clubs/${slug}/members`, {})
  await callApi(bram, 'POST', '/challenges', terms)
  await callApi(arbiter, 'POST', '/tournaments', { ...terms, name: 'Club cup', maxEntrants: 6, club: slug })
  await callApi(arbiter, 'POST', `/clubs/${slug}/announcements`, { text: 'We meet on Thursdays.' })
  return slug
}

/** Organised by the arbiter, whose address is confirmed with the link in the mails of a server without SMTP. */
async function startTournament(): Promise<number> {
  const readToken = async (): Promise<string | undefined> => {
    const { items } = await callApi(arbiter, 'GET', '/admin/mails')
    const mail = items.find(({ username, readable }: Mail) => username === 'arbiter' && readable)
    if (!mail) return undefined
    const { text } = await callApi(arbiter, 'GET', `/admin/mails/${mail.id}`)
    return /verify-email#(\S+)/.exec(text)?.[1]
  }
  const token = await vi.waitUntil(readToken, { timeout: 60_000, interval: 500 })
  await callApi(arbiter, 'POST', '/email-verifications/redeem', { token })
  const clock = { kind: 'per-move', days: 3 }
  const terms = { name: 'Club evening', rules: 'muehle', clock, maxEntrants: 6 }
  const { id } = await callApi(arbiter, 'POST', '/tournaments', terms)
  for (const player of [anna, bram, arbiter]) await callApi(player, 'POST', `/tournaments/${id}/entries`, {})
  await callApi(arbiter, 'POST', `/tournaments/${id}/start`)
  return id
}

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
    '/players?query=an',
    '/players/bram',
  ],
  ...[
    '/leaderboards',
    '/clubs',
    '/ladders',
    '/clubs/CLUB',
    '/ladders/halma',
    '/leagues',
    '/leagues/muehle',
    '/tournaments',
    '/tournaments?show=running',
    '/tournaments?search=an',
    '/tournaments/CUP',
    '/tournaments/new',
  ],
  ...['/rules', '/rules/halma', '/notices', '/account', '/account/security', '/account/time'],
  ...['/account/vacation', '/account/reminders', '/account/people', '/account/programs'],
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
  '/tournaments/CUP',
  '/leaderboards',
  '/analysis/muehle',
  '/puzzles',
  '/clubs',
  '/clubs/CLUB',
]
const ADMIN = [
  ...[
    '/admin',
    '/admin/reports',
    '/admin/appeals',
    '/admin/notices',
    '/admin/accounts',
    '/admin/accounts/bram',
  ],
  ...['/admin/leagues', '/admin/ratings', '/admin/news', '/admin/mail', '/admin/staff', '/admin/log'],
  ...['/account', '/tournaments/CUP'],
]
const DESK = { width: 1280, height: 800 }
const LANDSCAPE = { width: 740, height: 360 }

function addressOf(path: string): string {
  const names = { GAME: String(game), CUP: String(tournament), CLUB: club }
  return site.url + path.replace(/GAME|CUP|CLUB/, (name) => names[name as keyof typeof names])
}

/** Every third of these pages, in a soak all of them. */
const some = (pages: string[]): string[] => pages.filter((_, n) => process.env.SOAK || n % 3 === 0)

describe('while a page loads, nothing on it moves', () => {
  test.each(some(PAGES))('%s, for a player', async (path) => {
    expect(await shiftsOf(anna.context, addressOf(path))).toEqual([])
  })
  test.each(some(ADMIN))('%s, for an admin', async (path) => {
    expect(await shiftsOf(arbiter.context, addressOf(path))).toEqual([])
  })
  test.each(['/', '/games/GAME', '/tournaments/CUP', '/players/bram', '/lobby'])(
    '%s, on a phone in landscape',
    async (path) => {
      expect(await shiftsOf(anna.context, addressOf(path), LANDSCAPE)).toEqual([])
    },
  )
  test('/account, for a player about whom something was decided', async () => {
    const clara = await site.register('clara', PHONE)
    const sanction = { kind: 'mute', reason: 'Insults in three games.', days: 7 }
    await callApi(arbiter, 'POST', '/admin/accounts/clara/sanctions', sanction)
    for (const viewport of [PHONE.viewport, DESK])
      expect(await shiftsOf(clara.context, '/account', viewport)).toEqual([])
  })
  test.each(some(PUBLIC))('%s, for a visitor', async (path) => {
    expect(await shiftsOf(visitor, addressOf(path))).toEqual([])
  })
  test.each(
    [PHONE.viewport, LANDSCAPE, DESK].flatMap((viewport) =>
      ['/', '/games/GAME'].map((path) => [path, viewport.width, viewport] as const),
    ),
  )('%s, %i pixels wide, when its HTML arrives in parts', async (path, _, viewport) => {
    expect(await shiftsInParts(anna.context, addressOf(path), viewport)).toEqual([])
    expect(await shiftsInParts(visitor, addressOf(path), viewport)).toEqual([])
  })
})
