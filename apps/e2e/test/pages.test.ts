import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, playMove, startGame, waitForMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite()
let anna: BrowserPlayer
let bram: BrowserPlayer
let game: number

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
  game = await startGame(anna, bram, 'muehle')
})

test('the documents of the site have no accessibility violations', async () => {
  const page = await site.browser.newPage()
  for (const path of ['/terms', '/privacy', '/about']) {
    await page.goto(site.url + path)
    expect(await accessibilityViolations(page), path).toEqual([])
    // a browser's own style sheet has a margin
    expect(await page.evaluate(() => getComputedStyle(document.body).margin), path).toBe('0px')
  }
  await page.close()
})

test('a move can be made with the keyboard only', async () => {
  await anna.page.goto(`${site.url}/games/${game}`)
  const { page } = anna
  await page.locator('[data-point="d6"]').waitFor()
  await page.locator('[data-point][tabindex="0"]').focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-point'))
  // Go along the outer square to the middle file, then along that file.
  for (let steps = 0; steps < 8 && (await focused()) !== 'd6'; steps++) {
    const at = (await focused()) ?? ''
    await page.keyboard.press(!at.startsWith('d') ? 'ArrowRight' : at > 'd6' ? 'ArrowDown' : 'ArrowUp')
  }
  expect(await focused()).toBe('d6')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send move' }).focus()
  await page.keyboard.press('Enter')
  await waitForMove(anna, 1, 'd6')
  await playMove(bram, 'muehle', 'f4')
  await waitForMove(anna, 2, 'f4')
})
