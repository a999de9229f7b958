import { FAMILIES, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { beforeAll, expect, test, vi } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, callApi, startGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  await vi.waitUntil(async () => (await callApi(anna, 'GET', '/bots?house=true')).items.length === 5, {
    timeout: 60_000,
  })
})

test.each(['visitor', 'guest'])('a %s plays from the rules page without a form', async (who) => {
  const { context, page, errors } = await site.visitor(PHONE)
  if (who === 'guest') await context.request.post('/api/v1/guests', { data: {} })
  await page.goto('/rules/halma')
  await page
    .getByRole('link', { name: en('rules_play'), exact: true })
    .first()
    .click()
  const play = page.getByRole('button', { name: new RegExp(`^${en('rules_play')}: `) }).first()
  await play.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await play.click()
  await page.waitForURL(/\/games\/\d+$/)
  expect((await site.game(Number(page.url().split('/').at(-1)))).rules).toBe('halma')
  expect(errors).toEqual([])
  await context.close()
})

test.each(['en', 'nl', 'de', 'fr'] as const)(
  'the games have their names on every page in %s',
  async (language) => {
    // the page lists them by family
    const ids = FAMILIES.flatMap((family) => RULE_SET_IDS.filter((id) => ruleSet(id).family === family))
    const names = ids.map((id) => ruleSet(id).names[language])
    const { context, page } = await site.visitor({ locale: language })
    const links = page.locator(`#app main h3 a[href^="/rules/"]`)
    await page.goto(`/${language}/rules`)
    await links.first().waitFor()
    expect(await links.allTextContents()).toEqual(names)
    await page.goto(`/${language}/watch`)
    await expect
      .poll(() => page.locator('#app main option').allTextContents())
      .toEqual(expect.arrayContaining(names))
    for (const [n, id] of ids.entries()) {
      await page.goto(`/${language}/rules/${id}`)
      await page.locator('#app h1').waitFor()
      expect(await page.locator('#app h1').textContent()).toBe(names[n])
      expect(await page.title()).toContain(names[n])
    }
    await context.close()
  },
)

test('a first move by keyboard keeps the focus on its point', async () => {
  const { context, page } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/', { waitUntil: 'networkidle' })
  const first = page.locator('#app [data-point][tabindex="0"]')
  const point = await first.getAttribute('data-point')
  await first.press('Enter')
  await page.waitForURL(/\/games\/\d+$/)
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.point))
    .toBe(point)
  await context.close()
})

test.each([
  [640, 360],
  [740, 360],
  [844, 390],
])(
  'on a phone in landscape, at %i x %i, the clocks, the bar and the tabs are in view',
  async (width, height) => {
    const game = await startGame(anna, bram, 'muehle')
    const { page } = anna
    await page.setViewportSize({ width, height })
    await page.goto(`/games/${game}`)
    await page.locator('#app [data-point]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const boxOf = async (selector: string) => (await page.locator(`#app ${selector}`).boundingBox())!
    const board = await boxOf('fieldset:has([data-point])')
    expect(board.width).toBeGreaterThan(height * 0.75)
    const parts = ['.seat >> nth=0', '.seat >> nth=1', '[role=tablist]', 'section.bar'].map(boxOf)
    for (const part of [board, ...(await Promise.all(parts))])
      expect(part.y + part.height).toBeLessThanOrEqual(height)
    for (const part of await Promise.all(parts)) expect(part.x).toBeGreaterThan(board.x + board.width)
    for (const name of ['anna', 'bram']) {
      const link = page.locator('#app .seat').getByRole('link', { name, exact: true })
      expect(await link.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  },
)

test('a rematch can be declined, and its game has one button', async () => {
  const game = await startGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${game}/moves`, { move: 'd6', ply: 0 })
  await callApi(bram, 'POST', `/games/${game}/moves`, { move: 'f4', ply: 1 })
  await callApi(bram, 'POST', `/games/${game}/resign`)
  await callApi(bram, 'POST', `/games/${game}/rematch`)
  await anna.page.getByRole('button', { name: en('ui_decline'), exact: true }).click()
  await anna.page.getByRole('button', { name: en('game_rematch_offer') }).waitFor()

  const { id } = await callApi(anna, 'POST', `/games/${game}/rematch`)
  const { game: next } = await callApi(bram, 'POST', `/challenges/${id}/accept`)
  await callApi(bram, 'POST', `/games/${next.id}/moves`, { move: 'd6', ply: 0 })
  await anna.page.getByRole('link', { name: en('game_rematch_open') }).waitFor()
  expect(await anna.page.locator(`.bar section a[href="/games/${next.id}"]`).count()).toBe(1)
})

test('without a mail server no page offers a mail or speaks of a sent link', async () => {
  await anna.page.goto('/account/security')
  await anna.page.getByText(en('security_email_why_no_mail')).waitFor()
  expect(await anna.page.getByText(en('security_email_why')).count()).toBe(0)
  await anna.page.goto('/account/reminders')
  await anna.page.getByText(en('reminders_no_mail')).waitFor()
  await anna.page.getByText(en('reminders_app')).first().waitFor()
  for (const key of ['reminders_mail', 'reminders_mails_title', 'reminders_digest_title'] as const)
    expect(await anna.page.getByText(en(key), { exact: true }).count(), key).toBe(0)
  await anna.page.goto('/verify-email#a-token')
  await anna.page.getByRole('button', { name: en('account_verify_submit') }).waitFor()
  expect(await anna.page.locator('#app main').textContent()).not.toMatch(/\b(sent|mailed)\b/)
})
