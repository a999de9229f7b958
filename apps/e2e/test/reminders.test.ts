import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../api/test/server/mailbox.ts'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

let box: Mailbox
beforeAll(async () => {
  box = await openMailbox()
})
afterAll(() => box?.close())
const site = useSite(() => box.env)
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const openSettings = (player: BrowserPlayer) => site.open(player, '/account/reminders')
const saved = (page: Page) => page.getByText('Saved').first().waitFor()

test('reminders are added, changed and removed, also with the keyboard on a phone', async () => {
  const { page } = anna
  await page.setViewportSize({ width: 360, height: 740 })
  await openSettings(anna)
  await page.getByText('Your e-mail address is not confirmed yet').waitFor()
  const day = group(page, '1 day before the deadline')
  await day.waitFor()
  expect(await day.getByLabel('In the app').isChecked()).toBe(true)
  await page.getByLabel('Another reminder').selectOption('When 25% of the time is left')
  await button(page, 'Add').press('Enter')
  await group(page, 'When 25% of the time is left').getByLabel('By e-mail').press('Space')
  await button(page, 'Remove: 1 day before the deadline').press('Enter')
  await day.waitFor({ state: 'detached' })
  await page.getByLabel('Challenges').uncheck()
  await saved(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await expect
    .poll(() => callApi(anna, 'GET', '/account/reminders'))
    .toEqual({
      reminders: [{ shareLeft: 0.25, app: true, mail: false }],
      mails: ['game-begun'],
      digest: null,
    })
  await page.reload()
  const share = group(page, 'When 25% of the time is left')
  await share.waitFor()
  expect(await share.getByLabel('By e-mail').isChecked()).toBe(false)
  expect(await page.getByLabel('Challenges').isChecked()).toBe(false)
  await button(page, 'Remove: When 25% of the time is left').click()
  await page.getByText('You get no reminders.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the daily mail is sent at its time and can be ended with its link', async () => {
  const { page } = anna
  await page.goto(`${site.url}/verify-email#${await box.tokenTo('anna@example.org', 'verify-email')}`)
  await button(page, 'Confirm my address').click()
  await page.getByText('anna@example.org is confirmed').waitFor()
  const challenge = await callApi(anna, 'POST', '/challenges', {
    rules: 'muehle',
    opponent: 'bram',
    colour: 'white',
    clock: { kind: 'per-move', days: 3 },
  })
  const { game } = await callApi(bram, 'POST', `/challenges/${challenge.id}/accept`)

  await callApi(anna, 'PATCH', '/account', { timezone: 'Pacific/Pago_Pago' })
  await openSettings(anna)
  await page.getByLabel('Send me one e-mail a day').check()
  await page.getByText('These are part of your daily e-mail now.').waitFor()
  await saved(page)
  await page.getByLabel('At what time').fill('00:00')
  await page.getByLabel('At what time').press('Tab')
  await saved(page)
  // Midnight is over today. These time zones are 25 hours apart, so it is tomorrow there, and the mail is due.
  await callApi(anna, 'PATCH', '/account', { timezone: 'Pacific/Kiritimati' })
  const isDigest = () => box.mails.find(({ subject }) => subject === 'A game waits for your move')
  await expect.poll(isDigest, { timeout: 200_000, interval: 500 }).toBeDefined()
  const mail = isDigest()!
  expect(mail.text).toContain(`${site.url}/games/${game.id}`)
  expect(
    mail.headerLines.some(({ line }) => line === 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
  ).toBe(true)

  // Opening the link alone changes nothing, because mail scanners do that.
  const { url } = (mail.headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe
  expect(mail.text).toContain(url)
  const stranger = await site.browser.newContext(PHONE)
  const visitor = await stranger.newPage()
  visitor.setDefaultTimeout(60_000)
  await visitor.goto(url)
  await visitor.getByText('No more daily e-mail?').waitFor()
  expect(await accessibilityViolations(visitor)).toEqual([])
  await openSettings(anna)
  await page.getByLabel('Send me one e-mail a day').waitFor()
  expect(await page.getByLabel('Send me one e-mail a day').isChecked()).toBe(true)
  await button(visitor, 'Stop these e-mails').click()
  await visitor.getByText('Done. You will not get these e-mails any more.').waitFor()
  expect(await accessibilityViolations(visitor)).toEqual([])
  await page.reload()
  await page.getByLabel('Send me one e-mail a day').waitFor()
  expect(await page.getByLabel('Send me one e-mail a day').isChecked()).toBe(false)

  await visitor.goto(`${url}x`)
  await button(visitor, 'Stop these e-mails').click()
  await visitor.getByText('This link is incomplete').waitFor()
  await stranger.close()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})
