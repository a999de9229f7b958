import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// Each flow of the analysis with one device alone: the keyboard, a finger, or what is dropped.

const site = useSite()
const en = textsOf('en')
let anna: BrowserPlayer
let bram: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram', { ...PHONE, hasTouch: true })
})

const nodes = (page: Page) =>
  page.locator('[data-node]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
const tap = (page: Page, role: 'button' | 'tab' | 'link', key: string) =>
  page.getByRole(role, { name: en(key), exact: true }).tap()
const point = (page: Page, name: string) => page.locator(`#app [data-point="${name}"]`)

/** Presses Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not lead to ${selector}`)
}

test('one’s own analysis needs nothing but the keyboard', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  await page.getByRole('button', { name: en('game_analysis_try') }).waitFor()
  await tabTo(page, '.analysis button')
  await page.keyboard.press('Enter')
  // typed at once, and picked on the board
  await page.keyboard.type('d6f4')
  await expect.poll(() => nodes(page)).toEqual(['1w d6', '1b f4'])
  await tabTo(page, '[data-node]')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('b4')
  await expect.poll(() => nodes(page)).toEqual(['1w d6', '1b f4', '1b b4'])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.locator('[data-node][aria-current]').getAttribute('aria-label')).toBe('1b f4')
  await tabTo(page, '.analysis textarea')
  await page.keyboard.type('The corner next?')
  await expect
    .poll(async () => (await callApi(anna, 'GET', `/games/${id}/analysis`)).tree?.nodes[1]?.comment)
    .toBe('The corner next?')
  await tabTo(page, '[data-node]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(() => nodes(page)).toEqual(['1w d6', '1b f4, with a comment'])
  expect((await site.game(id)).ply).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(anna.errors).toEqual([])
})

test('a position is set up, analysed and noted with a finger at 360 pixels', async () => {
  const { page } = bram
  await page.goto('/')
  await tap(page, 'button', 'ui_nav_menu')
  await tap(page, 'link', 'ui_nav_analysis')
  await point(page, 'd6').waitFor()
  await tap(page, 'link', 'analysis_set_up')
  await tap(page, 'button', 'analysis_clear_board')
  for (const name of ['d6', 'f4', 'd2', 'a1']) await point(page, name).tap()
  await page
    .getByRole('radio', { name: en('game_side_black') })
    .first()
    .tap()
  for (const name of ['g7', 'a7', 'b4']) await point(page, name).tap()
  // the same stone again takes it away
  await point(page, 'b4').tap()
  await point(page, 'g1').tap()
  await page.getByText(en('analysis_set_up_stones', { white: 4, black: 3 })).waitFor()
  await tap(page, 'link', 'analysis_start')
  await point(page, 'd6').and(page.locator('[aria-label*="can move"]')).waitFor()
  await point(page, 'd6').tap()
  await point(page, 'b6').tap()
  await page.locator('[data-node="0"]').tap()
  await page.getByRole('button', { name: en('analysis_nag_good') }).tap()
  await page.getByLabel(en('analysis_comment_at', { move: '1w' })).fill('Quiet.')
  await expect.poll(() => nodes(page)).toEqual(['1w d6-b6, Good move, with a comment'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(bram.errors).toEqual([])
})

test('a finished game leads to the analysis board with one tap', async () => {
  const id = await beginGame(anna, bram, 'halma')
  await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'f1-e1', ply: 0 })
  await callApi(bram, 'POST', `/games/${id}/moves`, { move: 'a6-a5', ply: 1 })
  await callApi(anna, 'POST', `/games/${id}/resign`)
  await openGame(bram, id)
  await tap(bram.page, 'link', 'analysis_start')
  await bram.page.locator('[data-node="1"]').waitFor()
  expect(await nodes(bram.page)).toEqual(['1w f1-e1', '1b a6-a5'])
  expect(bram.errors).toEqual([])
})

test('the engine rests while the page is hidden', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/muehle')
  await page.getByRole('button', { name: en('analysis_engine'), exact: true }).click()
  await expect.poll(() => page.workers().length).toBe(1)
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await expect.poll(() => page.workers().length).toBe(0)
  await show('visible')
  await expect.poll(() => page.workers().length).toBe(1)
  expect(errors).toEqual([])
  await context.close()
})

test('a record is dropped onto the page, or pasted while a button has the focus', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/halma')
  await point(page, 'f1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['[Rules "muehle"]\n\n1. d6 f4 *'], 'game.pgn', { type: 'text/plain' }))
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => page.url()).toContain('/analysis/muehle')
  await expect.poll(() => nodes(page)).toEqual(['1w d6', '1b f4'])
  await page.getByRole('button', { name: en('game_board_turn') }).focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '[Rules "halma"]\n\n1. f1-e1 *')
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect.poll(() => page.url()).toContain('/analysis/halma')
  await expect.poll(() => nodes(page)).toEqual(['1w f1-e1'])
  expect(errors).toEqual([])
  await context.close()
})

test('record, position and picture of a game can be copied and downloaded', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGame(anna, id)
  const { page } = anna
  await page.getByRole('tab', { name: en('game_tab_info') }).click()
  await page.getByText(en('analysis_record'), { exact: true }).click()
  const record = page.getByRole('textbox', { name: en('analysis_record') })
  await expect.poll(() => record.inputValue()).toContain('[White "anna"]')
  expect(await record.inputValue()).toContain('1. d6 *')
  const button = (key: string) => page.getByRole('button', { name: en(key), exact: true })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await button('analysis_record_copy').click()
  await expect.poll(copied).toContain('1. d6 *')
  await page.getByRole('button', { name: /^Copy ?: Position$/ }).click()
  await expect.poll(copied).toBe((await site.game(id)).position)
  for (const [key, type] of [
    ['analysis_record_download', 'pgn'],
    ['analysis_position_download', 'txt'],
    ['analysis_picture_download', 'png'],
  ] as const) {
    const download = page.waitForEvent('download')
    await button(key).click()
    expect((await download).suggestedFilename()).toBe(`anna-against-bram-${id}.${type}`)
  }
  await button('analysis_position_link').click()
  await expect.poll(copied).toBe(`${site.url}/games/${id}?ply=1`)
  await button('analysis_picture_copy').click()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read())[0]?.types))
    .toEqual(['image/png'])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/analysis/muehle')
  await point(page, 'a1').click()
  await page.getByRole('tab', { name: en('analysis_record') }).click()
  await button('analysis_position_link').click()
  await expect.poll(copied).toContain('/analysis/muehle?position=')
  await page.goto(await copied())
  await point(page, 'a1').and(page.locator('[aria-label*="white stone"]')).waitFor()
  // what a messenger shows of the link
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content'))!
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png')

  await page.goto('/analysis/set-up')
  const download = page.waitForEvent('download')
  await button('analysis_position_download').click()
  expect((await download).suggestedFilename()).toBe('muehle.txt')
  expect(anna.errors).toEqual([])
})
