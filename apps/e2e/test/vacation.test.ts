import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, playMove, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const ZONE = 'Europe/Amsterdam'
const DAY = 86_400_000

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const weekday = (instant: number) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: ZONE }).format(instant)
const today = Date.now()
/** Today and tomorrow, in case the tests run past midnight. */
const OFF = [today, today + DAY].map(weekday)

const seat = ({ page }: BrowserPlayer, name: string) =>
  page.locator('.seat').filter({ has: page.getByRole('link', { name, exact: true }) })
const dialog = ({ page }: BrowserPlayer) => page.getByRole('dialog')

/** Expects no accessibility violations. */
async function expectAccessible(...players: BrowserPlayer[]): Promise<void> {
  for (const { page } of players) expect(await accessibilityViolations(page), page.url()).toEqual([])
}

test('a player sets days off and quiet hours within the limits', async () => {
  const { page } = anna
  await page.goto(`${site.url}/account/time`)
  await page.getByRole('combobox', { name: en('time_zone') }).selectOption(ZONE)
  await page.getByText(en('ui_saved')).waitFor()
  for (const day of OFF) await page.getByLabel(day).check()
  expect(await page.getByRole('checkbox', { disabled: true }).count()).toBe(5)
  await page.getByLabel(en('time_quiet')).check()
  await page.getByLabel(en('time_quiet_from'), { exact: true }).fill('20:00')
  await page.getByRole('button', { name: en('ui_save') }).click()
  await page.getByText(en('time_quiet_long')).waitFor()
  const to = page.getByLabel(en('time_quiet_to'), { exact: true })
  expect(await to.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(anna)
  await page.getByLabel(en('time_quiet_from'), { exact: true }).fill('22:30')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: en('ui_save') }).click()
  await saved
  expect(await to.getAttribute('aria-invalid')).toBeNull()
  await page.reload()
  for (const day of OFF) await page.getByLabel(day, { exact: true }).and(page.locator(':checked')).waitFor()
  expect(await page.getByLabel(en('time_quiet_from'), { exact: true }).inputValue()).toBe('22:30')
})

test('both players see the clock of a game with a time bank before it begins', async () => {
  const { page } = anna
  await page.goto(`${site.url}/lobby/new?rules=muehle&opponent=bram`)
  await page.getByText(en('lobby_more_options')).click()
  await page.getByText(`quiet 22:30–07:00`).waitFor()
  await page.getByRole('radio', { name: en('game_side_white') }).check()
  await page.getByRole('radio', { name: en('clocks_kind_bank') }).check()
  await page.getByText('up to 20 days in all').waitFor()
  await page.getByLabel(en('clocks_preset')).selectOption(en('clocks_preset_own'))
  await page.getByLabel(en('clocks_bank_days')).selectOption('12 days')
  await page.getByLabel(en('clocks_bank_increment')).selectOption('18 hours')
  await expectAccessible(anna)
  await page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await page.getByText(en('lobby_challenge_sent', { name: 'bram' })).waitFor()

  await bram.page.goto(`${site.url}/lobby`)
  await bram.page.getByText('12 days + 18 hours a move, at most 20 days').waitFor()
  await bram.page.getByText(/^anna: .* off · quiet 22:30–07:00 \(Amsterdam\)$/).waitFor()
  await expectAccessible(bram)
  await bram.page.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'anna' }) }).click()
  await bram.page.waitForURL(/\/games\/\d+$/)
  game = Number(new URL(bram.page.url()).pathname.split('/').at(-1))
  await page.goto(bram.page.url())

  for (const one of [anna, bram]) {
    await seat(one, 'anna')
      .getByText(/^Day off · clock starts again \w+day \d\d:00$/)
      .waitFor()
    await seat(one, 'bram').getByText('12 days', { exact: true }).waitFor()
    await one.page.getByRole('tab', { name: en('game_tab_info') }).click()
    await one.page.getByText(en('clocks_title')).click()
    await one.page.getByText('22:30 to 07:00').waitFor()
  }
  await expectAccessible(anna, bram)
})

