import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram', PHONE)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const trial = (page: Page) => page.getByText(en('conditional_moves_trying'))
const node = (page: Page, move: string) => page.locator('[data-node]', { hasText: move }).first()
const analysisOf = async (player: Pick<BrowserPlayer, 'context'>, id: number) =>
  callApi(player, 'GET', `/games/${id}/analysis`)
const movesOf = async (player: Pick<BrowserPlayer, 'context'>, id: number): Promise<string[]> =>
  ((await analysisOf(player, id)).tree?.nodes ?? []).map(({ move }: { move: string }) => move)

async function tryOut(page: Page): Promise<void> {
  await page.getByRole('tab', { name: en('game_analysis_tab') }).click()
  await button(page, en('game_analysis_try')).click()
}

/** Types moves, which are played on the board of the trial. */
async function type(page: Page, moves: string): Promise<void> {
  for (const move of moves.split(' ')) {
    await page.keyboard.type(move)
    await page.locator('[data-node][aria-current="step"]', { hasText: move }).waitFor()
  }
}

test('moves are tried out with the keyboard, nothing is sent, and one button leads back', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  await tryOut(page)
  await type(page, 'd6 f4 a1')
  await expect.poll(() => movesOf(anna, id)).toEqual(['d6', 'f4', 'a1'])
  expect((await site.game(id)).ply).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, en('game_analysis_back')).click()
  await trial(page).waitFor({ state: 'detached' })
  expect(await page.locator('[data-point="d6"]').getAttribute('aria-label')).toContain(
    en('boards_point_empty'),
  )
  // a variation that is chosen in the tree is shown as a trial again
  await node(page, 'f4').click()
  await trial(page).waitFor()
  await button(page, en('game_analysis_send', { move: 'd6' })).click()
  await expect.poll(async () => (await site.game(id)).ply).toBe(1)
  await trial(page).waitFor({ state: 'detached' })
  // nobody else can see it
  expect(await movesOf(bram, id)).toEqual([])
  expect(anna.errors).toEqual([])
})

test('on a phone, on the opponent’s turn, the replies become conditional moves', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(bram, id)
  const { page } = bram
  await tryOut(page)
  for (const point of ['d6', 'f4']) await page.locator(`[data-point="${point}"]`).click()
  await page.getByRole('button', { name: en('game_moves_back') }).click()
  await page.getByRole('button', { name: en('game_moves_back') }).click()
  for (const point of ['a1', 'g1', 'a4']) await page.locator(`[data-point="${point}"]`).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, en('game_analysis_plan')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 replies').waitFor()
  await dialog.getByText('1 move by anna has no answer').waitFor()
  await dialog.getByRole('button', { name: en('conditional_moves_save') }).click()
  await expect
    .poll(async () => (await callApi(bram, 'GET', `/games/${id}/plan`)).branches)
    .toEqual([
      { move: 'd6', reply: 'f4', then: [] },
      { move: 'a1', reply: 'g1', then: [] },
    ])
  await button(page, en('game_analysis_back')).click()
  await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'a1', ply: 0 })
  await expect.poll(async () => (await site.game(id)).ply).toBe(2)
  await node(page, 'g1').waitFor()
  expect(bram.errors).toEqual([])
})

test('on the reader’s turn a move is sent with the replies after it', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  await tryOut(page)
  await type(page, 'd6 f4 a1')
  await button(page, en('game_analysis_plan')).click()
  await page.getByRole('dialog').getByText('1 reply').waitFor()
  await button(page, en('game_analysis_plan_send', { move: 'd6' })).click()
  await expect.poll(async () => (await site.game(id)).ply).toBe(1)
  expect((await callApi(anna, 'GET', `/games/${id}/plan`)).branches).toEqual([
    { move: 'f4', reply: 'a1', then: [] },
  ])
})

test('what was tried out offline is sent later, and joined with what another device has', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page, context } = anna
  await tryOut(page)
  await context.setOffline(true)
  await type(page, 'd6')
  await page.getByLabel(en('analysis_comment_at', { move: '1w' })).fill('Offline.')
  await page.getByText(en('game_analysis_failed')).waitFor()

  const other = await site.visitor({})
  await callApi(other, 'POST', '/session', { username: 'anna', password: PASSWORD })
  const tree = {
    rules: 'muehle',
    start: null,
    nodes: [
      { parent: null, move: 'a7' },
      { parent: null, move: 'd6', comment: 'Elsewhere.' },
    ],
  }
  await callApi(other, 'PUT', `/games/${id}/analysis`, { tree, version: 0 })

  await context.setOffline(false)
  await expect
    .poll(async () => (await analysisOf(anna, id)).tree.nodes)
    .toEqual([
      { parent: null, move: 'a7' },
      { parent: null, move: 'd6', comment: 'Elsewhere.\n\nOffline.' },
    ])
  await node(page, 'a7').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: en('game_analysis_tab') }).click()
  await node(page, 'a7').waitFor()
  // Chromium logs that the network was offline
  anna.errors.splice(0)
  await other.context.close()
})

test('a guest tries out moves too, at once by the keys', async () => {
  const guest = await site.visitor({ ...PHONE, locale: 'en-GB' })
  await callApi(guest, 'POST', '/guests', { language: 'en' })
  const clock = { kind: 'per-move', days: 3 }
  const challenge = { rules: 'halma', colour: 'white', clock, invite: true }
  const { inviteUrl } = await callApi(anna, 'POST', '/challenges', challenge)
  const code = new URL(inviteUrl).hash.slice(1)
  const { game } = await callApi(guest, 'POST', `/challenges/invites/${code}/accept`)
  await openGame({ ...guest, name: 'guest' }, game.id)
  const { page } = guest
  await tryOut(page)
  await type(page, 'f1-e1 a6-a5')
  await expect.poll(() => movesOf(guest, game.id)).toEqual(['f1-e1', 'a6-a5'])
  expect(guest.errors).toEqual([])
  await guest.context.close()
})
