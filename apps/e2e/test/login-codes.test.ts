import { beforeAll, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { faultsOf } from '../src/page-faults.ts'
import { callApi, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite({ ADMINS: 'boss', RATE_LIMIT: '100000' })

/** Of kid1, kid2 and kid3. */
let codes: string[]
let link: string
const faults: string[] = []

beforeAll(async () => {
  const boss = await site.register('boss')
  const wanted = ['kid1', 'kid2', 'kid3'].map((username) => ({ username }))
  const { members } = await callApi(boss, 'POST', '/admin/members', { members: wanted })
  codes = members.map(({ code }: { code: string }) => code)
  link = `/welcome#${codes[0]}`
})

/** A phone on which nobody is logged in. */
const newDevice = () => site.visitor({ ...PHONE })

test('a link says what happens, is used up by the button, and leads to a password', async () => {
  const { page, errors } = await newDevice()
  await page.goto(link)
  await page.getByText(`The code ${codes[0]} logs you in on this device`).waitFor()
  faults.push(...(await faultsOf(page, 'welcome')))
  // the skip link keeps the fragment
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(new URL(page.url()).hash).toBe(`#${codes[0]}`)
  await page.reload()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome, kid1' }).waitFor()
  await page.waitForURL((url) => url.pathname === '/welcome' && url.hash === '')
  faults.push(...(await faultsOf(page, 'welcome-in')))
  await page.locator('summary', { hasText: 'Set a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password is set').waitFor()
  await page.getByRole('link', { name: 'To your games' }).click()
  await page.waitForURL('**/games')

  // mail is never offered
  await page.goto('/account/security')
  await page.getByText('This account has no e-mail address').waitFor()
  await page.getByText('Forgotten? Ask your manager').waitFor()
  expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0)
  faults.push(...(await faultsOf(page, 'security')))
  await page.goto('/account/reminders')
  await page.getByText('Your account has no e-mail address').waitFor()
  expect(await page.getByRole('checkbox', { name: /mail/i }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('wrong, used and mistyped codes get the same answer, and the log-in page takes one too', async () => {
  const { page, context } = await newDevice()
  await page.goto(link)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('This code does not work').waitFor()
  expect(await page.getByLabel('Code').inputValue()).toBe(codes[0])
  faults.push(...(await faultsOf(page, 'welcome-refused')))
  await page.goto('/login?next=/clubs')
  await page.getByRole('button', { name: 'Log in with a code' }).click()
  await page.getByText('Ask your manager for a new code').waitFor()
  expect(await page.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true)
  faults.push(...(await faultsOf(page, 'login-code')))
  await page.getByLabel('Code').fill('AAAA AAAA')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('This code does not work').waitFor()
  await page.getByLabel('Code').fill(` ${codes[1]!.toLowerCase().replace('-', ' ')} `)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome, kid2' }).waitFor()
  await page.getByRole('link', { name: 'Just stay logged in here' }).click()
  await page.waitForURL('**/clubs')

  // nothing to prove with: the question says what to do
  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('First set a password or add a passkey').waitFor()
  await page.getByRole('button', { name: 'To the security page' }).click()
  await page.getByText('You have no password yet').waitFor()

  // another device
  await page.goto('/account')
  await page.getByRole('button', { name: 'Show a code' }).click()
  await page.getByText('Works once, until').waitFor()
  faults.push(...(await faultsOf(page, 'account-device')))
  const code = await page.locator('main code').textContent()
  const { account } = await callApi(await newDevice(), 'POST', '/session/code', { code })
  expect(account.username).toBe('kid2')

  // somebody else is logged in
  await page.goto(`/welcome#${codes[2]}`)
  await page.getByText('kid2 is logged in on this device').waitFor()
  faults.push(...(await faultsOf(page, 'welcome-other')))
  await page.getByRole('link', { name: 'Go on as kid2' }).click()
  await page.waitForURL('**/games')
  await context.close()
})

test('none of these pages is too wide or has a violation of accessibility rules', () => {
  expect(faults).toEqual([])
})

test.each(['/invite', '/analysis/1', '/reset-password', '/verify-email', '/clubs/1'])(
  'the skip link, a reload, Back and the choice of a language keep the secret in the address of %s',
  async (path) => {
    const { page, context } = await newDevice()
    const expectSecret = async () => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).hash).toBe('#some-secret')
    }
    await page.goto(`${path}#some-secret`)
    await expectSecret()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await expectSecret()
    await page.reload()
    await expectSecret()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.locator('html[lang="de"] h1').waitFor()
    await expectSecret()
    await page.getByRole('link', { name: 'Tegenzet' }).first().click()
    await page.waitForURL((url) => url.hash === '')
    // nobody's focus is at the top of the document after a navigation
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
    await page.goBack()
    await page.waitForURL((url) => url.hash !== '')
    await expectSecret()
    await context.close()
  },
)
