import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import type { BrowserPlayer } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite()
let anna: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
})

test('a user downloads a copy of their data, deletes the account and takes it back', async () => {
  const { page } = anna
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await site.open(anna, '/account/data')
  await button('Ask for a copy').click()
  await page.getByText('Your copy is ready').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  expect(download.suggestedFilename()).toMatch(/^tegenzet-anna-[\d-]+\.zip$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await button('Delete my account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It is deleted in 7 days.').waitFor()
  // this server sends none
  expect(await dialog.textContent()).not.toMatch(/mail/i)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await button('Keep my account').waitFor()
  await site.open(anna, '/games')
  await page.getByText('Your account will be deleted on').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await button('Keep my account').click()
  await button('Delete my account').waitFor()
})
