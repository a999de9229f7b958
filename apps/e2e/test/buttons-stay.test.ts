import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame, pickMove, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
// Eighteen stones are placed without a mill. Then both players move back and forth, so positions 18, 22 and 26 are equal.
const MOVES =
  'd5 b4 b2 b6 c5 g4 a1 g1 c3 d1 d3 f2 d6 e3 g7 d7 a7 e4 a1-a4 b4-c4 a4-a1 c4-b4 a1-a4 b4-c4 a4-a1'.split(' ')

const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna', PHONE)
  bram = await site.register('bram')
})

type Places = Record<string, string>

/** Where the buttons and links of an element are on the page, by their names. */
const placesIn = (page: Page, selector: string): Promise<Places> =>
  page.evaluate((selector) => {
    const buttons = document.querySelectorAll<HTMLElement>(`${selector} :is(button, a)`)
    // moves in the list scroll with it
    const visible = [...buttons].filter(
      (button) =>
        button.checkVisibility({ visibilityProperty: true }) && !button.closest('[data-ply], .toast'),
    )
    return Object.fromEntries(
      visible.map((button) => {
        const { x, y } = button.getBoundingClientRect()
        const name = button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''
        return [name, `${Math.round(x + scrollX)}, ${Math.round(y + scrollY)}`]
      }),
    )
  }, selector)

const BAR = `section[aria-label="${en('game_bar_label')}"] .line`
const TABS = '[role=tablist]'

/** Compares the places of the buttons with those where they have been before. */
class Watch {
  readonly #page: Page
  readonly #selector: string
  #before: Places = {}

  constructor(page: Page, selector: string) {
    this.#page = page
    this.#selector = selector
  }

