import { beforeAll, expect, test } from 'vitest'
import { listenTo } from '../src/announced.ts'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
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

const play = (player: BrowserPlayer, game: number, move: string, ply: number, more = {}) =>
  callApi(player, 'POST', `/games/${game}/moves`, { move, ply, ...more })

test('the opponent’s move and the prepared reply are announced as one, in order', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  await play(anna, game, 'd6', 0, { plan: { branches: [{ move: 'f4', reply: 'd2', then: [] }] } })
  await openGame(anna, game)
  const { said, waitFor } = await listenTo(anna.page)
  await play(bram, game, 'f4', 1)
  const both = `${en('game_announce_place', { name: 'bram', to: 'f4' })} ${en('game_announce_place', { name: 'anna', to: 'd2' })}`
  expect(await waitFor(both)).not.toContain('Place a stone')
  expect(said.filter((sentence) => sentence.includes('bram placed'))).toHaveLength(1)
  expect(anna.errors).toEqual([])
})

test('the opponent’s draw offer, its refusal and messages are announced', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  await openGame(anna, game)
  await openGame(bram, game)
  const [toAnna, toBram] = [await listenTo(anna.page), await listenTo(bram.page)]
  const offered = await callApi(anna, 'POST', `/games/${game}/draw-offers`, {})
  await toBram.waitFor(en('draws_offer_theirs', { name: 'anna' }))
  await callApi(bram, 'POST', `/draw-offers/${offered.game.drawOffer.id}/decline`, { reason: 'Not yet' })
  await toAnna.waitFor(en('draws_offer_declined', { name: 'bram' }))
  await callApi(bram, 'POST', `/games/${game}/messages`, { text: 'Good luck!' })
  await toAnna.waitFor(en('chat_quote', { name: 'bram', text: 'Good luck!' }))
  // nothing is announced to who did it
  expect(toBram.said.join()).not.toContain('Good luck!')
  expect(toAnna.said.join()).not.toContain(en('draws_offer_yours'))
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
  await page.locator('dialog[open] .announcements').getByText(en('api_error_network')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
