import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../api/test/people/identity-provider.ts'
import { faultsOf } from '../src/page-faults.ts'
import { PASSWORD } from '../src/player.ts'
import { freePort } from '../src/server.ts'
import { useSite } from '../src/site.ts'

let port: string
let provider: IdentityProvider
beforeAll(async () => {
  port = `${await freePort()}`
  provider = await startIdentityProvider(`http://127.0.0.1:${port}`)
})
afterAll(() => provider?.close())
const site = useSite(() => ({
  PORT: port,
  OIDC_ISSUER: provider.issuer,
  ...CLIENT,
  OIDC_NAME: 'De Molen',
}))

const faults: string[] = []
const look = async (page: Page, name: string) => void faults.push(...(await faultsOf(page, name)))

/** A browser of somebody whom the provider knows by this name. */
async function visitor(name: string, locale: string): Promise<{ page: Page; context: BrowserContext }> {
  provider.people.set(name, {
    sub: name,
    preferred_username: name,
    email: `${name}@example.org`,
    email_verified: true,
  })
  provider.at.sub = name
  return site.visitor({ locale })
}

test('somebody new comes with the provider, chooses a name, and sees the page they wanted', async () => {
  const { page, context } = await visitor('lotte', 'en-GB')
  await page.goto('/games')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('link', { name: 'Continue with De Molen' }).waitFor()
  await look(page, 'login')
  await page.getByRole('link', { name: 'Continue with De Molen' }).click()
  await page.waitForURL((url) => url.pathname === '/login/continue')
  await page.getByRole('heading', { name: 'Choose a username' }).waitFor()
  await page.getByText('Your e-mail address is lotte@example.org').waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('lotte')
  await look(page, 'choose')
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('[aria-invalid="true"]').waitFor()
  await page.getByLabel('Username').fill('Lotte_B')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/games')

  // their only way in cannot be unlinked; the proof is a new log-in there
  await page.goto('/account/security#here')
  await page.getByText('Linked since').waitFor()
  await look(page, 'security')
  const unlink = async () => {
    await page.getByRole('button', { name: 'Unlink De Molen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  }
  await unlink()
  const again = page.getByRole('link', { name: 'Log in again with De Molen' })
  await again.waitFor()
  await look(page, 'proof')
  await again.click()
  await page.waitForURL((url) => url.pathname === '/account/security' && url.hash === '#here')
  await page.getByText('Linked since').waitFor()
  await unlink()
  await page.getByText('This is your only way to log in').waitFor()

  await context.clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with De Molen' }).click()
  await page.waitForURL((url) => url.pathname === '/games')
  await context.close()
  expect(faults).toEqual([])
})

test('somebody with a password links the provider, and logs in with it', async () => {
  const { page, context } = await visitor('bram', 'nl-NL')
  await page.goto('/register')
  await page.getByRole('link', { name: 'Verder met De Molen' }).waitFor()
  await look(page, 'register-nl')
  await page.locator('input[name="username"]').fill('bram')
  await page.locator('input[type="email"]').fill('bram@example.com')
  await page.locator('input[type="password"]').fill(PASSWORD)
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname === '/lobby')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Koppelen aan De Molen' }).click()
  await page.getByText('Gekoppeld sinds').waitFor()
  await context.close()

  const other = await visitor('bram', 'nl-NL')
  // what comes after the # does not go through servers
  await other.page.goto('/login?next=/account#here')
  await other.page.getByRole('link', { name: 'Verder met De Molen' }).click()
  await other.page.waitForURL((url) => url.pathname === '/account' && url.hash === '#here')
  await other.page.getByText('bram@example.com').waitFor()
  await other.context.close()
  expect(faults).toEqual([])
})

test('says in each language that the provider is away', async () => {
  // not its discovery, which is kept for some seconds
  provider.lies.set('/token', (_, response) => response.writeHead(503).end())
  for (const [locale, text] of [
    ['en-GB', 'De Molen does not answer'],
    ['nl-NL', 'De Molen reageert op dit moment niet'],
    ['de-DE', 'De Molen antwortet gerade nicht'],
    ['fr-FR', 'De Molen ne répond pas'],
  ] as const) {
    const { page, context } = await visitor('lotte', locale)
    await page.goto('/api/v1/session/oidc?next=/games')
    await page.getByText(text).waitFor()
    await look(page, `away-${locale}`)
    await context.close()
  }
  provider.lies.clear()
  expect(faults).toEqual([])
})
