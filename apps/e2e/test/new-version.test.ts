import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame, pickMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// A page stays open while the server is updated: the scripts it has not loaded yet are gone.

const site = useSite()
const en = textsOf('en')
const SCRIPTS = '**/_app/immutable/**'
const VERSION = '**/_app/version.json'
let anna: BrowserPlayer
let bram: BrowserPlayer

// plain http has no service worker, which would keep the scripts
const DESK = { serviceWorkers: 'block' } as const
beforeAll(async () => {
  anna = await site.register('anna', DESK)
  bram = await site.register('bram', { ...DESK, ...PHONE })
})

/** What an update of the server does to an open page. */
async function update(page: Page): Promise<void> {
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404 }))
  await page.route(VERSION, (route) => route.fulfill({ json: { version: 'next' } }))
}

/** The offer to reload, in this part of the page, gone afterwards. */
async function expectOffer(page: Page, where = '.toast'): Promise<void> {
  const offer = page.locator(where).filter({ hasText: en('ui_new_version') })
  await offer.getByRole('button', { name: en('ui_reload') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
}
const button = (page: Page, key: string) => page.getByRole('button', { name: en(key), exact: true })
const dismiss = (page: Page) => button(page, 'ui_toast_dismiss').first().click()

test('whatever an old page cannot load any more says that a new version is here; a draft survives the reload', async () => {
  const { page } = anna
  const id = await beginGame(anna, bram, 'merels')
  await openGame(anna, id)
  await update(page)
  for (const key of ['draws_offer', 'game_give']) {
    await button(page, key).click()
    await expectOffer(page)
    await dismiss(page)
  }
  await button(page, 'boards_settings').first().click()
  await expectOffer(page, '.popover')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: en('chat_title') }).click()
  await expectOffer(page, '[role=tabpanel]')

  await pickMove(page, 'merels', 'd6')
  await button(page, 'chat_move_add').click()
  await page.getByLabel(en('chat_move_label')).fill('Good luck!')
  await page.unroute(SCRIPTS)
  await page.unroute(VERSION)
  const reloaded = page.waitForEvent('load')
  await page
    .locator('[role=tabpanel]')
    .getByRole('button', { name: en('ui_reload') })
    .click()
  await reloaded
  await button(page, 'game_bar_send').waitFor()
  expect(await page.getByLabel(en('chat_move_label')).inputValue()).toBe('Good luck!')
})

test('an engine that an old page cannot load any more says that a new version is here', async () => {
  const { page } = anna
  // of the worker only: the part of the page that starts it is there
  const updateWorker = async () => {
    await page.route('**/*worker*.js', (route) => route.fulfill({ status: 404 }))
    await page.route(VERSION, (route) => route.fulfill({ json: { version: 'next' } }))
  }
  await site.open(anna, '/analysis/halma')
  await updateWorker()
  await button(page, 'analysis_engine').click()
  await expectOffer(page, '.engine')
  await button(page, 'analysis_engine').click()

  // of other rules than the games that are running, whose positions are left out
  const id = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${id}/moves`, { move: 'f4', ply: 1 })
  await callApi(anna, 'POST', `/games/${id}/resign`)
  await openGame(anna, id)
  await page.getByRole('tab', { name: en('review_tab') }).click()
  await expectOffer(page, '[role=tabpanel]')
  await page.unroute('**/*worker*.js')
  await page.unroute(VERSION)
})

test('an open page notices by itself that the server has another build, and the next link opens that', async () => {
  const { page } = anna
  await page.routeWebSocket('**/api/v1/live*', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => {
      const message = JSON.parse(String(text))
      socket.send(JSON.stringify(message.type === 'welcome' ? { ...message, build: 'next' } : message))
    })
  })
  await site.open(anna, '/lobby')
  await expectOffer(page)
  const loaded = page.waitForEvent('load')
  await page.locator('a.brand').click()
  await loaded
})

test('without a connection it says that too, and reloads nothing', async () => {
  const { page, context } = bram
  await openGame(bram, await beginGame(anna, bram, 'merels'))
  await context.setOffline(true)
  await button(page, 'draws_offer').click()
  const toast = page.locator('.toast').filter({ hasText: en('ui_part_missing') })
  await toast.getByRole('button', { name: en('ui_reload') }).click()
  await toast.waitFor()
  await context.setOffline(false)
  const reloaded = page.waitForEvent('load')
  await toast.getByRole('button', { name: en('ui_reload') }).click()
  await reloaded
  await button(page, 'draws_offer').click()
  await page.getByRole('dialog').waitFor()
})
