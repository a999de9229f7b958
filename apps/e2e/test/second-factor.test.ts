import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations, collectErrors, PHONE } from '../src/browser.ts'
import { callApi, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The code of the app at a later time. */
const codeIn = (seconds: number, secret: string) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

async function enterPassword(page: Page, name: string): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a user sets up an authenticator app and logs in with it on a phone', async () => {
  const anna = await site.register('anna')
  const { page } = anna
  await site.open(anna, '/account/security')
  await button(page, 'Set up an authenticator app').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await page.getByLabel('Code from the app').fill('12345')
  await button(page, 'Turn on').click()
  await page.locator('[aria-invalid="true"]').waitFor()
  await page.getByLabel('Code from the app').fill(codeIn(0, secret))
  await button(page, 'Turn on').click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const recoveryCodes = (await page.locator('code').first().textContent())!.split('\n')
  expect(recoveryCodes.length).toBe(10)
  await page.getByText('10 recovery codes left').waitFor()

  const context = await site.browser.newContext(PHONE)
  const phone = await context.newPage()
  await enterPassword(phone, 'anna')
  await phone.getByText('Your password is right. Now enter a code.').waitFor()
  expect(await accessibilityViolations(phone)).toEqual([])
  // the field has the focus
  await phone.keyboard.type('000000')
  await phone.keyboard.press('Enter')
  await phone.getByText('This code is wrong, too old, or was used before.').waitFor()
  await phone.getByLabel('Code', { exact: true }).fill(codeIn(30, secret))
  await phone.keyboard.press('Enter')
  await phone.waitForURL((url) => url.pathname !== '/login')
  await context.close()

  const data = { code: recoveryCodes[0] }
  await callApi(anna, 'POST', '/session/proof', data)
  await page.reload()
  await page.getByText('9 recovery codes left').waitFor()
  await button(page, 'Turn off').click()
  await button(page, 'Turn off').and(page.locator('dialog *')).click()
  await button(page, 'Set up an authenticator app').waitFor()
})

test('a user adds a passkey, logs in with it, and uses it after the password', async () => {
  // passkeys belong to a domain name
  const home = site.url.replace('127.0.0.1', 'localhost')
  const context = await site.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const data = { username: 'bram', email: 'bram@example.org', password: PASSWORD }
  expect((await context.request.post(`${home}/api/v1/accounts`, { data })).status()).toBe(201)

  await page.goto(`${home}/account/security`)
  await page.getByLabel('Name of the passkey').fill('My phone')
  await button(page, 'Add a passkey').click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('My phone').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await context.clearCookies()
  await page.goto(`${home}/login`)
  await button(page, 'Log in with a passkey').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Log in with a passkey').click()
  await page.getByRole('link', { name: 'bram', exact: true }).waitFor()

  await context.clearCookies()
  await page.goto(`${home}/login`)
  await page.getByLabel('Username').fill('bram')
  await page.getByLabel('Password', { exact: true }).fill(data.password)
  await page.keyboard.press('Enter')
  await button(page, 'Use a passkey').click()
  await page.getByRole('link', { name: 'bram', exact: true }).waitFor()

  await page.goto(`${home}/account/security`)
  await button(page, 'Remove the passkey My phone').click()
  await button(page, 'Remove').and(page.locator('dialog *')).click()
  await page.getByRole('list', { name: 'Passkeys' }).waitFor({ state: 'detached' })
  expect(errors.filter((error) => !error.includes('401'))).toEqual([])
  await context.close()
})
