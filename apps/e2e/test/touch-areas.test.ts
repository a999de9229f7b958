import { beforeAll, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { smallTargets } from '../src/small-targets.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const THUMB = { ...PHONE, isMobile: true, hasTouch: true }

const site = useSite()
let anna: BrowserPlayer
let game: number
let over: number

beforeAll(async () => {
  anna = await site.register('anna', THUMB)
  const bram = await site.register('bram')
  game = await beginGame(anna, bram, 'muehle')
  over = await beginGame(anna, bram, 'halma')
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'f4', ply: 1 })
  await callApi(bram, 'POST', `/games/${over}/resign`)
  const clock = { kind: 'per-move', days: 3 }
  await callApi(bram, 'POST', '/challenges', { rules: 'muehle', clock, message: 'Good evening!' })
})

test('a thumb finds everything beside the analysis board while it is used', async () => {
  const { page } = anna
  await page.goto('/analysis/halma')
  const tap = async (...points: string[]) => {
    for (const point of points) await page.locator(`#app [data-point="${point}"]`).tap()
  }
  await tap('f1', 'e1', 'a6', 'a5')
  await page.getByRole('button', { name: en('game_moves_back'), exact: true }).tap()
  await tap('a6', 'b6')
  await page.getByRole('button', { name: en('analysis_engine'), exact: true }).tap()
  await page.locator('.engine li').first().waitFor()
  const found: string[] = []
  for (const tab of ['analysis_explorer', 'analysis_record', 'analysis_save_tab', 'ui_moves']) {
    await page.getByRole('tab', { name: en(tab) }).tap()
    await page.waitForLoadState('networkidle')
    found.push(...(await smallTargets(page)).map((target) => `${tab}: ${target}`))
  }
  await page.getByRole('button', { name: en('analysis_engine'), exact: true }).tap()
  expect(found).toEqual([])
})

test('the slider through the moves is as high as a thumb', async () => {
  const { page } = anna
  await page.goto(`/games/${over}`)
  await page.locator('#app [data-point]').first().waitFor()
  await page.goto(`/games/${game}`)
  await page.getByRole('button', { name: 'One move back', exact: true }).click()
  const slider = page.getByRole('slider').first()
  await slider.waitFor()
  expect((await slider.boundingBox())!.height).toBeGreaterThanOrEqual(44)
})

test('notifications of a game on one day are together', async () => {
  const { page } = anna
  await page.goto('/notices')
  await page.locator('#app ol > li').first().waitFor()
  const { items } = await callApi(anna, 'GET', '/account/notices')
  const games = new Set(
    items.map((item: { id: number; game: number | null }) => item.game ?? `own ${item.id}`),
  )
  expect(items.length).toBeGreaterThan(games.size)
  expect(await page.locator('#app ol > li').count()).toBe(games.size)
  expect(await page.locator('#app main h2').count()).toBe(1)
})

test('on a phone in landscape the games are a grid', async () => {
  const { page } = anna
  await page.setViewportSize({ width: 568, height: 320 })
  await page.goto('/games')
  const list = page.locator('#app main ul.boards').first()
  await list.waitFor()
  const columns = await list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' '))
  expect(columns).toHaveLength(2)
})
