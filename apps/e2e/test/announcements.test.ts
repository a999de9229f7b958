import { beforeAll, expect, test } from 'vitest'
import { Announced } from '../src/announced.ts'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let toAnna: Announced
let toBram: Announced
beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  toAnna = await Announced.on(anna.page)
  toBram = await Announced.on(bram.page)
})

const play = (player: BrowserPlayer, game: number, move: string, ply: number, more = {}) =>
  callApi(player, 'POST', `/games/${game}/moves`, { move, ply, ...more })

test('the opponent’s move and the prepared reply are both announced, in order', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  await play(anna, game, 'd6', 0, { plan: { branches: [{ move: 'f4', reply: 'd2', then: [] }] } })
  await openGame(anna, game)
  const placed = (name: string, to: string) => en('game_announce_place', { name, to })
  await play(bram, game, 'f4', 1)
  const heard = await toAnna.waitFor(placed('anna', 'd2'))
  expect(heard.indexOf(placed('bram', 'f4'))).toBeGreaterThanOrEqual(0)
  expect(heard.indexOf(placed('bram', 'f4'))).toBeLessThan(heard.indexOf(placed('anna', 'd2')))
  expect(anna.errors).toEqual([])
})

test('the opponent’s draw offer, its refusal and messages are announced, to nobody who makes them', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  await Promise.all([openGame(anna, game), openGame(bram, game)])
  const offered = await callApi(anna, 'POST', `/games/${game}/draw-offers`, {})
  await toBram.waitFor(en('draws_offer_theirs', { name: 'anna' }))
  await callApi(bram, 'POST', `/draw-offers/${offered.game.drawOffer.id}/decline`, { reason: 'Not yet' })
  await toAnna.waitFor(en('draws_offer_declined', { name: 'bram' }))
  await callApi(bram, 'POST', `/games/${game}/messages`, { text: 'Good luck!' })
  await toAnna.waitFor(en('chat_quote', { name: 'bram', text: 'Good luck!' }))
  expect(toBram.said.join()).not.toContain('Good luck!')
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('a page has one polite region, also an open dialog', async () => {
  const { page } = anna
  const regions = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=status], [role=log]:not([aria-live=off]), [aria-live=polite]')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.closest('dialog')?.localName ?? element.parentElement!.className),
    )
  for (const path of [
    '/',
    '/lobby',
    '/games',
    '/puzzles',
    '/analysis',
    '/rules/muehle',
    '/account',
    '/lobby/new',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await regions(), path).toHaveLength(1)
  }
  await openGame(anna, await beginGame(anna, bram, 'muehle'))
  await page.getByRole('button', { name: en('draws_offer'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await regions()).toHaveLength(2)
  await anna.context.setOffline(true)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('draws_form_send_offer') })
    .click()
  await page.locator('dialog[open] .announcements p', { hasText: en('api_error_network') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
