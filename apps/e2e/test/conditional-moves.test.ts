import type { Notification } from '@tegenzet/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Announced } from '../src/announced.ts'
import { accessibilityViolations, openLive } from '../src/browser.ts'
import { BoardByKeys, tabTo } from '../src/by-keys.ts'
import { type BrowserPlayer, callApi, pickMove, playMove, startGame, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const button = (page: Page, key: string, params = {}) =>
  page.getByRole('button', { name: en(key, params), exact: true })

/** Plays on the trial board: the opponent's move, the reply, and so on. */
async function enterMoves({ page }: BrowserPlayer, ...moves: string[]): Promise<void> {
  for (const move of moves) await pickMove(page, 'muehle', move)
}

async function keep({ page }: BrowserPlayer): Promise<void> {
  await button(page, 'conditional_moves_keep').click()
  await page.getByText(en('conditional_moves_saved')).first().waitFor()
}

/** Counts the clicks on a page from now on. @returns reads the number */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { __clicks: number }
    counter.__clicks = 0
    addEventListener('pointerdown', () => counter.__clicks++, true)
  })
  return () => page.evaluate(() => (globalThis as unknown as { __clicks: number }).__clicks)
}

/** A point of the board by its accessible name. */
const point = (page: Page, name: string) => page.locator(`[data-point="${name}"]`)
const screen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('conditional moves prepared on the board answer at once and continue with the remaining branch', async () => {
  await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await waitForMove(bram, 1, 'a7')

  const clicks = await countClicks(anna.page)
  await button(anna.page, 'conditional_moves_short').click()
  await anna.page.getByText(en('conditional_moves_trying')).waitFor()
  await enterMoves(anna, 'b6', 'g7', 'a1', 'd7xa1')
  // The game itself is unchanged.
  await bram.page
    .getByText('bram is to move.')
    .or(bram.page.getByText(/Place a stone/))
    .first()
    .waitFor()
  expect(await bram.page.locator('[data-ply="2"]').count()).toBe(0)
  // One to begin, one for each stone placed and taken, and one press would keep the line.
  expect(await clicks()).toBe(6)
  await button(anna.page, 'conditional_moves_keep').waitFor()
  // Add a second branch at the first move.
  const first = { name: '1b b6 if bram plays: a stone on b6' }
  await anna.page.getByRole('button', first).click()
  expect(await point(anna.page, 'g7').getAttribute('aria-label')).toContain('empty')
  await button(anna.page, 'conditional_moves_alternative', { name: 'bram' }).click()
  await enterMoves(anna, 'd7', 'd5')
  expect(await accessibilityViolations(anna.page)).toEqual([])
  // Two new lines are saved together.
  await button(anna.page, 'conditional_moves_save').click()
  await anna.page.getByText(en('conditional_moves_saved')).first().waitFor()
  expect(await anna.page.getByText(en('conditional_moves_trying')).count()).toBe(0)
  expect(await accessibilityViolations(anna.page)).toEqual([])

  // Toasts go after some seconds: look for them before anything else.
  const answered = anna.page.getByText(en('conditional_moves_has_answered', { name: 'bram' }))
  await Promise.all([answered.waitFor(), playMove(bram, 'muehle', 'b6')])
  await waitForMove(bram, 3, 'g7')
  await waitForMove(anna, 3, 'g7')
  await anna.page
    .locator('[data-ply="3"]')
    .getByRole('img', { name: en('conditional_moves_played') })
    .waitFor()
  expect(await bram.page.getByRole('img', { name: en('conditional_moves_played') }).count()).toBe(0)
  await anna.page.getByRole('button', { name: '2b a1 if bram plays: a stone on a1' }).waitFor()

  // A game has one unread notification of this kind, which its page marks as read.
  const isRead = async () => {
    const { items } = await callApi(anna, 'GET', '/account/notices')
    return items.some(({ kind, readAt }: Notification) => kind === 'plan-played' && readAt !== null)
  }
  await expect.poll(isRead).toBe(true)

  // The remaining branch answers too. A player who was away gets a notification.
  await openLive(anna.page, '/lobby')
  const toast = anna.page.getByText(en('notifications_conditional_move_played', { by: 'bram' }))
  await Promise.all([toast.waitFor(), playMove(bram, 'muehle', 'a1')])
  await waitForMove(bram, 5, 'd7xa1')
  await anna.page.goto(bram.page.url())
  await anna.page.getByText(en('conditional_moves_ended_played_out')).waitFor()
  await anna.page
    .locator('[data-ply="5"]')
    .getByRole('img', { name: en('conditional_moves_played') })
    .waitFor()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('conditional moves end when another move is played, and their player can remove them', async () => {
  await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await button(anna.page, 'conditional_moves_begin').click()
  await enterMoves(anna, 'b6', 'g7')
  await keep(anna)
  // They are still there after a reload.
  await anna.page.reload()
  await anna.page.getByRole('button', { name: '2w g7 your answer: a stone on g7' }).waitFor()
  await playMove(bram, 'muehle', 'd7')
  await anna.page
    .getByText(en('conditional_moves_ended_other_move', { name: 'bram' }))
    .first()
    .waitFor()
  await playMove(anna, 'muehle', 'a4')
  await waitForMove(bram, 3, 'a4')

  await button(anna.page, 'conditional_moves_short').click()
  await enterMoves(anna, 'g7', 'b6')
  await keep(anna)
  await button(anna.page, 'conditional_moves_delete').click()
  await anna.page
    .getByRole('dialog')
    .getByRole('button', { name: en('conditional_moves_delete') })
    .click()
  await button(anna.page, 'conditional_moves_begin').waitFor()
  await playMove(bram, 'muehle', 'g7')
  await waitForMove(anna, 4, 'g7')
  await anna.page.getByText(/Place a stone/).waitFor()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('unsaved conditional moves that still fit are kept after the opponent’s move, ready to send', async () => {
  await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await button(anna.page, 'conditional_moves_short').click()
  await enterMoves(anna, 'b6', 'g7', 'a1')
  await playMove(bram, 'muehle', 'b6')
  await anna.page
    .getByText(en('conditional_moves_unsaved_due', { name: 'bram', move: 'g7' }))
    .first()
    .waitFor()
  expect(await anna.page.getByText(en('conditional_moves_trying')).count()).toBe(0)
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await button(anna.page, 'conditional_moves_prepare', { move: 'g7' }).click()
  await anna.page.getByRole('button', { name: 'Send move' }).click()
  await waitForMove(bram, 3, 'g7')
  await anna.page.getByText(en('conditional_moves_unsaved')).waitFor()
  await anna.page.getByRole('button', { name: '2b a1 if bram plays: a stone on a1' }).waitFor()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('on a phone conditional moves can be prepared with only the board and the bar', async () => {
  await anna.page.setViewportSize({ width: 360, height: 640 })
  await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await waitForMove(bram, 1, 'a7')
  await button(anna.page, 'conditional_moves_begin').click()
  // Opening it from the card below scrolls back to the board.
  await expect.poll(async () => (await point(anna.page, 'a7').boundingBox())?.y ?? -1).toBeGreaterThan(0)
  await enterMoves(anna, 'b6', 'g7')
  expect(await accessibilityViolations(anna.page)).toEqual([])
  expect(await screen(anna.page)).toBe(360)
  await keep(anna)
  await playMove(bram, 'muehle', 'b6')
  await waitForMove(bram, 3, 'g7')
  await anna.page.setViewportSize({ width: 1280, height: 900 })
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('conditional moves are prepared by ear and keyboard alone', async () => {
  await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await waitForMove(bram, 1, 'a7')
  const { page } = anna
  await button(page, 'conditional_moves_short').focus()
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'What to do' })
  await expect.poll(() => bar.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  const announced = await Announced.on(page)
  const board = new BoardByKeys(page)
  await board.pick('b6')
  await announced.waitFor(en('conditional_moves_lead_answer', { move: 'b6' }))
  await board.pick('g7')
  await announced.waitFor('your answer: a stone on g7')
  // A mistake is taken back.
  await page.keyboard.type('d1')
  await announced.waitFor('if bram plays: a stone on d1')
  await tabTo(page, en('ui_undo'))
  await page.keyboard.press('Enter')
  await announced.waitFor(en('conditional_moves_lead_next', { name: 'bram' }))
  // Moves that are typed are played on as well.
  await page.keyboard.type('a1')
  await announced.waitFor('if bram plays: a stone on a1')
  await page.keyboard.type('a4')
  await announced.waitFor('your answer: a stone on a4')
  // The arrow keys step through the line.
  await bar.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => point(page, 'b6').getAttribute('aria-label')).toContain('empty')
  await page.keyboard.press('End')
  await expect.poll(() => point(page, 'g7').getAttribute('aria-label')).toContain('white stone')
  await tabTo(page, en('conditional_moves_keep'))
  await page.keyboard.press('Enter')
  await announced.waitFor(en('conditional_moves_saved'))
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  expect(anna.errors).toEqual([])
})

test('comments on the game and on positions are saved automatically and are private', async () => {
  const id = await startGame(anna, bram, 'muehle')
  await playMove(anna, 'muehle', 'a7')
  await playMove(bram, 'muehle', 'b6')
  await waitForMove(anna, 2, 'b6')
  const { page } = anna
  const saved = () => page.getByText(en('game_analysis_saved'), { exact: true })
  await page.getByLabel(en('game_analysis_whole')).fill('bram likes the corners.')
  await saved().first().waitFor()
  await page.getByLabel(en('analysis_comment_at', { move: '1b' })).fill('Threatens nothing yet.')
  await saved().first().waitFor()
  await button(page, 'game_moves_back').click()
  await page.getByLabel(en('analysis_comment_at', { move: '1w' })).fill('A corner.')
  // Stepping on does not wait for the save.
  await button(page, 'game_moves_on').click()
  await page
    .locator('[data-ply="1"]')
    .getByRole('img', { name: en('game_analysis_noted') })
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.reload()
  expect(await page.getByLabel(en('game_analysis_whole')).inputValue()).toBe('bram likes the corners.')
  expect(await page.getByLabel(en('analysis_comment_at', { move: '1b' })).inputValue()).toBe(
    'Threatens nothing yet.',
  )
  await button(page, 'game_moves_back').click()
  await expect
    .poll(() => page.getByLabel(en('analysis_comment_at', { move: '1w' })).inputValue())
    .toBe('A corner.')

  // A new move does not move a player who is writing.
  await button(page, 'game_moves_on').click()
  await playMove(anna, 'muehle', 'g7')
  const writing = page.getByLabel(en('analysis_comment_at', { move: '2w' }))
  await writing.fill('The other')
  await playMove(bram, 'muehle', 'd7')
  await waitForMove(anna, 4, 'd7')
  await page.keyboard.type(' corner.')
  expect(await writing.inputValue()).toBe('The other corner.')
  for (let n = 0; n < 3; n++) await button(page, 'game_moves_back').click()

  // A note that cannot be sent stays on the device until it can be.
  await anna.context.setOffline(true)
  await page.getByLabel(en('analysis_comment_at', { move: '1w' })).fill('A corner, offline.')
  await page.getByText(en('game_analysis_failed')).waitFor()
  await anna.context.setOffline(false)
  await saved().first().waitFor()

  expect(await bram.page.getByLabel(en('game_analysis_whole')).inputValue()).toBe('')
  const visitor = await site.browser.newPage()
  await visitor.goto(`${site.url}/games/${id}`)
  await visitor.locator('[data-ply="2"]').waitFor()
  expect(await visitor.getByRole('heading', { name: en('game_analysis_tab') }).count()).toBe(0)
  expect(await visitor.getByText(en('conditional_moves_title')).count()).toBe(0)
  await visitor.close()

  // Notes stay after the end of the game.
  await button(page, 'game_moves_end').click()
  await page.getByRole('button', { name: en('game_resign') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('game_resign') })
    .click()
  await page.getByText(en('game_outcome_you_lost')).first().waitFor()
  expect(await page.getByLabel(en('game_analysis_whole')).inputValue()).toBe('bram likes the corners.')
  // Chromium logs that the network was offline.
  anna.errors.splice(0)
  expect(bram.errors).toEqual([])
})
