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

/** On a phone the analysis is under a tab. */
const tab = (page: Page) => page.getByRole('tab', { name: en('game_analysis_tab') })
const tryOut = (page: Page) => button(page, en('game_analysis_try')).click()

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
  await tab(page).click()
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

test('on a desk the tree is beside the moves, and on a phone under a tab of its own', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${id}/moves`, { move: 'f4', ply: 1 })
  const nodes = [
    { parent: null, move: 'd6' },
    { parent: 0, move: 'f4' },
    { parent: 1, move: 'a7' },
    { parent: 0, move: 'b4' },
  ]
  const tree = { rules: 'muehle', start: null, nodes }
  await callApi(anna, 'PUT', `/games/${id}/analysis`, { tree, version: 0 })
  const { page } = anna
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const ply = (number: number) => page.locator(`[data-ply="${number}"]`)
  const shown = (number: number) => page.locator(`[data-ply="${number}"][aria-current="step"]`).waitFor()

  // kept until the player comes back, without a click
  await openGame(anna, id)
  await node(page, 'b4').waitFor()
  expect(await tab(page).count()).toBe(0)
  for (const [width, height] of [
    [1280, 720],
    [1280, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [list, own] = [await boxOf('.list'), await boxOf('section:has([data-node])')]
    expect(own.x).toBeGreaterThanOrEqual(list.x + list.width)
    expect(own.x + own.width).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  // a small desk has room for it below the moves
  await page.setViewportSize({ width: 1024, height: 768 })
  const [list, own] = [await boxOf('.list'), await boxOf('section:has([data-node])')]
  expect(own.y).toBeGreaterThanOrEqual(list.y + list.height)
  await page.setViewportSize({ width: 1280, height: 900 })

  // both lists lead through the trial, and the button to the real position
  await node(page, 'b4').click()
  await trial(page).waitFor()
  await expect.poll(() => page.locator('[data-ply][aria-current]').count()).toBe(0)
  await ply(1).click()
  await shown(1)
  await trial(page).waitFor()
  await page.locator('[data-node="0"][aria-current]').waitFor()
  await button(page, en('game_analysis_back')).click()
  await trial(page).waitFor({ state: 'detached' })
  await shown(2)
  // behind another tab the tree takes no keys
  await page.getByRole('tab', { name: en('chat_title') }).click()
  await page.locator('h1').click({ force: true })
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: en('ui_moves') }).click()
  await shown(2)

  await page.setViewportSize(PHONE.viewport)
  await tab(page).waitFor()
  expect(await node(page, 'b4').isVisible()).toBe(false)
  await tab(page).click()
  await node(page, 'b4').waitFor()
  expect(await ply(1).isVisible()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  await page.setViewportSize({ width: 1280, height: 900 })
  await node(page, 'b4').waitFor()
  await ply(1).waitFor()
  expect(anna.errors).toEqual([])
})

test('without a connection the tab says so, and a button brings it when there is one again', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  const panel = (page: Page) => page.locator('[role="tabpanel"]:not([hidden])')
  // a browser that has nothing of the tab yet
  const { page, context } = await site.visitor(PHONE)
  await callApi({ context }, 'POST', '/session', { username: 'bram', password: PASSWORD })
  await openGame({ ...bram, page }, id)
  await context.setOffline(true)
  await tab(page).click()
  await panel(page).getByText(en('ui_part_missing')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.setOffline(false)
  const reload = panel(page).getByRole('button', { name: en('ui_reload') })
  await Promise.all([page.waitForEvent('load'), reload.click()])
  await tab(page).click()
  await tryOut(page)
  await trial(page).waitFor()
  expect(await tab(page).getAttribute('aria-selected')).toBe('true')
  await context.close()
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
  await tab(page).click()
  await tryOut(page)
  await type(page, 'f1-e1 a6-a5')
  await expect.poll(() => movesOf(guest, game.id)).toEqual(['f1-e1', 'a6-a5'])
  expect(guest.errors).toEqual([])
  await guest.context.close()
})
