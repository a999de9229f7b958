import { fileURLToPath } from 'node:url'
import { decodeMove, legalMoves, type Move, type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ENGINE_VERSION } from '../../../packages/engine/src/engine-version.ts'
import { loadPuzzles } from '../../../packages/puzzles/node/index.ts'
import { accessibilityViolations, holdRequests, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const site = useSite()
const puzzles = loadPuzzles(
  fileURLToPath(new URL('../../../packages/puzzles/data/puzzles.tsv', import.meta.url)),
)
let anna: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
})

const puzzleOn = (page: Page) => puzzles.find(({ id }) => page.url().endsWith(`/puzzles/${id}`))!
const button = (page: Page, key: string) => page.getByRole('button', { name: en(key), exact: true })

async function pick(page: Page, rules: RuleSetId, move: Move): Promise<void> {
  const { from, to, captured } = decodeMove(ruleSet(rules), move)
  for (const point of [from, to, captured]) if (point) await page.locator(`[data-point="${point}"]`).click()
  await endJump(page)
}

/** The last tap plays the move, unless the stone could jump on. */
async function endJump(page: Page): Promise<void> {
  const play = button(page, 'puzzles_play')
  if (await play.isVisible()) await play.press('Enter')
}

async function solve(page: Page): Promise<void> {
  const { rules, solution } = puzzleOn(page)
  for (const [n, move] of solution.entries()) {
    if (n % 2 === 1) continue
    if (n > 0) await page.getByText(en('puzzles_right')).waitFor()
    await pick(page, rules, move)
  }
  await page.getByText(en('puzzles_solved')).waitFor()
}

test('a puzzle is chosen by rule set and theme, solved with the mouse, and rated', async () => {
  const { page } = anna
  await page.goto('/puzzles')
  await page.getByRole('heading', { level: 1, name: en('puzzles_daily') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(en('ui_game')).selectOption('halma')
  await page.getByLabel(en('puzzles_theme')).selectOption('halma-chain')
  await button(page, 'puzzles_fetch').click()
  await page.waitForURL(/\/puzzles\/\w+$/)
  expect(puzzleOn(page)).toMatchObject({ rules: 'halma', themes: expect.arrayContaining(['halma-chain']) })
  await page.getByText(en('puzzles_none_yet')).waitFor()
  await solve(page)
  await page.getByText(/^Your puzzle rating: \d+ \(\+\d+\)$/).waitFor()
  expect(await callApi(anna, 'GET', '/account/puzzles')).toMatchObject({ solved: 1, tried: 1 })
  await page.getByText(en('puzzles_was_solved')).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('on a phone a wrong move is refuted on the board, for visitors too', async () => {
  const { context, page, errors } = await site.visitor(PHONE)
  const { id, rules, position, solution } = puzzles.find((puzzle) => puzzle.rules === 'merels')!
  await page.goto(`/puzzles/${id}`)
  await button(page, 'ui_undo').waitFor()
  const wrong = legalMoves(ruleSet(rules), position).find(
    (move) => move !== solution[0] && !move.includes('x'),
  )!
  // a finished move can be taken back for a moment
  await pick(page, rules, wrong)
  await button(page, 'ui_undo').click()
  while (await button(page, 'ui_undo').isEnabled()) await button(page, 'ui_undo').click()
  await pick(page, rules, wrong)
  await page.getByText(/^This (throws the win away|loses)/).waitFor()
  const slider = (await page.getByRole('slider').boundingBox())!
  const board = (await page.locator('.board').first().boundingBox())!
  expect(slider.y).toBeGreaterThan(board.y + board.height)
  await page.getByText(en('puzzles_solution', { moves: solution.join(' · ') })).waitFor()
  await button(page, 'puzzles_show_solution').click()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await button(page, 'puzzles_again').click()
  await button(page, 'ui_undo').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a puzzle is solved with the keyboard alone', async () => {
  const { context, page } = await site.visitor({})
  const { id, solution } = puzzles.find(({ rules, plies }) => rules === 'halma' && plies === 3)!
  await page.goto(`/puzzles/${id}`)
  await button(page, 'ui_undo').waitFor()
  for (const [n, move] of solution.entries()) {
    if (n % 2 === 1) continue
    if (n > 0) await page.getByText(en('puzzles_right')).waitFor()
    for (const point of move.split('-')) {
      await page.locator(`[data-point="${point}"]`).focus()
      await page.keyboard.press('Enter')
    }
    await endJump(page)
  }
  await page.getByText(en('puzzles_solved')).waitFor()
  await button(page, 'puzzles_next').waitFor()
  await context.close()
})

test('the home page leads visitors to the puzzle of the day', async () => {
  const { context, page } = await site.visitor(PHONE)
  await page.goto('/')
  await page.getByRole('heading', { name: en('home_playing_now') }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: en('puzzles_solve') }).click()
  await page.getByRole('heading', { level: 1, name: en('puzzles_daily') }).waitFor()
  await context.close()
})

test('games that were reviewed on the device lead to exercises from one’s own mistakes', async () => {
  const { page } = anna
  await page.goto('/puzzles')
  await page.getByText(en('puzzles_own_none')).waitFor()
  const bram = await site.register('bram')
  const game = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'f4', ply: 1 })
  await callApi(bram, 'POST', `/games/${game}/resign`)
  // as a review keeps it: white has lost the game with d6
  const [even, lost] = [0, 900].map((score) => ({ score, decidedIn: null, line: ['d2'], isExact: false }))
  const review = {
    engine: ENGINE_VERSION,
    evaluations: [even, lost, even],
    thorough: [0, 1, 2],
    mistakes: { white: 1, black: 1 },
  }
  await page.evaluate(
    ([key, kept]) => localStorage.setItem(key!, kept!),
    [`review ${game}`, JSON.stringify(review)],
  )
  await page.reload()
  await page.getByText('1 mistake').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'anna – bram' }).click()
  await page.getByText(en('review_exercise', { number: 1, count: 1 }), { exact: true }).waitFor()
  await page.getByText(en('review_task', { ply: '1w', move: 'd6' })).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('on a phone in landscape the whole board is on the screen, beside a heading that does not move', async () => {
  const viewport = { width: 800, height: 360 }
  const { context, page } = await site.visitor({ ...PHONE, viewport })
  const release = await holdRequests(page, '**/_app/immutable/**/*.js')
  await page.goto('/puzzles', { waitUntil: 'commit' })
  const first = (await page.locator('.first-view h1').boundingBox())!
  release()
  const board = (await page.locator('#app .board').first().boundingBox())!
  expect(board.y + board.height).toBeLessThanOrEqual(viewport.height)
  const heading = (await page.locator('#app h1').boundingBox())!
  expect([heading.x, heading.y]).toEqual([first.x, first.y])
  expect(heading.x).toBeGreaterThan(board.x + board.width)
  await context.close()
})
