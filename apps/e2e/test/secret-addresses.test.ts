import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, withoutAnswers } from '../src/browser.ts'
import { type BrowserPlayer, beginGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite()
let anna: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  await beginGame(anna, await site.register('bram'), 'molenspel')
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  )

const ADDRESSES = [
  {
    what: 'calendar',
    call: '**/api/v1/account/calendar',
    title: en('calendar_title'),
    name: en('calendar_made'),
    type: 'text/calendar',
    entry: 'SUMMARY:Make a move: ',
  },
  {
    what: 'feed',
    call: '**/api/v1/account/turn-feed',
    title: en('feeds_turns_title'),
    name: en('feeds_turns_made'),
    type: 'application/atom+xml',
    entry: 'Make a move: ',
  },
]

for (const { what, call, title, name, type, entry } of ADDRESSES)
  test(`the address of the ${what} is made, copied, renewed and ended with the keyboard on a phone`, async () => {
    const { page } = anna
    await page.setViewportSize({ width: 360, height: 740 })
    await site.open(anna, '/account/calendar')
    await page.waitForURL('**/account/reminders')
    const card = page.getByRole('region', { name: title, exact: true })
    const button = (text: string) => card.getByRole('button', { name: `${text}: ${name}`, exact: true })
    const confirm = (text: string) =>
      page.getByRole('dialog').getByRole('button', { name: text, exact: true })

    await page.route(call, (route) => route.abort())
    await withoutAnswers(page)
    await page.reload()
    await card.getByRole('button', { name: en('ui_retry') }).waitFor()
    await page.unroute(call)
    await card.getByRole('button', { name: en('ui_retry') }).press('Enter')
    await card.getByText(en('reminders_address_none')).waitFor()
    await page.route(call, (route) => route.abort())
    await button(en('reminders_address_make')).press('Enter')
    await page.getByText(en('api_error_network')).waitFor()
    await page.unroute(call)
    await card.getByText(en('reminders_address_none')).waitFor()

    await button(en('reminders_address_make')).press('Enter')
    const shown = card.locator('code')
    const first = (await shown.textContent())!
    await expect.poll(() => focused(page)).toBe(`${en('ui_copy')}: ${name}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.keyboard.press('Enter')
    await page.getByText(en('ui_copied')).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    const fetched = await fetch(first)
    expect(fetched.headers.get('content-type')).toContain(type)
    expect(await fetched.text()).toContain(entry)

    await card.getByRole('button', { name: en('ui_new_secret_done') }).press('Enter')
    expect(await shown.count()).toBe(0)
    await expect.poll(() => focused(page)).toBe(`${en('reminders_address_renew')}: ${name}`)
    await page.reload()
    await card.getByText(/last fetched: /).waitFor()
    expect(await shown.count()).toBe(0)

    await button(en('reminders_address_renew')).press('Enter')
    await confirm(en('reminders_address_renew')).press('Enter')
    const second = (await shown.textContent())!
    expect(second).not.toBe(first)
    await expect.poll(() => focused(page)).toBe(`${en('reminders_address_renew')}: ${name}`)
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])

    await button(en('ui_remove')).press('Enter')
    await confirm(en('ui_remove')).press('Enter')
    await card.getByText(en('reminders_address_none')).waitFor()
    await expect.poll(() => focused(page)).toBe(`${en('reminders_address_make')}: ${name}`)
    expect(await shown.count()).toBe(0)
    expect((await fetch(second)).status).toBe(404)
  })
