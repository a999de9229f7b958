import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const en = textsOf('en')
const MOVES = RECORDED_GAMES.molenspel.split(' ')
const clock = { kind: 'per-move', days: 3 }

const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna', PHONE)
  bram = await site.register('bram')
})

test('the end of a game is told beside the board, with the rating and what to do next', async () => {
  const challenge = { rules: 'molenspel', opponent: 'anna', colour: 'white', rated: true, clock }
  const { id: asked } = await callApi(bram, 'POST', '/challenges', challenge)
  const { id } = (await callApi(anna, 'POST', `/challenges/${asked}/accept`)).game
  const waiting = await beginGame(anna, bram, 'halma')
  const play = (ply: number) =>
    callApi(ply % 2 === 0 ? bram : anna, 'POST', `/games/${id}/moves`, { move: MOVES[ply], ply })
  for (let ply = 0; ply < MOVES.length - 1; ply++) await play(ply)
  await openGame(anna, id)
  await openGame(bram, id)
  await play(MOVES.length - 1)

  await bram.page.getByText(en('game_result_you_took', { loser: 'anna', count: 7 })).waitFor()
  const won = bram.page.getByRole('region', { name: en('game_outcome_you_won') })
  // rated in the background, after which the game is sent again
  await won.getByText('→').first().waitFor({ state: 'attached' })
  expect(await won.getByRole('button').first().textContent()).toContain(en('game_rematch_offer'))
  expect(await accessibilityViolations(bram.page)).toEqual([])

  const { page } = anna
  await page.getByText(en('game_result_took_yours', { winner: 'bram', count: 7 })).waitFor()
  const lost = page.getByRole('region', { name: en('game_outcome_you_lost') })
  await lost.getByText('→').first().waitFor({ state: 'attached' })
  const boxes = async () => [
    await page.locator('.seats .board').first().boundingBox(),
    await lost.boundingBox(),
  ]
  const [board, panel] = await boxes()
  expect(panel!.y).toBeGreaterThanOrEqual(board!.y + board!.height)
  expect(panel!.y + panel!.height).toBeLessThanOrEqual(PHONE.viewport.height)
  // the next game that waits is in it, and nowhere else
  const next = page.getByRole('link', { name: en('games_next') })
  expect(await next.count()).toBe(1)
  expect(await lost.getByRole('link', { name: en('games_next') }).getAttribute('href')).toBe(
    `/games/${waiting}`,
  )
  expect(await won.getByRole('link', { name: en('games_next') }).count()).toBe(0)
  for (const name of ['game_rematch_offer', 'review_tab', 'games_next'])
    expect((await lost.getByText(en(name)).boundingBox())!.width, name).toBeGreaterThan(40)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  expect(await accessibilityViolations(page)).toEqual([])
  // put aside, it is a part of the page
  await page.getByRole('button', { name: en('game_result_settle') }).click()
  expect(await lost.evaluate((element) => getComputedStyle(element).position)).toBe('static')

  await lost.getByRole('button', { name: en('game_rematch_offer') }).click()
  await lost.getByText(en('game_rematch_offered', { name: 'bram' })).waitFor()
  await won.getByRole('button', { name: en('game_rematch_accept') }).waitFor()
  await page.keyboard.press('Alt+n')
  await page.waitForURL(`**/games/${waiting}`)
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('a guest who has lost to a bot is offered the next weaker one, and to keep the game', async () => {
  const guest = await site.visitor(PHONE)
  await callApi(guest, 'POST', '/guests', { language: 'en' })
  const bots = async () =>
    (await callApi(guest, 'GET', '/bots?house=true')).items.toSorted(
      (a: { level: number }, b: { level: number }) => a.level - b.level,
    )
  await expect.poll(async () => (await bots()).length).toBe(5)
  const [weakest, second] = await bots()
  const opponent = second.user.username
  await callApi(guest, 'POST', '/challenges', { rules: 'muehle', opponent, colour: 'white', clock })
  const games = async () => (await callApi(guest, 'GET', `/games?player=${opponent}`)).items
  await expect.poll(async () => (await games()).length).toBe(1)
  const [{ id }] = await games()
  await callApi(guest, 'POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
  await expect.poll(async () => (await site.game(id)).ply).toBe(2)
  await openGame({ ...guest, name: 'guest' }, id)
  const { page } = guest
  // so low that there is no room below the board
  await page.setViewportSize({ width: 360, height: 560 })
  await callApi(guest, 'POST', `/games/${id}/resign`)

  const keep = page.getByRole('link', { name: en('game_result_keep') })
  await keep.waitFor()
  const result = page.getByRole('region', { name: en('game_outcome_you_lost') })
  await expect.poll(() => result.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  await page.setViewportSize(PHONE.viewport)
  expect(await keep.getAttribute('href')).toContain('/register')
  await page.getByRole('button', { name: en('game_result_try', { name: weakest.user.username }) }).click()
  await page.waitForURL((url) => url.pathname !== `/games/${id}`)
  await page.locator('#app [data-point]').first().waitFor()
  expect(guest.errors).toEqual([])
})
