import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, collectErrors, PHONE } from '../src/browser.ts'
import type { BrowserPlayer } from '../src/player.ts'
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

const invite = async ({ page }: BrowserPlayer): Promise<string> => {
  await page.goto(`${site.url}/lobby`)
  await page.getByRole('link', { name: en('lobby_invite') }).click()
  await page.getByText(en('lobby_more_options')).click()
  await page.getByRole('radio', { name: 'White' }).check()
  await page.getByRole('button', { name: en('lobby_challenge_send_link') }).click()
  await page.getByRole('heading', { name: en('invite_own') }).waitFor()
  return page.url()
}

test('two taps from home make an invitation’s link, and one copies it', async () => {
  const { page, context } = await site.register('clara', PHONE)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('link', { name: en('lobby_invite') }).click()
  await page.getByRole('button', { name: en('lobby_challenge_send_link') }).click()
  await page.getByRole('button', { name: en('ui_copy') }).click()
  await page.getByText(en('ui_copied')).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite#\d+-[\w-]{22}$/)
})

test('one tap on its row chooses another game', async () => {
  const { page } = bram
  await page.setViewportSize(PHONE.viewport)
  await page.goto('/lobby/new')
  await page.getByRole('button', { name: en('rules_picker_other') }).click()
  const dialog = page.getByRole('dialog', { name: en('rules_picker_title') })
  // each board once
  expect(await dialog.locator('svg').count()).toBe(4)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Halma' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('region', { name: en('ui_game') })
    .getByText('Halma')
    .first()
    .waitFor()
})

test('a visitor accepts an invitation link without an account, which its sender also finds in the lobby', async () => {
  const link = await invite(anna)
  expect(link).toMatch(/\/invite#\d+-[\w-]{22}$/)
  await anna.page.getByText(link, { exact: true }).waitFor()
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await anna.page.goto(`${site.url}/lobby`)
  await anna.page.getByText(en('lobby_challenge_by_link')).waitFor()
  expect(await accessibilityViolations(anna.page)).toEqual([])
  // The link opens the page without a full load.
  await anna.page.getByRole('link', { name: en('lobby_challenge_link_show') }).click()
  await anna.page.getByText(link, { exact: true }).waitFor()

  const context = await site.browser.newContext(PHONE)
  const page = await context.newPage()
  const errors = collectErrors(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url(), request.headers().referer ?? ''))
  await page.goto(link)
  await page.getByRole('heading', { name: en('invite_from', { name: 'anna' }) }).waitFor()
  await page.getByText(en('invite_visitor')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: en('lobby_challenge_accept') }).click()
  await page.waitForURL(/\/games\/\d+$/)
  // Only the request for the invitation has the code in its URL.
  const code = new URL(link).hash.slice(1)
  const withCode = requests.filter((url) => url.includes(code))
  expect(withCode.length).toBeGreaterThan(0)
  for (const url of withCode) expect(url).toContain('/api/v1/challenges/invites/')
  // The browser logs the 401 that a visitor gets.
  expect(errors.filter((each) => !each.includes('401'))).toEqual([])

  // The challenger sees it at once on the page with the link.
  const { white, black } = await site.game(Number(page.url().split('/').at(-1)))
  const guest = [white, black].find(({ kind }) => kind === 'guest')
  await anna.page.getByText(en('invite_accepted_by', { name: guest!.username })).waitFor()
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await anna.page.getByRole('link', { name: en('invite_to_game') }).click()
  await anna.page.waitForURL(page.url())

  // A later visitor reads that it is taken.
  await bram.page.goto(link)
  await bram.page.getByText(en('invite_taken')).waitFor()
  expect(await bram.page.getByRole('button', { name: en('lobby_challenge_accept') }).count()).toBe(0)
  expect(await accessibilityViolations(bram.page)).toEqual([])
  await page.goto(link)
  await page.getByText(en('invite_you_accepted')).waitFor()
  await context.close()
})

test('an incomplete or withdrawn invitation link shows an explanation', async () => {
  const link = await invite(anna)
  await bram.page.goto(`${link}x`)
  await bram.page.getByRole('heading', { name: en('invite_missing_title') }).waitFor()
  expect(await accessibilityViolations(bram.page)).toEqual([])
  // A second link in the same tab updates the page, although only the part after the # differs.
  await bram.page.goto(link)
  await bram.page.getByRole('button', { name: en('lobby_challenge_accept') }).waitFor()
  await anna.page.getByRole('button', { name: en('lobby_challenge_withdraw') }).click()
  await anna.page.waitForURL(/\/lobby$/)
  await bram.page.getByRole('button', { name: en('lobby_challenge_accept') }).click()
  await bram.page.getByText(en('invite_withdrawn')).waitFor()
})

test('a player is challenged from their profile with a chosen expiry', async () => {
  await anna.page.goto(`${site.url}/players/bram`)
  await anna.page.getByRole('link', { name: en('people_profile_challenge', { name: 'bram' }) }).click()
  const name = anna.page.getByLabel(en('ui_opponent'), { exact: true })
  expect(await name.inputValue()).toBe('bram')
  const send = anna.page.getByRole('button', { name: en('lobby_challenge_send') })
  for (const [invalid, message] of [
    ['', en('account_field_required')],
    ['Anna', en('api_error_own_challenge')],
    ['nobody-here', en('api_error_unknown_opponent')],
  ] as const) {
    await name.fill(invalid)
    await send.click()
    await anna.page.getByText(message).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
  }
  expect(await accessibilityViolations(anna.page)).toEqual([])
  await name.fill('bram')
  await anna.page.getByText(en('lobby_more_options')).click()
  await anna.page.getByLabel(en('lobby_challenge_expiry')).selectOption('1')
  await send.click()
  await anna.page.getByText('Challenge sent to bram.').waitFor()
  const row = anna.page.locator('[data-challenge]').filter({ hasText: 'To bram' })
  await row.getByText(/open until /).waitFor()
  expect(anna.errors.filter((each) => !/40[49]|422/.test(each))).toEqual([])
})
