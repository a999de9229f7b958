import type { Mail } from '@tegenzet/contract'
import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { shiftsInParts, shiftsOf } from '../src/layout-shifts.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

// Every page on a phone: every-page.test.ts.

const site = useSite({ ADMINS: 'arbiter' })
let anna: BrowserPlayer
let bram: BrowserPlayer
let arbiter: BrowserPlayer
let game: number
let tournament: number
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
  visitor = (await site.visitor(PHONE)).context
})

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

const DESK = { width: 1280, height: 800 }
const LANDSCAPE = { width: 740, height: 360 }

function addressOf(path: string): string {
  return site.url + path.replace('GAME', String(game)).replace('CUP', String(tournament))
}

describe('while a page loads, nothing on it moves', () => {
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
  test.each(
    [PHONE.viewport, LANDSCAPE, DESK].flatMap((viewport) =>
      ['/', '/games/GAME'].map((path) => [path, viewport.width, viewport] as const),
    ),
  )('%s, %i pixels wide, when its HTML arrives in parts', async (path, _, viewport) => {
    expect(await shiftsInParts(anna.context, addressOf(path), viewport)).toEqual([])
    expect(await shiftsInParts(visitor, addressOf(path), viewport)).toEqual([])
  })
})
