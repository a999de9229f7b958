import { mkdirSync } from 'node:fs'
import { ruleSet } from '@tegenzet/rules'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, failRequests, openLive, PHONE, withoutAnswers } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, pickMove, startGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const en = textsOf('en')
/** Directory for screenshots of the tested pages. */
const PICTURES = process.env.PICTURES

const site = useSite({ ADMINS: 'arbiter', MESSAGE_LIMIT: '1000' })
let admin: BrowserPlayer
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  admin = await site.register('arbiter')
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const button = (page: Page, key: string, params = {}) =>
  page.getByRole('button', { name: en(key, params), exact: true })
const chatMessage = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
const row = (page: Page, list: string, name: string) =>
  page
    .getByRole('list', { name: en(list) })
    .getByRole('listitem')
    .filter({ hasText: name })

let checks = 0

/**
 * Checks the page and restores its size. The soak test checks both colour schemes at its own width and on a phone;
 * otherwise each check has one of these four screens, in turns.
 */
async function expectAccessible(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  await page.locator('main h1').first().waitFor()
  checks += 1
  const screens = [
    [width, 'light'],
    [360, 'dark'],
    [width, 'dark'],
    [360, 'light'],
  ] as const
  for (const [size, scheme] of process.env.SOAK ? screens : [screens[checks % 4]!]) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: size, height })
    expect(await accessibilityViolations(page), `${name} at ${size}, ${scheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(size)
    if (!PICTURES) continue
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/${name}-${size}-${scheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}

test('a player adds a favourite on the profile and challenges them from the list', async () => {
  const { page } = anna
  await page.goto(`${site.url}/players/bram`)
  await page.getByRole('button', { name: `${en('people_favourite')}: bram`, pressed: false }).click()
  await page.getByRole('button', { name: `${en('people_favourite')}: bram`, pressed: true }).waitFor()
  await expectAccessible(page, 'profile')

  await bram.page.goto(`${site.url}/lobby/new?rules=muehle`)
  await bram.page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await bram.page.waitForURL(/\/lobby$/)
  await page.goto(`${site.url}/account/people`)
  const favourite = row(page, 'people_favourites_title', 'bram')
  await favourite.getByText(en('people_favourites_seeks')).waitFor()
  await favourite.getByText(en('people_favourites_no_games')).waitFor()
  await page.getByText(en('people_blocks_empty')).waitFor()
  await expectAccessible(page, 'people')
  // The rule set in the list links to the challenge itself.
  await favourite.getByRole('link', { name: ruleSet('muehle').names.en }).click()
  const linked = page.getByRole('region', { name: en('lobby_one') })
  await linked.getByRole('button', { name: 'Accept the challenge from bram' }).waitFor()
  expect(await page.getByRole('button', { name: 'Accept the challenge from bram' }).count()).toBe(1)
  await expectAccessible(page, 'linked')
  await page.goto(`${site.url}/lobby?challenge=999999`)
  await page.getByText(en('lobby_one_gone')).waitFor()
  await page.goto(`${site.url}/account/people`)
  await favourite.getByRole('link', { name: en('people_favourites_challenge') }).click()
  await page.waitForURL(/opponent=bram/)
  await page.goBack()

  // Adding by name reports unknown names and the own name.
  await page.getByText(en('people_favourites_add_text')).click()
  const name = page.getByLabel(en('people_name')).first()
  await name.fill('nobody-here')
  await page.getByRole('button', { name: en('people_add'), exact: true }).click()
  await page.getByText(en('people_unknown')).waitFor()
  await name.fill('anna')
  await page.getByRole('button', { name: en('people_add'), exact: true }).click()
  await page.getByText(en('api_error_yourself')).waitFor()
  await name.fill('arbiter')
  await page.getByRole('button', { name: en('people_add'), exact: true }).click()
  await row(page, 'people_favourites_title', 'arbiter').waitFor()
  await button(page, 'people_favourite_remove', { name: 'arbiter' }).click()
  await row(page, 'people_favourites_title', 'arbiter').waitFor({ state: 'detached' })
  await button(page, 'people_favourite_remove', { name: 'bram' }).click()
  await page.getByText(en('people_favourites_empty_title')).waitFor()
})

test('a player reports a message and blocks its author; an admin sees it at once, rules and warns', async () => {
  await site.open(admin, '/')
  await startGame(anna, bram, 'muehle')
  for (const { page } of [anna, bram]) await page.getByRole('tab', { name: en('chat_title') }).click()
  for (const text of ['Hello anna', 'You play like a sack of stones']) {
    await bram.page.getByLabel(en('chat_write', { name: 'anna' })).fill(text)
    await bram.page.getByRole('button', { name: en('chat_send') }).click()
    await chatMessage(anna.page, text).waitFor()
  }
  const rude = anna.page.getByRole('log').locator('article').last()
  await rude.getByRole('button', { name: en('reports_report_message', { name: 'bram' }) }).click()
  const dialog = anna.page.getByRole('dialog', { name: en('reports_report_name', { name: 'bram' }) })
  await dialog.getByText('You play like a sack of stones').waitFor()
  await dialog.getByRole('button', { name: en('reports_send') }).click()
  await dialog.getByText(en('reports_description_required')).waitFor()
  await expectAccessible(anna.page, 'report-dialog')
  await dialog.getByLabel(en('reports_description')).fill('He insults me.')
  await dialog.getByLabel(en('reports_also_block', { name: 'bram' })).check()
  await dialog.getByRole('button', { name: en('reports_send') }).click()
  await anna.page.getByText(en('reports_done')).waitFor()

  // Neither can write until the block is removed.
  await anna.page.getByText(en('chat_blocked', { name: 'bram' })).waitFor()
  expect(await anna.page.getByLabel(en('chat_write', { name: 'bram' })).isVisible()).toBe(false)
  await bram.page.getByLabel(en('chat_write', { name: 'anna' })).fill('Well?')
  await bram.page.getByRole('button', { name: en('chat_send') }).click()
  await bram.page.getByText(en('api_error_contact_refused')).waitFor()
  await expectAccessible(anna.page, 'game-blocked')
  // The move bar does not offer a message either.
  await pickMove(anna.page, 'muehle', 'd6')
  await anna.page.getByRole('button', { name: 'Send move' }).waitFor()
  expect(await button(anna.page, 'chat_move_add').count()).toBe(0)

  await admin.page.getByText(en('ui_nav_admin')).first().waitFor()
  await admin.page.locator('header .badge').filter({ hasText: '1' }).first().waitFor()
  await admin.page.goto(`${site.url}/admin/reports`)
  await expectAccessible(admin.page, 'queue')
  await admin.page.getByRole('link', { name: en('reports_by_of', { by: 'anna', player: 'bram' }) }).click()
  await admin.page.getByText('He insults me.').waitFor()
  await admin.page.getByText(en('chat_quote', { name: 'bram', text: 'Hello anna' })).waitFor()
  await expectAccessible(admin.page, 'review')
  await admin.page.getByRole('button', { name: en('reports_send_upheld') }).click()
  await admin.page.getByText(en('admin_review_reason_required')).waitFor()
  await admin.page.getByLabel(en('reports_ruling_reason'), { exact: true }).fill('Be civil to each other.')
  await admin.page.getByLabel(en('reports_warn', { name: 'bram' })).check()
  await admin.page.getByRole('button', { name: en('reports_send_upheld') }).click()
  await admin.page.getByText(en('reports_was_warned', { name: 'bram' })).waitFor()
  await expectAccessible(admin.page, 'ruled')
  await admin.page.goto(`${site.url}/admin/reports`)
  await admin.page.getByText(en('reports_queue_empty_title')).waitFor()

  await bram.page.goto(`${site.url}/notices`)
  await bram.page
    .getByText(en('notifications_warned', { by: 'arbiter' }))
    .first()
    .waitFor()
  await bram.page.goto(`${site.url}/account`)
  const rulings = bram.page.getByRole('list', { name: en('account_rulings_title') })
  await rulings.getByText(en('account_ruling_warned')).waitFor()
  await expectAccessible(bram.page, 'warned')
  expect(await bram.page.getByText('Be civil to each other.').count()).toBe(1)
  await anna.page.goto(`${site.url}/notices`)
  await anna.page
    .getByText(en('notifications_report_upheld', { player: 'bram' }))
    .first()
    .waitFor()
  await anna.page.goto(`${site.url}/account/people`)
  await row(anna.page, 'reports_own_title', 'bram').getByText(en('reports_state_upheld')).waitFor()
  await row(anna.page, 'people_blocks_title', 'bram').waitFor()
  await expectAccessible(anna.page, 'people-blocked')
  // Whether she has appealed already must be known before she can.
  const appeal = row(anna.page, 'reports_own_title', 'bram').getByRole('button', {
    name: en('account_appeal'),
  })
  await failRequests(anna.page, '**/api/v1/account/appeals*')
  await withoutAnswers(anna.page)
  await anna.page.reload()
  await anna.page.getByText(en('api_error_internal')).waitFor()
  expect(await appeal.count()).toBe(0)
  await anna.page.unroute('**/api/v1/account/appeals*')
  await anna.page.getByRole('button', { name: en('ui_retry') }).click()
  await appeal.waitFor()
})

test('a blocked player cannot be challenged until they are unblocked', async () => {
  const { page } = anna
  await page.goto(`${site.url}/players/bram`)
  await page.getByText(en('people_profile_blocked', { name: 'bram' })).waitFor()
  expect(await page.getByRole('link', { name: 'Challenge bram' }).count()).toBe(0)
  await expectAccessible(page, 'profile-blocked')
  await bram.page.goto(`${site.url}/lobby/new?opponent=anna`)
  await bram.page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await bram.page.getByText(en('api_error_contact_refused')).waitFor()
  await button(page, 'people_unblock').click()
  await page.getByText(en('people_unblock_done', { name: 'bram' })).waitFor()
  await button(page, 'people_block_name', { name: 'bram' }).click()
  const confirmation = page.getByRole('dialog', { name: en('people_block_title', { name: 'bram' }) })
  await confirmation.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await confirmation.getByRole('button', { name: en('ui_cancel') }).click()
  await bram.page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await bram.page.getByText('Challenge sent to anna.').waitFor()
  await page.goto(`${site.url}/lobby`)
  await page.getByRole('button', { name: 'Decline the challenge from bram' }).click()
  const declining = page.getByRole('dialog', { name: 'Decline the challenge from bram?' })
  await declining.getByLabel('Reason').fill('Next month.')
  expect(await accessibilityViolations(page)).toEqual([])
  await declining.getByRole('button', { name: 'Decline' }).click()
  await page.getByText(en('lobby_challenge_declined')).waitFor()
  await bram.page.goto(`${site.url}/notices`)
  await bram.page.getByText('anna has declined your challenge: “Next month.”').waitFor()
})

test('a player reports the message of a challenge, and an admin reads it', async () => {
  const { page } = anna
  await bram.page.goto(`${site.url}/lobby/new?rules=muehle&opponent=anna`)
  await bram.page.getByText(en('lobby_more_options')).click()
  await bram.page.getByLabel(en('lobby_challenge_message')).fill('Come on, coward!')
  await bram.page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await page.goto(`${site.url}/lobby`)
  await button(page, 'reports_report_challenge', { name: 'bram' }).click()
  const dialog = page.getByRole('dialog', { name: en('reports_report_name', { name: 'bram' }) })
  await dialog.getByText('Come on, coward!').waitFor()
  expect(await dialog.getByText(en('reports_reads')).count()).toBe(0)
  await expectAccessible(page, 'report-challenge')
  await dialog.getByLabel(en('reports_description')).fill('He calls me names.')
  await dialog.getByRole('button', { name: en('reports_send') }).click()
  await page.getByText(en('reports_done')).waitFor()
  await bram.page.goto(`${site.url}/lobby`)
  await bram.page
    .getByRole('button', { name: en('lobby_challenge_withdraw') })
    .last()
    .waitFor()

  await admin.page.goto(`${site.url}/admin/reports`)
  await admin.page.getByText('Come on, coward!').waitFor()
  await admin.page.getByRole('link', { name: en('reports_by_of', { by: 'anna', player: 'bram' }) }).click()
  await admin.page.getByText(en('reports_evidence_challenge')).waitFor()
  await admin.page.getByText('Come on, coward!').waitFor()
  expect(await admin.page.getByText(en('reports_evidence_none')).count()).toBe(0)
  await expectAccessible(admin.page, 'review-challenge')
  await page.goto(`${site.url}/account/people`)
  await row(page, 'reports_own_title', 'bram').getByText('Come on, coward!').waitFor()
  // The server refused requests of these two on purpose, which the browser logs.
  expect(admin.errors).toEqual([])
})

test('no toast announces a new game on the page of that game', async () => {
  const { page } = anna
  await openLive(bram.page, '/lobby')
  await page.goto(`${site.url}/lobby`)
  const accept = async () => {
    await page.getByRole('button', { name: 'Accept the challenge from bram' }).first().click()
    await page.waitForURL(/\/games\/\d+$/)
    await page.getByRole('region', { name: 'What to do' }).waitFor()
  }
  // On other pages they get a toast. It goes after some seconds: look for it before anything else.
  await Promise.all([bram.page.locator('.toasts').getByRole('link', { name: /anna/ }).waitFor(), accept()])
  expect(await page.locator('.toasts a').count()).toBe(0)
})

test('an admin compares the moves of a player with the engine', async () => {
  const id = await startGame(anna, bram, 'moulin')
  const act = async (player: BrowserPlayer, path: string, data?: object) =>
    expect((await player.context.request.post(`${site.url}/api/v1/games/${id}/${path}`, { data })).ok()).toBe(
      true,
    )
  await act(anna, 'moves', { move: 'd6', ply: 0 })
  await act(bram, 'moves', { move: 'f4', ply: 1 })
  await act(bram, 'resign')
  const { page } = admin
  await page.goto(`${site.url}/admin/accounts/bram`)
  const card = page.getByRole('region', { name: en('admin_engine_title') })
  await card.getByRole('button', { name: en('admin_engine_submit') }).click()
  await card.getByText(en('admin_review_reason_required')).waitFor()
  await card.getByLabel(en('admin_review_reason')).fill('Report 1')
  await card.getByRole('button', { name: en('admin_engine_submit') }).click()
  // the page asks again until the result is there
  await card.getByRole('heading', { name: ruleSet('moulin').names.en }).waitFor()
  await card.getByText(en('admin_engine_games', { count: 1 })).waitFor()
  await card.getByText(en('admin_engine_no_moves')).first().waitFor()
  await expectAccessible(page, 'engine-comparison')
  await page.goto(`${site.url}/admin/log`)
  await page.getByText(en('admin_log_moves_compared', { name: 'bram' })).waitFor()
})

test('a game is watched live, its player is found by name, and an admin’s news reaches everybody', async () => {
  const { page } = anna
  const id = await beginGame(bram, admin, 'muehle')
  const play = (player: BrowserPlayer, move: string, ply: number) =>
    callApi(player, 'POST', `/games/${id}/moves`, { move, ply })
  await play(bram, 'd6', 0)
  await site.open(anna, '/watch?rules=muehle')
  const game = page.getByRole('region', { name: en('home_players', { white: 'bram', black: 'arbiter' }) })
  await game.getByText(en('games_row_move', { number: 1 })).waitFor()
  await expectAccessible(page, 'watch')
  await play(admin, 'f4', 1)
  await play(bram, 'd2', 2)
  await game.getByText(en('games_row_move', { number: 2 })).waitFor()

  await page.getByRole('link', { name: en('people_search_title') }).click()
  const recent = page.getByRole('region', { name: en('people_recent_title') })
  await recent.getByRole('listitem').first().getByRole('link', { name: 'bram' }).waitFor()
  await expectAccessible(page, 'players')
  await page.getByRole('searchbox').fill('RA')
  await page.getByRole('link', { name: 'bram' }).click()
  await page.getByRole('heading', { name: en('statistics_activity') }).waitFor()
  await expectAccessible(page, 'profile')

  await site.open(admin, '/admin/news')
  await admin.page.getByLabel(en('admin_news_title'), { exact: true }).fill('We are open')
  await admin.page
    .getByLabel(en('admin_news_text'), { exact: true })
    .fill('Rules: https://play.example/rules')
  await button(admin.page, 'admin_news_publish').click()
  await admin.page.getByText(en('admin_news_published')).waitFor()
  await site.open(anna, '/')
  await page.getByRole('link', { name: 'We are open' }).click()
  await page.getByRole('link', { name: 'https://play.example/rules' }).waitFor()
  await expectAccessible(page, 'news')
})

test('a ladder: join, challenge the player above, and find the game', async () => {
  await callApi(anna, 'POST', '/ladders/halma/entries')
  const { page } = bram
  await site.open(bram, '/ladders/halma')
  await button(page, 'ladders_join').click()
  await button(page, 'ladders_challenge_name', { name: 'anna' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('ladders_challenge') })
    .click()
  await page.getByRole('tab', { name: en('game_tab_info') }).click()
  await page.getByRole('link', { name: en('ladders_game') }).click()
  await row(page, 'ladders_places', 'anna').getByText(en('ladders_why_playing')).waitFor()
  await expectAccessible(page, 'ladder')
})

test('on a phone the rungs of a ladder have name and rating in one line, and what can be done beside them', async () => {
  const { items } = await callApi(bram, 'GET', '/games?ladder=true&player=bram&limit=1')
  const [game] = items as { id: number; white: { username: string } }[]
  const white = game!.white.username === 'anna' ? anna : bram
  const moves = RECORDED_GAMES.halma.split(' ').slice(0, 12)
  for (const [ply, move] of moves.entries()) {
    const mover = ply % 2 === 0 ? white : white === anna ? bram : anna
    await callApi(mover, 'POST', `/games/${game!.id}/moves`, { move, ply })
  }
  await callApi(bram, 'POST', `/games/${game!.id}/resign`)
  const { page } = bram
  const size = page.viewportSize()!
  await page.setViewportSize(PHONE.viewport)
  await site.open(bram, '/ladders/halma')
  for (const name of ['anna', 'bram']) {
    const rung = row(page, 'ladders_places', name)
    const rating = await rung.getByText(/\d+\?$/).boundingBox()
    const link = await rung.getByRole('link', { name, exact: true }).boundingBox()
    expect(link!.height).toBeLessThan(30)
    // in the line of the name and after it
    expect(rating!.y).toBeGreaterThan(link!.y - 6)
    expect(rating!.y + rating!.height).toBeLessThan(link!.y + link!.height + 6)
    expect(rating!.x).toBeGreaterThan(link!.x + link!.width)
    const reason = await rung.locator(':scope > :last-child').boundingBox()
    expect(reason!.x).toBeGreaterThan(rating!.x)
    expect(reason!.height).toBeLessThan(60)
  }
  await page.setViewportSize(size)
})
