import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../api/test/server/mailbox.ts'
import { accessibilityViolations, PHONE, withoutAnswers } from '../src/browser.ts'
import { type BrowserPlayer, callApi, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

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

test('a member organises a tournament by link, newcomers enter, and everybody follows the standings', async () => {
  const { page } = anna
  await page.goto('/tournaments/new')
  await page.getByText(en('tournaments_unverified')).waitFor()
  const token = await box.tokenTo('anna@example.org', 'verify-email')
  await page.goto(`/verify-email#${token}`)
  await page.getByRole('button', { name: en('account_verify_submit') }).click()
  await page.getByText('anna@example.org is confirmed').waitFor()

  await page.goto('/tournaments/new')
  const least = page.getByLabel(en('tournaments_min'))
  await least.fill('2')
  await page.getByRole('button', { name: en('tournaments_create') }).click()
  await page.getByText(en('account_field_required')).waitFor()
  await page.getByText(en('tournaments_min_wrong')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(en('ui_name'), { exact: true }).fill('Club evening')
  await least.fill('3')
  await page.getByRole('button', { name: en('tournaments_create') }).click()
  await page.getByRole('heading', { name: 'Club evening' }).waitFor()
  const link = (await page.locator('code').textContent())!
  expect(link).toMatch(/\/tournaments\/\d+#[\w-]{22}$/)
  const id = Number(new URL(link).pathname.split('/').at(-1))

  await page.goto('/players?query=EVENI')
  await page.getByRole('link', { name: en('people_search_tournaments', { query: 'EVENI' }) }).click()
  await page.getByRole('link', { name: 'Club evening' }).click()
  await page.getByRole('heading', { name: 'Club evening' }).waitFor()

  // somebody without an account gets one by the link, comes back and has entered
  const visitor = await site.visitor(PHONE)
  const carla = { name: 'carla', ...visitor }
  await carla.page.goto(link)
  await carla.page.getByRole('link', { name: en('tournaments_enter_register') }).click()
  await carla.page.getByLabel('Username').fill('carla')
  await carla.page.getByLabel('E-mail address').fill('carla@example.org')
  await carla.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await carla.page.getByRole('button', { name: en('account_register_submit') }).click()
  await carla.page.waitForURL(/\/tournaments\/\d+$/)
  await carla.page.getByText(en('tournaments_entered')).waitFor()
  expect(await accessibilityViolations(carla.page)).toEqual([])

  // without the link nobody enters
  await bram.page.goto(`/tournaments/${id}`)
  await bram.page.getByText(en('tournaments_enter_invite', { name: 'anna' })).waitFor()
  await callApi(bram, 'POST', `/tournaments/${id}/entries`, { invite: new URL(link).hash.slice(1) })
  await page.getByRole('button', { name: en('tournaments_enter'), exact: true }).click()
  await page.getByText(en('tournaments_entered')).waitFor()
  await page.getByRole('button', { name: en('tournaments_start_now') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('tournaments_start_now') })
    .click()
  const table = page.getByRole('table', { name: en('tournaments_standings') })
  await table.getByRole('rowheader', { name: 'carla' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // a result shows in the open table, and its cell leads to the game
  const { items } = await callApi(bram, 'GET', '/games?player=bram&opponent=carla')
  const [{ id: game }] = items
  await callApi(carla, 'POST', `/games/${game}/resign`)
  await page.reload()
  const won = table.getByRole('row', { name: /bram/ }).getByRole('link', { name: /carla/ })
  await won.filter({ hasText: en('tournaments_result_won', { opponent: 'carla' }) }).click()
  await page.waitForURL(new RegExp(`/games/${game}$`))

  // a running game says what a result would change
  const own = await callApi(bram, 'GET', '/games?player=anna&opponent=carla')
  await page.goto(`/games/${own.items[0].id}`)
  await page.getByText(en('tournaments_forecast')).waitFor()

  // on a phone the table is a list, the reader's own results unfolded
  await carla.page.goto(`/tournaments/${id}`)
  const list = carla.page.getByRole('list', { name: en('tournaments_standings') })
  await list
    .getByText(en('tournaments_result_lost', { opponent: 'bram' }))
    .first()
    .waitFor()
  expect(await accessibilityViolations(carla.page)).toEqual([])
  expect(await carla.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // while many games are being made, the page shows how far the server is
  let made = 40
  await carla.page.route(`**/api/v1/tournaments/${id}`, async (route) => {
    const response = await route.fetch()
    const making = made < 168 ? { made, total: 168 } : null
    await route.fulfill({ response, json: { ...(await response.json()), making } })
  })
  await withoutAnswers(carla.page)
  await carla.page.reload()
  const progress = (done: number) =>
    carla.page.getByRole('progressbar', { name: en('tournaments_making', { made: done, total: 168 }) })
  await progress(40).waitFor()
  expect(await accessibilityViolations(carla.page)).toEqual([])
  expect(await carla.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  made = 120
  await progress(120).waitFor()
  made = 168
  await progress(120).waitFor({ state: 'hidden' })
  expect([...anna.errors, ...bram.errors]).toEqual([])
})
