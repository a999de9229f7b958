import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { longestTask } from '../src/longest-task.ts'
import { beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

// Whatever computes much, computes it in a worker or in slices: nothing holds the page for more than 50 ms.

/** Each try is a new visit. A slow page is slow in all of them; a busy machine once took 21 ms to start a worker's thread, not 0.5. */
const TRIES = { retry: 2 }

const site = useSite()
const en = textsOf('en')
const MAX_MS = 50
const MOVES = RECORDED_GAMES.molenspel.split(' ')
let game: number

beforeAll(async () => {
  const anna = await site.register('anna')
  const bram = await site.register('bram')
  game = await beginGame(anna, bram, 'molenspel')
  for (const [ply, move] of MOVES.entries())
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${game}/moves`, { move, ply })
})

const button = (page: Page, key: string) => page.getByRole('button', { name: en(key), exact: true })

test('the engine with five lines does not hold the analysis board', TRIES, async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto(`/analysis/molenspel?game=${game}`)
  await button(page, 'analysis_engine').click()
  await page.getByRole('combobox', { name: en('analysis_engine_lines') }).selectOption('5')
  const lines = page.getByRole('list', { name: en('analysis_engine_best') }).locator('li')
  await expect.poll(() => lines.count()).toBe(5)
  const longest = await longestTask(page, async () => {
    for (let n = 0; n < 12; n++) {
      await button(page, 'game_moves_on').click()
      await expect.poll(() => lines.count()).toBe(5)
    }
  })
  expect(longest.ms, longest.parts).toBeLessThan(MAX_MS)
  expect(errors).toEqual([])
  await context.close()
})

test('a review does not hold the page of its game', TRIES, async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto(`/games/${game}`)
  await page.locator('#app [data-point]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const longest = await longestTask(page, async () => {
    await page.getByRole('tab', { name: en('review_tab') }).click()
    await button(page, 'review_start').click()
    await page.getByText(en('review_done')).waitFor({ timeout: 120_000 })
  })
  expect(longest.ms, longest.parts).toBeLessThan(MAX_MS)
  expect(errors).toEqual([])
  await context.close()
})

test('reading many records does not hold the page', TRIES, async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/saved')
  const moves = MOVES.map((move, n) => (n % 2 === 0 ? `${n / 2 + 1}. ${move}` : move)).join(' ')
  const text = `[Rules "molenspel"]\n\n${moves} *\n\n`.repeat(45)
  await page.getByLabel(en('analysis_import_label')).fill(text)
  await page.waitForLoadState('networkidle')
  const longest = await longestTask(page, async () => {
    await button(page, 'analysis_import_open').click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('link').count()).toBe(45)
    await expect.poll(() => dialog.getByText(en('analysis_importing')).count()).toBe(0)
  })
  expect(longest.ms, longest.parts).toBeLessThan(MAX_MS)
  expect(errors).toEqual([])
  await context.close()
})
