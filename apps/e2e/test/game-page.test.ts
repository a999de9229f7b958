import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, holdRequests, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame, pickMove, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const en = textsOf('en')
const DESK = { width: 1280, height: 720 }
// Positions 18, 22 and 26 are equal.
const REPETITION =
  'd5 b4 b2 b6 c5 g4 a1 g1 c3 d1 d3 f2 d6 e3 g7 d7 a7 e4 a1-a4 b4-c4 a4-a1 c4-b4 a1-a4 b4-c4 a4-a1 c4-b4'

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

async function playThrough(id: number, moves: readonly string[], from = 0): Promise<void> {
  for (const [n, move] of moves.entries()) {
    const ply = from + n
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move, ply })
  }
}

const bar = (page: Page) => page.getByRole('region', { name: en('game_bar_label') })
const focusedPoint = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-point'))

/** Whether something is completely inside the window. */
const inWindow = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const boxes = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
    return boxes.length > 0 && boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
  }, selector)

test('at a desk and on a phone, the board, the clocks and “Send move” are in the window with a claim or an offer', async () => {
  const id = await beginGame(anna, bram, 'molenspel')
  await playThrough(id, REPETITION.split(' '))
  await openGame(anna, id)
  const { page } = anna
  await pickMove(page, 'molenspel', 'a1-a4')
  await bar(page).getByText('after 10w and 12w').waitFor()
  const visible = async () => {
    for (const size of [DESK, PHONE.viewport]) {
      await page.setViewportSize(size)
      for (const part of ['.board', '.clock', '[data-submit]'])
        expect([size.width, part, await inWindow(page, part)]).toEqual([size.width, part, true])
    }
  }
  await visible()
  await callApi(bram, 'POST', `/games/${id}/draw-offers`)
  await bar(page)
    .getByText(en('draws_offer_theirs', { name: 'bram' }))
    .waitFor()
  await visible()
  await page.setViewportSize(DESK)
})

test('on a phone nothing jumps during a game, and the bar stays one line', async () => {
  const moves = RECORDED_GAMES.molenspel.split(' ').slice(0, process.env.SOAK ? undefined : 24)
  const id = await beginGame(anna, bram, 'molenspel')
  const { page } = anna
  await page.setViewportSize(PHONE.viewport)
  await openGame(anna, id)
  await page.evaluate(() => {
    const shifts: { value: number; of: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Element }[]
      })[])
        shifts.push({
          value: entry.value,
          of: entry.sources.map(({ node }) => `${node?.nodeName} ${node?.className} ${node?.textContent}`),
        })
    }).observe({ type: 'layout-shift' })
  })
  for (const [ply, move] of moves.entries()) {
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move, ply })
    await waitForMove(anna, ply + 1, move)
    expect(await bar(page).evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(64)
  }
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts,
  )
  const sum = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(sum, JSON.stringify(shifts.toSorted((a, b) => b.value - a.value).slice(0, 5))).toBeLessThan(0.02)

  // Also with a draft move, in a language with long words.
  const next = RECORDED_GAMES.molenspel.split(' ')[moves.length]
  if (next) {
    await pickMove(page, 'molenspel', next)
    await callApi(anna, 'PATCH', '/account', { language: 'de' })
    await openGame(anna, id)
    const line = page.locator('.line', { hasText: 'Zug abschicken' })
    expect(await line.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(64)
    await callApi(anna, 'PATCH', '/account', { language: 'en' })
  }
  await page.setViewportSize(DESK)
})

test('a move is typed and sent with the keyboard, and a draft survives a reload', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  await page.keyboard.type('d6')
  await bar(page).getByText('d6', { exact: true }).waitFor()
  expect(await page.locator('[data-point="d6"]').getAttribute('aria-label')).toContain(
    en('boards_point_draft'),
  )
  await page.reload()
  await page.getByRole('button', { name: en('game_bar_send') }).waitFor()
  await page.keyboard.type('d6')
  await page.keyboard.press('Enter')
  await waitForMove(anna, 1, 'd6')
  await expect.poll(() => focusedPoint(page)).not.toBeNull()

  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText(en('game_keys_step')).waitFor()
  await page.keyboard.press('Escape')
  expect(anna.errors).toEqual([])
})

test('a game is replayed, its positions are shared, and the opponent’s menu has block and report', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await playThrough(id, ['d6', 'f4'])
  await callApi(bram, 'POST', `/games/${id}/resign`)
  await openGame(anna, id)
  const { page } = anna
  await page.getByRole('button', { name: en('game_moves_back') }).click()
  await bar(page).getByText(en('game_outcome_you_won')).waitFor()
  await bar(page)
    .getByText(en('game_bar_looking_back', { number: '1w' }))
    .waitFor()
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: en('game_share_position') }).click()
  const sharing = page.getByRole('dialog')
  const embed = `<iframe src="${site.url}/embed/games/${id}?ply=1" title="anna against bram"`
  await sharing.getByText(embed).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await sharing
    .getByRole('button', { name: en('ui_copy') })
    .first()
    .press('Enter')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(`${site.url}/games/${id}?ply=1`)
  await page.goto(await copied())
  const slider = page.getByRole('slider', { name: en('ui_position') })
  const shown = () => slider.getAttribute('aria-valuetext')
  await expect.poll(shown).toBe('1w d6')
  await slider.fill('0')
  expect(await shown()).toBe('0')
  await page.getByRole('button', { name: en('game_moves_play') }).click()
  await page.getByRole('button', { name: en('game_moves_speed', { speed: '1×' }) }).click()
  await expect.poll(shown).toBe('1b f4')
  await page.getByRole('button', { name: en('people_menu', { name: 'bram' }) }).click()
  await page.getByRole('button', { name: en('people_block_name', { name: 'bram' }) }).waitFor()
  await page.getByRole('button', { name: en('reports_report_name', { name: 'bram' }) }).click()
  await page.getByRole('dialog').waitFor()
})

test('a tab shows that it is loading until its part of the page has arrived', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  const release = await holdRequests(page, '**/_app/immutable/**/*.js')
  for (const tab of [en('chat_title'), en('game_tab_info')]) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.locator('[role=tabpanel]:not([hidden]) > *').first().waitFor()
  }
  release()
  await expect.poll(() => page.locator('[role=tabpanel] .skeleton').count()).toBe(0)
})