test('a vacation stops the player’s clock, the opponent sees it, and moves are still possible', async () => {
  await playMove(anna, 'muehle', 'd6')
  await waitForMove(bram, 1, 'd6')
  const before = await site.game(game)
  const { page } = bram
  await page.goto(`${site.url}/account/vacation`)
  const until = page.getByLabel(en('vacation_until'), { exact: true })
  const planned = new Date(today + 3 * DAY).toISOString().slice(0, 13)
  await until.fill(`${new Date(today + DAY / 2).toISOString().slice(0, 13)}:00`)
  await page.getByRole('button', { name: en('vacation_take') }).click()
  await page.getByText(en('vacation_short')).waitFor()
  await until.fill(`${planned}:00`)
  await expectAccessible(bram)
  await page.getByRole('button', { name: en('vacation_take') }).click()
  await page.getByRole('button', { name: en('vacation_end') }).waitFor()
  await expectAccessible(bram)

  await seat(anna, 'bram')
    .getByText(/^on vacation until /)
    .waitFor()
  const away = await site.game(game)
  expect(away.clocks.stoppedBy).toEqual(['vacation'])
  expect(away.away.black?.until).toBe(`${planned}:00:00.000Z`)
  expect(Date.parse(away.deadline!)).toBeGreaterThan(Date.parse(before.deadline!) + 2 * DAY)
  await anna.page.goto(`${site.url}/games`)
  await anna.page.getByText(/on vacation until/).waitFor()
  await expectAccessible(anna)
  await anna.page.goto(`${site.url}/players/bram`)
  await anna.page.getByText(/^bram is on vacation until /).waitFor()
  await expectAccessible(anna)
  await anna.page.goto(`${site.url}/lobby/new?opponent=bram`)
  await anna.page.getByText(/^bram is on vacation until /).waitFor()

  await page.goto(`${site.url}/games`)
  await page.getByText(/^You are on vacation until /).waitFor()
  await page.goto(`${site.url}/games/${game}`)
  await anna.page.goto(page.url())
  await playMove(bram, 'muehle', 'f4')
  await waitForMove(anna, 2, 'f4')
  await seat(anna, 'bram')
    .getByText(/^on vacation until /)
    .waitFor()
  await playMove(anna, 'muehle', 'a1')
  await waitForMove(bram, 3, 'a1')
})

test('a vacation is announced where somebody may challenge the player, until it ends', async () => {
  const page = await anna.context.newPage()
  const announced = page.getByText(en('vacation_away_challenge'))
  const paths = ['/players/bram', '/lobby/new?opponent=bram']
  for (const path of paths) {
    await page.goto(path)
    await announced.waitFor()
  }
  await page.clock.setFixedTime(today + 60 * DAY)
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await announced.count(), path).toBe(0)
  }
  await page.close()
})

test('a vacation can be ended early for both players, and a planned one cancelled', async () => {
  const { page } = bram
  await page.goto(`${site.url}/account/vacation`)
  const from = new Date(today + 5 * DAY).toISOString().slice(0, 13)
  await page.getByLabel(en('vacation_from'), { exact: true }).fill(`${from}:00`)
  await page
    .getByLabel(en('vacation_until'), { exact: true })
    .fill(`${new Date(today + 6.5 * DAY).toISOString().slice(0, 13)}:00`)
  await page.getByRole('button', { name: en('vacation_plan') }).click()
  await page.getByRole('button', { name: en('vacation_drop'), exact: false }).click()
  await dialog(bram)
    .getByRole('button', { name: en('vacation_drop') })
    .click()
  await page.getByText(en('vacation_dropped')).waitFor()
  await page.getByRole('button', { name: en('vacation_end') }).click()
  await expectAccessible(bram)
  await dialog(bram)
    .getByRole('button', { name: en('vacation_end') })
    .click()
  await page.getByText(en('vacation_ended')).waitFor()
  await page.getByText(/ended early/).waitFor()

  await seat(anna, 'bram')
    .getByText(/^on vacation until /)
    .waitFor({ state: 'detached' })
  expect((await site.game(game)).clocks.stoppedBy).toEqual([])
  expect((await site.game(game)).away.black).toBeNull()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})
