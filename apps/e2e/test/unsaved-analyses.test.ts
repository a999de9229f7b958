import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// What an account changes in its analyses while the server cannot be reached.

const site = useSite()
const en = textsOf('en')
let anna: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
})

const tree = (...moves: string[]) => ({
  rules: 'muehle',
  start: null,
  nodes: moves.map((move) => ({ parent: null, move })),
})
const create = async (title: string): Promise<number> =>
  (await callApi(anna, 'POST', '/analyses', { title, tree: tree('d6') })).analysis.id
const stored = async (id: number) => (await callApi(anna, 'GET', `/analyses/${id}`)).analysis
const movesOf = async (id: number) => (await stored(id)).tree.nodes.map(({ move }: { move: string }) => move)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#app [data-point]').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Plays a first move on a page that has just been opened, as a variation of those that are there. */
async function playFirst(page: Page, point: string): Promise<void> {
  await page.locator(`#app [data-point="${point}"]`).click()
  await page.locator('[data-node][aria-current]', { hasText: point }).waitFor()
}

test('changes made offline survive the page, and are joined with those of another device', async () => {
  const id = await create('Offline')
  const page = await anna.context.newPage()
  await open(page, `/analysis/${id}`)
  // loaded once
  await page.getByRole('tab', { name: en('analysis_save_tab') }).click()
  await page.getByLabel(en('analysis_title_label')).waitFor()
  await page.getByRole('tab', { name: en('ui_moves') }).click()
  await anna.context.setOffline(true)
  await playFirst(page, 'a7')
  await page.getByRole('tab', { name: en('analysis_save_tab') }).click()
  await page.getByLabel(en('analysis_title_label')).fill('Written offline')
  await page.getByText(en('game_analysis_failed')).waitFor()
  await page.close()
  await anna.context.setOffline(false)
  await callApi(anna, 'PUT', `/analyses/${id}`, { title: 'Offline', tree: tree('d6', 'g1'), version: 1 })
  expect(await movesOf(id)).toEqual(['d6', 'g1'])

  await open(anna.page, `/analysis/${id}`)
  await expect.poll(() => movesOf(id)).toEqual(['d6', 'g1', 'a7'])
  expect((await stored(id)).title).toBe('Written offline')
  await anna.page.locator('[data-node]', { hasText: 'g1' }).waitFor()
  // Chromium logs the conflict
  anna.errors.splice(0)
})

test('two devices at once have what both have changed', async () => {
  const id = await create('Both')
  const other = await anna.context.newPage()
  await open(anna.page, `/analysis/${id}`)
  await open(other, `/analysis/${id}`)
  await Promise.all([playFirst(anna.page, 'a7'), playFirst(other, 'g7')])
  await expect.poll(async () => (await movesOf(id)).sort()).toEqual(['a7', 'd6', 'g7'])
  await other.close()
  await anna.page.reload()
  await anna.page.locator('[data-node]', { hasText: 'g7' }).waitFor()
  anna.errors.splice(0)
})

test('the list names what only this device has, and saves it as soon as it can', async () => {
  const { page, context } = anna
  await open(page, '/analysis/merels')
  await page.route('**/api/v1/analyses', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await playFirst(page, 'd6')
  await page.getByRole('tab', { name: en('analysis_save_tab') }).click()
  await page.getByText(en('game_analysis_failed')).waitFor()
  await page.goto('/analysis/saved')
  const list = page.getByRole('list', { name: en('analysis_unsaved') })
  await list.getByRole('link', { name: /merels/i }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute('**/api/v1/analyses')
  await context.setOffline(true)
  await context.setOffline(false)
  await list.waitFor({ state: 'detached' })
  const { items } = await callApi(anna, 'GET', '/analyses')
  const [saved] = items.filter(({ rules }: { rules: string }) => rules === 'merels')
  expect(await movesOf(saved.id)).toEqual(['d6'])
  await page.getByRole('link', { name: saved.title }).waitFor()
  expect(items).toHaveLength(3)
})

test('an analysis is made once, also if the answer was lost', async () => {
  const { page } = anna
  const halma = async () =>
    (await callApi(anna, 'GET', '/analyses')).items.filter(
      ({ rules }: { rules: string }) => rules === 'halma',
    )
  await open(page, '/analysis/halma')
  await page.route('**/api/v1/analyses', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  for (const point of ['f1', 'e1']) await page.locator(`#app [data-point="${point}"]`).click()
  await page.getByRole('tab', { name: en('analysis_save_tab') }).click()
  await page.getByText(en('game_analysis_failed')).waitFor()
  expect(await halma()).toHaveLength(1)
  // changed before it is known that the first call has arrived
  for (const point of ['a6', 'a5']) await page.locator(`#app [data-point="${point}"]`).click()
  await page.unroute('**/api/v1/analyses')
  await page.goto('/analysis/saved')
  await expect.poll(async () => (await movesOf((await halma())[0].id)).join(' ')).toBe('f1-e1 a6-a5')
  await page.getByRole('list', { name: en('analysis_unsaved') }).waitFor({ state: 'detached' })
  expect(await halma()).toHaveLength(1)
  anna.errors.splice(0)
})
