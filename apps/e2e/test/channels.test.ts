import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../api/test/server/webhook-receiver.ts'
import { accessibilityViolations } from '../src/browser.ts'
import type { BrowserPlayer } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite(() => ({ WEBHOOKS_ALLOW: 'loopback' }))
let receiver: Receiver
let anna: BrowserPlayer

beforeAll(async () => {
  receiver = await startReceiver()
  anna = await site.register('anna')
})
afterAll(() => receiver?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('a channel is added, tested, changed and removed, also with the keyboard on a phone', async () => {
  const { page } = anna
  await page.setViewportSize({ width: 360, height: 740 })
  await site.open(anna, '/account/reminders')
  await page.getByRole('heading', { name: 'Notification settings', level: 1 }).waitFor()
  await button(page, 'Add a channel').press('Enter')
  await page.getByLabel('Service').selectOption('Telegram')
  await page.getByText('@BotFather').waitFor()
  const address = page.getByLabel('Address', { exact: true })
  await address.fill(receiver.url)
  await button(page, 'Save channel').press('Enter')
  await page.getByText('This is no address of this service').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Service').selectOption('Slack, Mattermost or Rocket.Chat')
  await page.getByLabel('News from opponents').press('Space')
  await button(page, 'Save channel').press('Enter')
  await page.getByText('nothing sent yet').waitFor()
  expect(await page.getByText('News from opponents').count()).toBe(0)

  const ofChannel = (action: string) => button(page, new RegExp(`^${action}: Slack`))
  await ofChannel('Send a test').press('Enter')
  await page.getByText('It arrived: Slack answered 204.').waitFor()
  expect(receiver.received.map(({ body }) => body.text)).toEqual([expect.stringContaining('This is a test')])
  receiver.answer = (_, response) => response.writeHead(404).end('no_service')
  await ofChannel('Send a test').click()
  await page.getByText('It did not arrive: answered 404: no_service').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await ofChannel('Edit').press('Enter')
  await page.getByLabel('Challenges to you').uncheck()
  await button(page, 'Save channel').click()
  await ofChannel('Edit').waitFor()
  expect(await page.getByText('Challenges to you').count()).toBe(0)
  await ofChannel('Remove').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await ofChannel('Edit').waitFor({ state: 'detached' })
})

test('an address that is no webhook moves to the channels', async () => {
  const { page } = anna
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await site.open(anna, '/account/webhooks')
  const form = page.getByLabel('Address', { exact: true })
  await form.fill('https://ntfy.sh/anna-plays')
  await button(page, 'Create webhook').click()
  await button(page, 'Add it as a channel').click()
  await page.getByRole('heading', { name: 'Notification settings', level: 1 }).waitFor()
  expect(await page.getByLabel('Service').inputValue()).toBe('ntfy')
  await button(page, 'Save channel').click()
  await page.getByText('https://ntfy.sh/…').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
