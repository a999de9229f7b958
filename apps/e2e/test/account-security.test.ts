import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'

// On a loopback address an admin can register without a code.
const site = useSite({ ADMINS: 'host' })
let host: BrowserPlayer
let anna: BrowserPlayer

beforeAll(async () => {
  host = await site.register('host')
  anna = await site.register('anna')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The link in the newest mail to a user, read from the stored mails of a server without SMTP. */
async function linkFor(name: string, subject: string): Promise<string> {
  await site.open(host, '/admin/mail')
  await host.page
    .getByRole('button', { name: `Read the e-mail to ${name}: ${subject}` })
    .first()
    .click()
  const text = (await host.page.locator('pre').textContent()) ?? ''
  expect(await accessibilityViolations(host.page)).toEqual([])
  return /https?:\S+#\S+/.exec(text)![0]
}

test('a user verifies an e-mail address with the link', async () => {
  const { page } = anna
  await site.open(anna, '/account/security')
  await page.getByText('Not confirmed yet').waitFor()
  await button(page, 'Make a new link').click()
  await page.getByText('This server sends no mail').last().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(await linkFor('anna', 'Confirm your e-mail address'))
  await button(page, 'Confirm my address').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Confirm my address').click()
  await page.getByText('anna@example.org is confirmed as the address of anna.').waitFor()
  await site.open(anna, '/account/security')
  await page.getByText('Confirmed', { exact: true }).waitFor()
})

test('a user resets a forgotten password on a phone with the keyboard', async () => {
  const context = await site.browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(`${site.url}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username or e-mail address').fill('anna')
  await page.keyboard.press('Enter')
  await page.getByText('If this account exists').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(await linkFor('anna', 'A new password for Tegenzet'))
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.keyboard.press('Enter')
  await page.locator('[aria-invalid="true"]').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill('another horse entirely')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor()
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Username').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('another horse entirely')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  // Her other sessions have ended.
  await site.open(anna, '/account/security')
  await anna.page.waitForURL(/\/login\?next=/)
  await page.goto(`${site.url}/account/security`)
  const log = page.getByRole('list', { name: 'Security log' })
  await log.getByText('Password reset by e-mail').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // The mail about the change has a link for the case that it was not her.
  await page.goto(await linkFor('anna', 'Your password was changed'))
  await button(page, 'Secure my account').click()
  await page.getByRole('heading', { name: 'Your account is secured' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password', { exact: true }).waitFor()
  await context.close()
})

test('changing the password ends the other sessions', async () => {
  const { page } = host
  const elsewhere = await site.browser.newContext({ locale: 'en-GB' })
  const other = await elsewhere.newPage()
  await other.goto(`${site.url}/login`)
  await other.getByLabel('Username').fill('host')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(other, 'Log in').click()
  await other.getByRole('link', { name: 'host', exact: true }).waitFor()
  await site.open(host, '/account/security')
  const list = page.getByRole('list', { name: 'Where you are logged in' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('button', { name: 'Rename' }).first().click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('my laptop')
  await page.keyboard.press('Enter')
  await list.getByText('my laptop').waitFor()
  await page.getByLabel('Current password', { exact: true }).last().fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('another horse entirely')
  await page.getByText('Strong password.').waitFor()
  await button(page, 'Change password').click()
  await page.getByText('Wrong password.').waitFor()
  await page.getByLabel('Current password', { exact: true }).last().fill(PASSWORD)
  await button(page, 'Change password').click()
  await page.getByText('Your password has been changed').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await other.goto(`${site.url}/account`)
  await other.waitForURL(/\/login\?next=/)
  await elsewhere.close()
})

test('a user revokes everything that gives access to the account', async () => {
  const { page } = host
  const data = { name: 'my bot', scopes: ['game:play'] }
  expect((await host.context.request.post(`${site.url}/api/v1/tokens`, { data })).status()).toBe(201)
  await site.open(host, '/account/security')
  await button(page, 'Revoke everything').click()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Revoke everything').and(page.locator('dialog *')).click()
  await page.getByText('Everything is revoked. Only this session is left.').waitFor()
  await site.open(host, '/account/tokens')
  await page.getByText('You have no tokens.').waitFor()
})

test('a user changes the username on a phone, and the old profile leads to the new one', async () => {
  const { context, page } = await site.register('carla')
  await page.setViewportSize(PHONE.viewport)
  await page.goto(`${site.url}/account`)
  await page.locator('summary').click()
  await page.getByLabel('New username').fill('host')
  await page.keyboard.press('Enter')
  await page.locator('[aria-invalid="true"]').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('New username').fill('Carlotta')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Carlotta' }).waitFor()
  await page.getByText('You can change your username again on').waitFor()
  await page.goto(`${site.url}/players/carla`)
  await page.waitForURL(`${site.url}/players/Carlotta`)
  await page.getByRole('heading', { name: 'Carlotta' }).waitFor()
  await context.close()
})
