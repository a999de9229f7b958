import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// Arrows and circles, on the analysis board and in one's own analysis of a running game.

const site = useSite()
const en = textsOf('en')
let anna: BrowserPlayer
let bram: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram', { ...PHONE, hasTouch: true })
})

const button = (page: Page, key: string) => page.getByRole('button', { name: en(key), exact: true })
const point = (page: Page, name: string) => page.locator(`#app [data-point="${name}"]`)
const drawn = (page: Page) =>
  page
    .locator('.shapes > g:not(.hint, .pending)')
    .evaluateAll((all) => all.map((each) => `${each.firstElementChild!.tagName} ${each.classList[0]}`).sort())
const described = (page: Page, ...shapes: string[]) =>
  page.locator('.sr-only').getByText(en('analysis_shapes', { shapes: shapes.join(', ') }))
const arrow = (from: string, to: string, colour: string) =>
  en('analysis_shape_arrow', { from, to, colour: en(`analysis_colour_${colour}`).toLowerCase() })
const circle = (name: string, colour: string) =>
  en('analysis_shape_circle', { point: name, colour: en(`analysis_colour_${colour}`).toLowerCase() })

/** Drags from one point to another with the right mouse button. */
async function dragRight(page: Page, from: string, to: string, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.down(key)
  await point(page, from).hover()
  await page.mouse.down({ button: 'right' })
  await point(page, to).hover()
  await page.mouse.up({ button: 'right' })
  for (const key of keys) await page.keyboard.up(key)
}

test('the right mouse button draws in four colours, also on the position it begins with', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/muehle')
  await point(page, 'd6').waitFor()
  await page.waitForLoadState('networkidle')
  await dragRight(page, 'd6', 'f4')
  await dragRight(page, 'a1', 'a1', 'Shift')
  await dragRight(page, 'a7', 'g7', 'Alt')
  await dragRight(page, 'g1', 'd1', 'Shift', 'Alt')
  expect(await drawn(page)).toEqual(['circle red', 'path blue', 'path green', 'path yellow'])
  await described(
    page,
    arrow('d6', 'f4', 'green'),
    circle('a1', 'red'),
    arrow('a7', 'g7', 'blue'),
    arrow('g1', 'd1', 'yellow'),
  ).waitFor()
  // the same again removes it, another colour changes it
  await dragRight(page, 'd6', 'f4')
  await dragRight(page, 'a1', 'a1', 'Alt')
  expect(await drawn(page)).toEqual(['circle blue', 'path blue', 'path yellow'])
  // no stone was placed, and each position has its own
  expect(await page.locator('[data-node]').count()).toBe(0)
  await point(page, 'd6').click()
  await expect.poll(() => drawn(page)).toEqual([])
  await page.reload()
  await expect.poll(() => drawn(page)).toEqual(['circle blue', 'path blue', 'path yellow'])
  expect(errors).toEqual([])
  await context.close()
})

test('the keyboard draws in the analysis of a running game, and it is saved', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  await openGame(anna, game)
  const { page } = anna
  await button(page, 'game_analysis_try').click()
  await button(page, 'analysis_draw').waitFor()
  await page.keyboard.type('d6')
  await page.locator('[data-node="0"][aria-current]').waitFor()
  await button(page, 'analysis_draw').focus()
  await page.keyboard.press('Enter')
  await page.getByText(en('analysis_draw_from')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: en('analysis_colour_red') }).isChecked()).toBe(true)
  await point(page, 'd6').focus()
  await page.keyboard.press('Enter')
  await page.getByText(en('analysis_draw_to', { from: 'd6' })).waitFor()
  // dropped again, and begun anew
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await described(page, arrow('d6', 'd5', 'red')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const saved = async () => (await callApi(anna, 'GET', `/games/${game}/analysis`)).tree?.nodes
  await expect
    .poll(saved)
    .toEqual([{ parent: null, move: 'd6', shapes: [{ from: 'd6', to: 'd5', colour: 'red' }] }])
  await page.keyboard.press('Escape')
  await expect.poll(() => button(page, 'analysis_draw').getAttribute('aria-pressed')).toBe('false')
  // nothing was played, and the game does not show it
  await button(page, 'game_analysis_back').click()
  await expect.poll(() => drawn(page)).toEqual([])
  expect((await site.game(game)).ply).toBe(0)
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 0 })
  // beside the analysis its shapes are on the board
  await expect.poll(() => drawn(page)).toEqual(['path red'])
  await page.getByRole('tab', { name: en('chat_title') }).click()
  await expect.poll(() => drawn(page)).toEqual([])
  expect(anna.errors).toEqual([])
})

test('taps draw on a phone', async () => {
  const game = await beginGame(bram, anna, 'halma')
  await openGame(bram, game)
  const { page } = bram
  await page.getByRole('tab', { name: en('game_analysis_tab') }).tap()
  await button(page, 'game_analysis_try').tap()
  await button(page, 'analysis_draw').tap()
  await page.getByRole('radio', { name: en('analysis_colour_blue') }).tap()
  for (const name of ['e5', 'e6', 'j1', 'j1']) await point(page, name).tap()
  await described(page, arrow('e5', 'e6', 'blue'), circle('j1', 'blue')).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'analysis_draw_clear').tap()
  await expect.poll(() => drawn(page)).toEqual([])
  await button(page, 'analysis_draw').tap()
  // taps move stones again
  await point(page, 'f1').tap()
  await point(page, 'e1').tap()
  await page.locator('[data-node="0"]').waitFor()
  expect(bram.errors).toEqual([])
})
