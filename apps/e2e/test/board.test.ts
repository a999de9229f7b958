import { decodeMove, legalMoves, ruleSet } from '@tegenzet/rules'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lessonsOf, missedGoal } from '../../web/src/lib/families/lessons.ts'
import { PHONE } from '../src/browser.ts'
import { type BrowserPlayer, openGame, playMove, startGame, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite()
let anna: BrowserPlayer
let game: number

beforeAll(async () => {
  anna = await site.register('anna')
  game = await startGame(anna, await site.register('bram'), 'halma')
})

const pointOf = (page: Page, point: string) => page.locator(`[data-point="${point}"]`)
const bar = (page: Page) => page.getByRole('region', { name: 'What to do' })
/** How many stones have glided, since this was first asked. */
const glides = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as { glides?: number }
    if (counted.glides === undefined) {
      counted.glides = 0
      document.addEventListener('transitionrun', ({ target }) => {
        if ((target as Element).matches('.stone')) counted.glides = (counted.glides ?? 0) + 1
      })
    }
    return counted.glides
  })

/** The middle of a point, in pixels of the page. */
async function middleOf(page: Page, point: string): Promise<{ x: number; y: number }> {
  const box = await pointOf(page, point).boundingBox()
  if (!box) throw new Error(`${point} is not in view`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a stone is dragged with the mouse, and a point out of reach says why it is', async () => {
  const { page } = anna
  const [from, far, to] = [await middleOf(page, 'i2'), await middleOf(page, 'c4'), await middleOf(page, 'g4')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(far.x, far.y, { steps: 3 })
  await page.mouse.up()
  await page.getByText('c4 is out of reach from i2.').waitFor()
  await bar(page).getByText('Where does it go?').waitFor()

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
  await bar(page).getByText('i2-g4').waitFor()
  await pointOf(page, 'g4').and(page.getByLabel('draft, not sent yet')).waitFor()
})

test('stones glide, but not for players who ask for less motion', async () => {
  const { page } = anna
  expect(await glides(page)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await pointOf(page, 'g4').click()
  await bar(page).getByText('i2-g4').waitFor()
  expect(await glides(page)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => glides(page)).toBe(1)
})

test('a finger drags a stone without scrolling the page, and scrolls it beside the stones', async () => {
  const context = await site.browser.newContext({
    ...PHONE,
    viewport: { width: 360, height: 480 },
    hasTouch: true,
    reducedMotion: 'reduce',
    baseURL: site.url,
    storageState: await anna.context.storageState(),
  })
  const page = await context.newPage()
  await openGame({ ...anna, page }, game)
  await pointOf(page, 'g4').scrollIntoViewIfNeeded()
  const finger = await context.newCDPSession(page)
  const scrolled = () => page.evaluate(() => scrollY)
  const top = await scrolled()
  await swipe(finger, await middleOf(page, 'i2'), await middleOf(page, 'g4'))
  await bar(page).getByText('i2-g4').waitFor()
  expect(await scrolled()).toBe(top)

  const start = await middleOf(page, 'd4')
  await swipe(finger, start, { ...start, y: start.y - 150 })
  await expect.poll(scrolled).toBeGreaterThan(top)
  await context.close()
})

async function swipe(finger: CDPSession, from: { x: number; y: number }, to: { x: number; y: number }) {
  const STEPS = 6
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= STEPS; step++) {
    const [x, y] = [from.x + ((to.x - from.x) * step) / STEPS, from.y + ((to.y - from.y) * step) / STEPS]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a board and stones are chosen beside the board, and are kept', async () => {
  const { page } = anna
  const desk = page.viewportSize()!
  // On a phone the settings are far below the board, and bring it back into view.
  await page.setViewportSize(PHONE.viewport)
  await page.getByRole('button', { name: 'Board settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Board settings' })
  const board = page.locator('[data-board-area] .board').first()
  await expect.poll(async () => (await board.boundingBox())?.y).toBeCloseTo(0, 0)
  await settings.getByRole('radio', { name: 'Slate' }).check()
  await settings.getByRole('radio', { name: 'Shapes' }).check()
  await settings.getByRole('group', { name: 'Sound' }).getByRole('radio', { name: 'On' }).check()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  await page.setViewportSize(desk)
  await openGame(anna, game)
  expect(await page.evaluate(() => document.documentElement.dataset.board)).toBe('slate')
  // The black stones are squares on their tips.
  expect(await page.locator('.pieces defs [id$="-black"] path').count()).toBeGreaterThan(0)
  await pointOf(page, 'i2').click()
  await pointOf(page, 'g4').click()
  await bar(page).getByText('i2-g4').waitFor()
  expect(anna.errors).toEqual([])
})

test('a stone is placed or moved while others are in hand, where the rules have it', async () => {
  const [carla, dirk] = [await site.register('carla'), await site.register('dirk')]
  await startGame(carla, dirk, 'lasker')
  await playMove(carla, 'lasker', 'd6')
  await waitForMove(dirk, 1, 'd6')
  await playMove(dirk, 'lasker', 'a1')
  await waitForMove(carla, 2, 'a1')
  await bar(carla.page).getByText('Place a stone on an empty point, or pick one of yours to move.').waitFor()
  await playMove(carla, 'lasker', 'd6-f6')
  await waitForMove(dirk, 3, 'd6-f6')
  await playMove(dirk, 'lasker', 'd6')
  await waitForMove(carla, 4, 'd6')
  expect([...carla.errors, ...dirk.errors]).toEqual([])
})

test('each exercise of a rules page is solved with the keyboard, and a wrong move says why', async () => {
  const { page, errors } = await site.visitor(PHONE)
  const rules = ruleSet('muehle')
  const lessons = lessonsOf(rules)
  await page.goto('/en/rules/muehle')
  const exercises = page.getByRole('region', { name: 'Try it on the board' })
  const button = (name: string | RegExp) => exercises.getByRole('button', { name })
  const press = (point: string) => exercises.locator(`[data-point="${point}"]`).press('Enter')

  await press('e5')
  await exercises.getByText('Black can still close a mill. Undo it and try again.').waitFor()
  await button('Undo').press('Enter')
  for (const [n, lesson] of lessons.entries()) {
    await exercises.locator('[aria-current="step"]', { hasText: String(n + 1) }).waitFor()
    const moves = legalMoves(rules, lesson.positions.at(-1)!)
    const solution = moves.find((move) => missedGoal(rules, lesson, move) === undefined)!
    const { from, to, captured } = decodeMove(rules, solution)
    for (const point of [from, to, captured]) if (point) await press(point)
    await button(`Exercise ${n + 1} of ${lessons.length}, solved`).waitFor()
    if (n + 1 < lessons.length) await button('Next exercise').press('Enter')
  }
  expect(errors).toEqual([])
})
