import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, holdRequests } from '../src/browser.ts'
import {
  type BrowserPlayer,
  beginGame,
  callApi,
  openGame,
  pickMove,
  playMove,
  startGame,
  waitForMove,
} from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite({ MESSAGE_LIMIT: '1000' })
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const chatTab = (page: Page) => page.getByRole('tab', { name: en('chat_title') })
const log = (page: Page) => page.getByRole('log')
const chatMessage = (page: Page, text: string) => log(page).getByText(text, { exact: true })

test('two players exchange messages, with and without a move, and see each other’s at once', async () => {
  const id = await startGame(anna, bram, 'muehle')
  for (const { page } of [anna, bram]) await chatTab(page).click()
  await anna.page.getByText(en('chat_empty', { name: 'bram' })).waitFor()

  await pickMove(anna.page, 'muehle', 'd6')
  await anna.page.getByRole('button', { name: en('chat_move_add') }).click()
  await anna.page.getByLabel(en('chat_move_label')).fill('Have fun!')
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await anna.page.getByRole('button', { name: 'Send move' }).click()
  await waitForMove(bram, 1, 'd6')
  await chatMessage(bram.page, 'Have fun!').waitFor()
  await chatMessage(anna.page, 'Have fun!').waitFor()
  await anna.page.getByLabel(en('chat_move_label')).waitFor({ state: 'hidden' })

  // Links cannot be opened before the other player has answered.
  await anna.page.getByLabel(en('chat_write', { name: 'bram' })).fill('https://example.org/anna')
  await anna.page.getByRole('button', { name: en('chat_send') }).click()
  await bram.page.getByText(en('chat_links_held', { name: 'anna' })).waitFor()
  await anna.page.getByText(en('chat_links_held_own', { name: 'bram' })).waitFor()
  expect(await log(bram.page).getByRole('link').count()).toBe(0)

  const writing = bram.page.getByLabel(en('chat_write', { name: 'anna' }))
  await writing.fill('You too.\nAs on https://example.org/merels? <b>')
  await writing.press('Control+Enter')
  await log(anna.page).getByText('You too.').waitFor()
  await expect.poll(() => writing.inputValue()).toBe('')
  await log(bram.page).getByRole('link', { name: 'https://example.org/anna' }).waitFor()
  const link = log(anna.page).getByRole('link', { name: 'https://example.org/merels' })
  expect(await link.getAttribute('rel')).toBe('ugc nofollow noopener noreferrer')
  expect(await link.getAttribute('href')).toBe('https://example.org/merels')
  const last = log(anna.page).locator('article').last()
  expect(await last.locator('.head').textContent()).toMatch(/^bram\s+after 1w · /)
  expect((await last.locator('.text').textContent())?.trim()).toBe(
    'You too.\nAs on https://example.org/merels? <b>',
  )
  expect(await accessibilityViolations(bram.page)).toEqual([])

  // A message with a draw offer is part of the conversation.
  await bram.page.getByRole('tab', { name: en('ui_moves') }).click()
  await bram.page.getByRole('button', { name: en('draws_offer') }).click()
  await bram.page.getByText(en('draws_more_offer')).click()
  await bram.page.getByLabel(en('draws_form_message'), { exact: true }).fill('Draw?')
  await bram.page.getByRole('button', { name: en('draws_form_send_offer') }).click()
  await log(anna.page).getByText(en('chat_with_offer')).waitFor()
  await chatMessage(anna.page, 'Draw?').waitFor()

  // Spectators do not see it.
  const visitor = await site.browser.newPage()
  await visitor.goto(`${site.url}/games/${id}`)
  await visitor.locator('[data-ply="1"]').waitFor()
  expect(await visitor.getByRole('log').count()).toBe(0)
  expect(await visitor.getByText('Have fun!').count()).toBe(0)
  await visitor.close()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('what is typed while a message is being sent is kept', async () => {
  await startGame(anna, bram, 'muehle')
  const { page } = anna
  await chatTab(page).click()
  await page.getByText(en('chat_empty', { name: 'bram' })).waitFor()
  const release = await holdRequests(page, '**/messages')
  const writing = page.getByLabel(en('chat_write', { name: 'bram' }))
  const send = page.getByRole('button', { name: en('chat_send') })
  await writing.fill('Hello')
  await send.click()
  await writing.fill('Hello again')
  release()
  await chatMessage(page, 'Hello').waitFor()
  await expect.poll(() => writing.inputValue()).toBe('again')
  await page.unroute('**/messages')
  await send.click()
  await chatMessage(page, 'again').waitFor()
  await expect.poll(() => writing.inputValue()).toBe('')
})

test('on a phone a tab counts unread messages, and what is typed survives a reload', async () => {
  await startGame(anna, bram, 'muehle')
  await bram.page.setViewportSize({ width: 360, height: 640 })
  await playMove(anna, 'muehle', 'd6')
  await waitForMove(bram, 1, 'd6')
  await chatTab(anna.page).click()
  await anna.page.getByLabel(en('chat_write', { name: 'bram' })).fill('Are you there?')
  await anna.page.reload()
  await chatTab(anna.page).click()
  await anna.page.getByRole('button', { name: en('chat_send') }).click()

  const toTalk = bram.page.getByRole('tab', { name: `${en('chat_title')}: 1 new message` })
  await toTalk.click()
  await chatMessage(bram.page, 'Are you there?').scrollIntoViewIfNeeded()
  await toTalk.waitFor({ state: 'detached' })
  expect(await accessibilityViolations(bram.page)).toEqual([])
  expect(await bram.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // Read messages stay read after a reload.
  await bram.page.reload()
  await chatTab(bram.page).click()
  await chatMessage(bram.page, 'Are you there?').waitFor()
  expect(await toTalk.count()).toBe(0)
  await bram.page.setViewportSize({ width: 1280, height: 900 })
})

test('a long conversation shows its end first and loads earlier messages on request', async () => {
  const id = await beginGame(anna, bram, 'muehle')
  // No page is open that would render each message.
  for (const { page } of [anna, bram]) await page.goto('about:blank')
  for (let n = 1; n <= 35; n++) {
    await callApi(n % 2 ? anna : bram, 'POST', `/games/${id}/messages`, { text: `Message ${n}` })
  }
  await openGame(anna, id)
  await chatTab(anna.page).click()
  await chatMessage(anna.page, 'Message 35').waitFor()
  expect(await chatMessage(anna.page, 'Message 5').count()).toBe(0)
  await anna.page.getByRole('button', { name: en('chat_older') }).click()
  await chatMessage(anna.page, 'Message 1').waitFor()
  expect(await log(anna.page).locator('article').count()).toBe(35)
})
