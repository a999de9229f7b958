import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { callApi, PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// The analyses that readers without an account keep on their device.

const site = useSite()
const en = textsOf('en')

async function play(page: Page, path: string, point: string): Promise<void> {
  await page.goto(path)
  await page.locator(`#app [data-point="${point}"]`).click()
  await page.locator('[data-node="0"]').waitFor()
}

test('what a visitor has analysed can be saved after the login', async () => {
  await site.register('anna')
  const { context, page, errors } = await site.visitor({ ...PHONE, locale: 'en-GB' })
  await play(page, '/analysis/muehle', 'd6')
  await play(page, '/analysis/merels', 'a1')
  await callApi({ context }, 'POST', '/session', { username: 'anna', password: PASSWORD })
  await page.goto('/analysis/saved')
  const drafts = page.getByRole('list', { name: en('analysis_drafts') })
  await expect.poll(() => drafts.getByRole('link').count()).toBe(2)
  expect(await accessibilityViolations(page)).toEqual([])
  const title = (await drafts.getByRole('link', { name: /merels/i }).textContent())!
  const save = new RegExp(`${en('analysis_drafts_save')} ?: ${title.trim()}`)
  await page.getByRole('button', { name: save }).click()
  await page
    .getByRole('list', { name: en('analysis_own') })
    .getByRole('link', { name: title })
    .waitFor()
  expect(await drafts.getByRole('link').count()).toBe(1)
  const { items } = await callApi({ context }, 'GET', '/analyses')
  const { analysis } = await callApi({ context }, 'GET', `/analyses/${items[0].id}`)
  expect([items.length, analysis.tree.nodes]).toEqual([1, [{ parent: null, move: 'a1' }]])
  // the other one is saved with its first change
  await drafts.getByRole('link').click()
  await page.locator('[data-node="0"]').waitFor()
  await page.locator('#app [data-point="f4"]').click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/analysis\/\d+$/)
  await page.goto('/analysis/saved')
  await page.getByText(/2 of 2000 analyses/).waitFor()
  expect(await drafts.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('many games are listed as they are read, up to what the device keeps', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/saved')
  const text = Array.from({ length: 60 }, (_, n) => `[White "Player ${n + 1}"]\n\n1. d6 f4 *\n`).join('\n')
  await page.getByLabel(en('analysis_import_label')).fill(text)
  await page.getByRole('button', { name: en('analysis_import_open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en('analysis_import_full', { count: 50 })).waitFor()
  expect(await dialog.getByRole('link').count()).toBe(50)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: '1. Player 1', exact: true }).click()
  await page.locator('[data-node="1"]').waitFor()
  expect(errors).toEqual([])
  await context.close()
})
