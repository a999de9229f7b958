import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, holdRequests } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, playMove } from '../src/player.ts'
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

/** Clicks a link and chooses an option in one task, so that no frame is drawn and no navigation begins in between. */
async function clickAndChoose(link: Locator, choice: Locator, value: string): Promise<void> {
  await choice.waitFor()
  const handle = await link.elementHandle()
  await choice.evaluate(
    (select, [link, value]) => {
      ;(link as HTMLElement).click()
      ;(select as HTMLSelectElement).value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [handle, value] as const,
  )
}

/** Waits longer than SvelteKit delays the navigation of a clicked link. */
const settle = (page: Page) => page.waitForTimeout(1000)

test('a player goes from game to game, most urgent first, and finds games by tab and filter', async () => {
  const { page } = anna
  const slow = await beginGame(anna, bram, 'muehle', 9)
  const urgent = await beginGame(anna, bram, 'muehle', 2)
  const theirs = await beginGame(bram, anna, 'halma', 1)
  const cancelled = await beginGame(anna, bram, 'muehle', 3)
  await callApi(anna, 'POST', `/games/${cancelled}/cancel`)

  const tabs = page.getByRole('navigation', { name: en('games_view') })
  const shown = () => page.locator('main li a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  const address = (...ids: number[]) => ids.map((id) => `/games/${id}`)
  await page.goto(`${site.url}/games`)
  await tabs.getByRole('link', { name: `${en('games_running')} 3` }).waitFor()
  await expect.poll(shown).toEqual(address(urgent, slow, theirs))
  expect(await accessibilityViolations(page)).toEqual([])

  // the filters are folded until they are asked for
  const filters = page.getByRole('button', { name: en('games_filters'), exact: true })
  await page.getByLabel(en('games_filter_turn')).waitFor({ state: 'hidden' })
  await filters.click()
  await page.getByLabel(en('games_filter_turn')).selectOption(en('games_theirs'))
  await expect.poll(shown).toEqual(address(theirs))
  await page.getByRole('link', { name: en('games_filter_clear') }).click()
  await page.getByLabel(en('ui_game'), { exact: true }).selectOption('muehle')
  await tabs.getByRole('link', { name: `${en('games_running')} 2` }).waitFor()
  await expect.poll(shown).toEqual(address(urgent, slow))
  await tabs.getByRole('link', { name: `${en('games_cancelled')} 1` }).click()
  await expect.poll(shown).toEqual(address(cancelled))
  await page.getByLabel(en('ui_opponent')).fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: en('games_none_fit_title') }).waitFor()
  expect(new URL(page.url()).search).toBe('?show=cancelled&rules=muehle&opponent=nobody')

  await page.getByRole('button', { name: `${en('games_filters')} (2)` }).click()
  await page.getByLabel(en('ui_opponent')).waitFor({ state: 'hidden' })

  const next = page.getByRole('link', { name: en('games_next') })
  await page.goto(`${site.url}/games/${urgent}`)
  await playMove(anna, 'muehle', 'd6')
  await next.waitFor()
  await page.keyboard.press('Alt+n')
  await page.waitForURL(`**/games/${slow}`)
  await playMove(anna, 'muehle', 'd6')
  await next.waitFor({ state: 'detached' })
  // After the opponent's move it is the player's turn again.
  await callApi(bram, 'POST', `/games/${urgent}/moves`, { move: 'f4', ply: 1 })
  await next.click()
  await page.waitForURL(`**/games/${urgent}`)
  expect(anna.errors).toEqual([])
})

test('a filter chosen right after a click on a link is kept, and builds on what the link shows', async () => {
  const { page } = anna
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const header = page.getByRole('navigation', { name: en('ui_nav_label') })
  const tabs = page.getByRole('navigation', { name: en('games_view') })
  const rules = page.getByLabel(en('ui_game'), { exact: true })

  await page.goto(`${site.url}/games?turn=theirs`)
  await page.getByRole('button', { name: `${en('games_filters')} (1)` }).click()
  await clickAndChoose(link(en('games_filter_clear')), rules, 'muehle')
  await page.waitForURL('**/games?rules=muehle')
  await clickAndChoose(tabs.getByRole('link', { name: en('games_cancelled') }), rules, 'halma')
  await page.waitForURL('**/games?show=cancelled&rules=halma')
  await clickAndChoose(header.getByRole('link', { name: en('ui_nav_games') }), rules, 'molenspel')
  await page.waitForURL('**/games?rules=molenspel')
  await settle(page)
  expect([new URL(page.url()).search, await rules.inputValue()]).toEqual(['?rules=molenspel', 'molenspel'])
  await page.goBack()
  await page.waitForURL('**/games?show=cancelled&rules=halma')
  await expect.poll(() => rules.inputValue()).toBe('halma')

  const filter = page.getByLabel(en('ui_game'), { exact: true })
  await page.goto(`${site.url}/lobby?rules=halma`)
  await clickAndChoose(link(en('rules_all')), filter, 'muehle')
  await settle(page)
  expect([new URL(page.url()).search, await filter.inputValue()]).toEqual(['?rules=muehle', 'muehle'])
})

test('a player who leaves the lobby while a game begins stays where they went', async () => {
  const { page } = anna
  const clock = { kind: 'per-move', days: 3 }
  await callApi(bram, 'POST', '/challenges', { rules: 'muehle', opponent: 'anna', colour: 'white', clock })
  const release = await holdRequests(page, '**/challenges/*/accept')
  await page.goto(`${site.url}/lobby`)
  await page.getByRole('button', { name: en('lobby_challenge_accept_from', { name: 'bram' }) }).click()
  const header = page.getByRole('navigation', { name: en('ui_nav_label') })
  await header.getByRole('link', { name: en('ui_nav_rules') }).click()
  await page.waitForURL('**/rules')
  const accepted = page.waitForResponse('**/challenges/*/accept')
  release()
  expect((await accepted).ok()).toBe(true)
  await settle(page)
  expect(new URL(page.url()).pathname).toBe('/rules')
  await page.unroute('**/challenges/*/accept')
})

test('one player asks for a rematch and the other starts it with colours swapped', async () => {
  const game = await beginGame(anna, bram, 'muehle', 3)
  await callApi(anna, 'POST', `/games/${game}/cancel`)
  for (const { page } of [anna, bram]) await page.goto(`${site.url}/games/${game}`)
  await anna.page.getByRole('button', { name: en('game_rematch_offer'), exact: true }).click()
  await anna.page.getByText(en('game_rematch_offered', { name: 'bram' })).waitFor()
  await bram.page.getByText(en('game_rematch_wanted', { name: 'anna' })).waitFor()
  expect(await accessibilityViolations(bram.page)).toEqual([])
  // The request is also there after a reload.
  await bram.page.reload()
  await bram.page.getByRole('button', { name: en('game_rematch_accept') }).click()
  await bram.page.waitForURL((url) => url.pathname !== `/games/${game}`)
  await anna.page.getByRole('link', { name: en('game_rematch_open') }).click()
  await anna.page.waitForURL(bram.page.url())
  const id = Number(new URL(bram.page.url()).pathname.split('/').at(-1))
  const begun = await site.game(id)
  expect([begun.white.username, begun.black.username, begun.clock.days]).toEqual(['bram', 'anna', 3])
  expect(anna.errors).toEqual([])
})
