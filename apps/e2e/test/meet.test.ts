import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, complaintsOf, openBrowser } from '../src/browser.ts'
import { newcomer, type Person } from '../src/player.ts'
import { type Server, startServer } from '../src/server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

let server: Server
let browser: Browser
let anna: Person
let bram: Person

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  anna = await newcomer(browser, server.url, 'anna')
  bram = await newcomer(browser, server.url, 'bram')
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const invite = async ({ page }: Person): Promise<string> => {
  await page.goto(`${server.url}/lobby`)
  await page.getByRole('link', { name: en('lobby_invite') }).click()
  await page.getByRole('radio', { name: 'White' }).check()
  await page.getByRole('button', { name: 'Make the challenge' }).click()
  await page.getByRole('heading', { name: en('invite_own') }).waitFor()
  return page.url()
}

test('an invitation is sent as a link, found again in the lobby, and accepted by somebody who has to register first', async () => {
  const link = await invite(anna)
  expect(link).toMatch(/\/invite#\d+-[\w-]{22}$/)
  await anna.page.getByText(link, { exact: true }).waitFor()
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await anna.page.goto(`${server.url}/lobby`)
  await anna.page.getByText(en('challenge_by_link')).waitFor()
  expect(await accessibilityFaults(anna.page)).toEqual([])
  // a link of the page leads to it, without loading it anew
  await anna.page.getByRole('link', { name: en('challenge_link_show') }).click()
  await anna.page.getByText(link, { exact: true }).waitFor()

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''))
  await page.goto(link)
  await page.getByRole('heading', { name: en('invite_from', { name: 'anna' }) }).waitFor()
  await page.getByText(en('invite_visitor')).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('link', { name: en('invite_register') }).click()
  await page.getByLabel('Username').fill('carla')
  await page.getByLabel('E-mail address').fill('carla@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a horse on a battery')
  await page.getByRole('button', { name: 'Open an account' }).click()
  await page.waitForURL(/\/invite/)
  await page.getByRole('button', { name: en('challenge_accept') }).click()
  await page.waitForURL(/\/games\/\d+$/)
  // nothing but the call that asks about it has the code in its address
  const code = new URL(link).hash.slice(1)
  const told = asked.filter((each) => each.includes(code))
  expect(told.length).toBeGreaterThan(0)
  for (const each of told) expect(each).toContain('/api/v1/challenges/invites/')
  // who is not logged in is told so by 401, which browsers write to their console
  expect(complaints.filter((each) => !each.includes('401'))).toEqual([])

  // its maker sees it at once, on the page with the link
  await anna.page.getByText(en('invite_accepted_by', { name: 'carla' })).waitFor()
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await anna.page.getByRole('link', { name: en('invite_to_game') }).click()
  await anna.page.waitForURL(page.url())

  // whoever comes later is too late, and told so
  await bram.page.goto(link)
  await bram.page.getByText(en('invite_taken')).waitFor()
  expect(await bram.page.getByRole('button', { name: en('challenge_accept') }).count()).toBe(0)
  expect(await accessibilityFaults(bram.page)).toEqual([])
  await page.goto(link)
  await page.getByText(en('invite_you_accepted')).waitFor()
  await context.close()
})

test('a link that is not whole, or was taken back, says so', async () => {
  const link = await invite(anna)
  await bram.page.goto(`${link}x`)
  await bram.page.getByRole('heading', { name: en('invite_missing_title') }).waitFor()
  expect(await accessibilityFaults(bram.page)).toEqual([])
  // another link in the same tab changes the page though only what stands after the # does
  await bram.page.goto(link)
  await bram.page.getByRole('button', { name: en('challenge_accept') }).waitFor()
  await anna.page.getByRole('button', { name: en('challenge_withdraw') }).click()
  await anna.page.waitForURL(/\/lobby$/)
  await bram.page.getByRole('button', { name: en('challenge_accept') }).click()
  await bram.page.getByText(en('invite_withdrawn')).waitFor()
})

test('a player is challenged from their profile, for as long as one says', async () => {
  await anna.page.goto(`${server.url}/players/bram`)
  await anna.page.getByRole('link', { name: en('profile_challenge', { name: 'bram' }) }).click()
  const name = anna.page.getByLabel(en('challenge_opponent'), { exact: true })
  expect(await name.inputValue()).toBe('bram')
  const send = anna.page.getByRole('button', { name: 'Make the challenge' })
  for (const [wrong, said] of [
    ['', en('field_needed')],
    ['Anna', en('error_own_challenge')],
    ['nobody-here', en('error_unknown_opponent')],
  ] as const) {
    await name.fill(wrong)
    await send.click()
    await anna.page.getByText(said).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
  }
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await name.fill('bram')
  await anna.page.getByLabel(en('challenge_expiry')).selectOption('1')
  await send.click()
  await anna.page.getByText('bram has your challenge.').waitFor()
  const row = anna.page.locator('[data-challenge]').filter({ hasText: 'To bram' })
  await row.getByText(/open until /).waitFor()
})

test('the deadlines of one’s games go into a calendar by an address that is shown once', async () => {
  await anna.page.goto(`${server.url}/account/calendar`)
  await anna.page.getByText(en('calendar_none')).waitFor()
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await anna.page.getByRole('button', { name: en('calendar_make') }).click()
  const shown = anna.page.locator('code').filter({ hasText: '/calendar/' })
  const first = (await shown.textContent())!
  expect(await accessibilityFaults(anna.page)).toEqual([])
  const fetched = await fetch(first)
  // anna has white and is to move in the game that her invitation began
  expect(await fetched.text()).toContain('SUMMARY:Make a move: ')

  await anna.page.getByRole('button', { name: en('once_done') }).click()
  await anna.page.reload()
  await anna.page.getByText(/last fetched: /).waitFor()
  expect(await shown.count()).toBe(0)
  await anna.page.getByRole('button', { name: en('calendar_renew') }).click()
  await anna.page
    .getByRole('dialog')
    .getByRole('button', { name: en('calendar_renew') })
    .click()
  const second = (await shown.textContent())!
  expect(second).not.toBe(first)
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])

  await anna.page.setViewportSize({ width: 360, height: 740 })
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await anna.page.getByRole('button', { name: en('calendar_remove') }).click()
  await anna.page
    .getByRole('dialog')
    .getByRole('button', { name: en('calendar_remove') })
    .click()
  await anna.page.getByText(en('calendar_none')).waitFor()
  expect((await fetch(second)).status).toBe(404)
  expect(anna.complaints.filter((each) => !/40[49]|422/.test(each))).toEqual([])
})