  async expectStill(step: string): Promise<void> {
    const after = await placesIn(this.#page, this.#selector)
    const common = Object.keys(after).filter((name) => name in this.#before)
    const placesOf = (places: Places) => common.map((name) => `${name}: ${places[name]}`)
    expect(placesOf(after), step).toEqual(placesOf(this.#before))
    this.#before = { ...this.#before, ...after }
  }
}

/** The button is in the window, and nothing is over it, once a toast has gone. */
async function expectReachable(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  const isReachable = () =>
    button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isReachable, { message: name, timeout: 15_000 }).toBe(true)
}

const toastText = (page: Page) => page.locator('.toast').first()

test('on a phone no button of the bar moves through a whole game, and a claim can be agreed to in the bar', async () => {
  const id = await beginGame(anna, bram, 'merels')
  // one that waits, so that the bar offers it
  await beginGame(anna, bram, 'halma')
  const play = (ply: number) =>
    callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move: MOVES[ply], ply })
  for (let ply = 0; ply < 20; ply++) await play(ply)
  await openGame(anna, id)
  const { page } = anna
  const bar = new Watch(page, BAR)
  const tabs = new Watch(page, TABS)
  const send = en('game_bar_send')

  await bar.expectStill('to move')
  await tabs.expectStill('to move')
  await pickMove(page, 'merels', MOVES[20]!)
  await bar.expectStill('a draft move')
  await callApi(bram, 'POST', '/challenges', {
    rules: 'halma',
    opponent: 'anna',
    colour: 'white',
    clock: { kind: 'per-move', days: 3 },
  })
  await toastText(page).waitFor()
  await bar.expectStill('a toast')
  await tabs.expectStill('a toast')
  await expectReachable(page, send)
  await callApi(bram, 'POST', `/games/${id}/draw-offers`)
  await page.getByRole('button', { name: en('draws_offer_accept'), exact: true }).waitFor()
  await bar.expectStill('an offer')
  await tabs.expectStill('an offer')
  await expectReachable(page, send)
  await page.getByRole('button', { name: en('ui_toast_dismiss') }).click()
  await expectReachable(page, en('draws_offer_accept'))
  await page.getByRole('button', { name: send }).click()
  await waitForMove(anna, 21, MOVES[20]!)
  await page
    .getByRole('button', { name: en('draws_offer_accept'), exact: true })
    .waitFor({ state: 'detached' })
  await bar.expectStill('the opponent’s turn')
  await tabs.expectStill('the opponent’s turn')
  for (const ply of [21, 22, 23, 24]) {
    await play(ply)
    await waitForMove(anna, ply + 1, MOVES[ply]!)
    await bar.expectStill(`ply ${ply}`)
    await tabs.expectStill(`ply ${ply}`)
  }
  await callApi(bram, 'POST', `/games/${id}/claims`, {
    ground: 'repetition',
    positions: [18, 22, 26],
    intendedMove: 'c4-b4',
  })
  await page.getByText(en('game_bar_claimed')).waitFor()
  await bar.expectStill('a claim')
  await tabs.expectStill('a claim')
  await expectReachable(page, en('draws_claim_agree'))
  await page.getByRole('button', { name: en('draws_claim_agree'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('draws_claim_agree') })
    .click()
  await page.getByText(en('game_outcome_drawn')).first().waitFor()
  await bar.expectStill('the end')
  await tabs.expectStill('the end')
  await callApi(bram, 'POST', `/games/${id}/rematch`)
  await page.getByText(en('game_rematch_wanted', { name: 'bram' })).waitFor()
  await bar.expectStill('a rematch')
  await tabs.expectStill('a rematch')
  await expectReachable(page, en('game_rematch_accept'))
  await expectReachable(page, en('ui_decline'))
  expect(anna.errors).toEqual([])
})

test('on a phone no button of the page moves while a bot thinks', async () => {
  const bots = async () => (await callApi(anna, 'GET', '/bots?house=true')).items
  await expect.poll(async () => (await bots()).length).toBe(5)
  const opponent = (await bots())[0].user.username
  const clock = { kind: 'per-move', days: 3 }
  const challenge = { rules: 'muehle', opponent, colour: 'white', clock }
  const made = await callApi(anna, 'POST', '/challenges', challenge)
  const games = async () => (await callApi(anna, 'GET', `/games?player=${opponent}`)).items
  await expect.poll(async () => (await games()).length).toBe(1)
  const [{ id }] = await games()
  expect(made).toBeDefined()
  await openGame(anna, id)
  const { page } = anna
  const game = new Watch(page, '.board-page')
  for (const ply of [0, 2, 4]) {
    await game.expectStill(`ply ${ply}`)
    const free = await page.evaluate(
      () =>
        ['d6', 'f4', 'd2', 'b4', 'e5', 'a1'].find((point) =>
          document.querySelector(`[data-point="${point}"]`)?.getAttribute('aria-label')?.includes('empty'),
        )!,
    )
    await callApi(anna, 'POST', `/games/${id}/moves`, { move: free, ply })
    await waitForMove(anna, ply + 1, free)
    await game.expectStill(`the bot thinks after ply ${ply}`)
    await expect.poll(async () => (await site.game(id)).ply).toBe(ply + 2)
    await page.locator(`[data-ply="${ply + 2}"][aria-current="step"]`).waitFor()
  }
  await game.expectStill('the bot has moved')
})

test('choosing a tab on a phone does not scroll the page', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  await openGame(anna, id)
  const { page } = anna
  await page.evaluate(() => scrollTo(0, 40))
  const tabs = new Watch(page, TABS)
  await tabs.expectStill('moves')
  for (const name of [en('chat_title'), en('ui_moves'), en('game_analysis_tab'), en('ui_moves')]) {
    await page.getByRole('tab', { name }).click()
    expect(await page.evaluate(() => scrollY)).toBe(40)
    await tabs.expectStill(name)
  }
})

test('on a phone a toast moves nothing on a page, and a finger on its way reaches what is below', async () => {
  const { page } = anna
  await page.goto(`${site.url}/rules`, { waitUntil: 'networkidle' })
  const buttons = new Watch(page, 'body')
  await buttons.expectStill('before')
  const clock = { kind: 'per-move', days: 3 }
  await callApi(bram, 'POST', '/challenges', { rules: 'muehle', opponent: 'anna', colour: 'black', clock })
  await toastText(page).waitFor()
  expect(await toastText(page).evaluate((toast) => getComputedStyle(toast).animationName)).toContain(
    'let-through',
  )
  await buttons.expectStill('a toast')
})
