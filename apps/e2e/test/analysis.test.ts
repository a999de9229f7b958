import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const site = useSite()
const en = textsOf('en')
let anna: BrowserPlayer
let bram: BrowserPlayer
beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const button = (page: Page, key: string) => page.getByRole('button', { name: en(key), exact: true })
const tab = (page: Page, key: string) => page.getByRole('tab', { name: en(key) }).click()
const nodes = (page: Page) =>
  page.locator('[data-node]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

async function openBoard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#app [data-point]').first().waitFor()
  await page.waitForLoadState('networkidle')
}

async function play(page: Page, ...points: string[]): Promise<void> {
  for (const point of points) await page.locator(`[data-point="${point}"]`).click()
}

test('a visitor analyses on this device: moves, variations, comments, glyphs and drawings', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await openBoard(page, '/analysis/muehle')
  await play(page, 'd6', 'f4', 'd2')
  await button(page, 'game_moves_back').click()
  await play(page, 'b2')
  expect(await nodes(page)).toEqual(['1w d6', '1b f4', '2w d2', '2w b2'])
  await page.getByLabel(en('analysis_comment_at', { move: '2w' })).fill('Not a mill.')
  await page.getByRole('button', { name: en('analysis_nag_dubious') }).click()
  await button(page, 'analysis_draw').click()
  await play(page, 'b2', 'd2', 'f4', 'f4')
  await button(page, 'analysis_draw').click()
  await button(page, 'analysis_promote').click()
  expect(await nodes(page)).toEqual(['1w d6', '1b f4', '2w b2, Dubious move, with a comment', '2w d2'])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.reload()
  await page.locator('[data-node="2"]').waitFor()
  expect((await nodes(page)).length).toBe(4)
  await page.locator('[data-node="2"]').click()
  expect(await page.locator('.shapes path').count()).toBe(1)
  expect(await page.locator('.shapes circle').count()).toBe(1)

  // by keyboard: the line, its variation, and cutting it
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.locator('[data-node][aria-current]').getAttribute('aria-label'))
    .toContain('2w d2')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await nodes(page)).length).toBe(3)
  await button(page, 'ui_undo').click()
  expect((await nodes(page)).length).toBe(4)

  await page.goto('/analysis/saved')
  await page.getByRole('link', { name: /Analysis of Mühle/ }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('the board opens ready to play, and another position or other rules are one press away', async () => {
  const { context, page, errors } = await site.visitor({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  })
  await openBoard(page, '/analysis')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(en('ui_game'), { exact: true }).selectOption('merels')
  await expect.poll(() => page.url()).toContain('/analysis/merels')
  await page.getByRole('link', { name: en('analysis_set_up'), exact: true }).click()
  await button(page, 'analysis_clear_board').waitFor()
  await play(page, 'a1')
  await page.getByText('On the board: 1 white, 0 black').waitFor()
  // what is set up is played on
  await page.getByRole('link', { name: en('analysis_start'), exact: true }).click()
  await page.locator('[data-point="a1"][aria-label*="white stone"]').waitFor()
  await openBoard(page, '/analysis')
  await play(page, 'd6', 'f4')
  expect(await nodes(page)).toEqual(['1w d6', '1b f4'])
  expect(errors).toEqual([])
  await context.close()
})

test('an account’s analysis is saved as it changes, joined with another device’s, and shared by a link', async () => {
  const { page } = anna
  await openBoard(page, '/analysis/muehle')
  await play(page, 'd6')
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/analysis\/\d+$/)
  const path = new URL(page.url()).pathname
  const other = await anna.context.newPage()
  await openBoard(other, path)
  await other.locator('[data-node="0"]').click()
  await play(page, 'f4')
  await page.getByLabel(en('analysis_comment_at', { move: '1b' })).fill('From the desk.')
  const id = Number(path.split('/').at(-1))
  const stored = async () => (await callApi(anna, 'GET', `/analyses/${id}`)).analysis.tree
  await expect.poll(async () => (await stored()).nodes[1]?.comment).toBe('From the desk.')
  await play(other, 'f4')
  await other
    .getByLabel(en('analysis_comment_at', { move: '1b' }))
    .fill('https://example.org from the phone.')
  await expect
    .poll(async () => (await stored()).nodes[1].comment)
    .toBe('From the desk.\n\nhttps://example.org from the phone.')
  await other.close()

  await page.reload()
  await page.locator('[data-node="1"]').click()
  await tab(page, 'analysis_save_tab')
  await page.getByLabel(en('analysis_title_label')).fill('My opening')
  await button(page, 'analysis_share_make').click()
  const link = (await page.locator('.copyable code').first().textContent())!
  expect(link).toContain(`${path}#`)
  expect(await accessibilityViolations(page)).toEqual([])

  const { context, page: reader, errors } = await site.visitor({ locale: 'en-GB' })
  await openBoard(reader, link)
  expect(await reader.title()).toContain('My opening')
  expect(await reader.locator('meta[name="robots"][content="noindex"]').count()).toBeGreaterThan(0)
  await reader.getByText('https://example.org from the phone.').first().waitFor()
  expect(await reader.locator('a[href^="https://example.org"]').count()).toBe(0)
  await tab(reader, 'analysis_save_tab')
  await reader.getByText(en('analysis_foreign', { name: 'anna' })).waitFor()
  await reader.getByRole('link', { name: en('analysis_report'), exact: true }).click()
  await expect
    .poll(() => reader.getByLabel(en('reports_content_location'), { exact: true }).inputValue())
    .toBe(link)
  await button(page, 'analysis_unshare').click()
  await button(page, 'analysis_share_make').waitFor()
  await reader.goto(link)
  await reader.getByText(en('ui_page_missing_title')).waitFor()
  // Chromium logs that the analysis is not found
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await context.close()

  await page.goto('/analysis/saved')
  await page.getByText(/1 of 2000 analyses/).waitFor()
  await page.getByRole('button', { name: en('analysis_delete_name', { name: 'My opening' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('analysis_delete') })
    .click()
  await page.getByText(en('analysis_own_none')).waitFor()
  expect(anna.errors.splice(0).filter((error) => !error.includes('409'))).toEqual([])
})

test('the engine and the tables help with any position but those of a running game', async () => {
  const game = await beginGame(anna, bram, 'muehle')
  const { page } = anna
  await openBoard(page, '/analysis/muehle')
  await button(page, 'analysis_engine').click()
  await page.getByText(en('analysis_fair_play')).waitFor()
  await tab(page, 'analysis_explorer')
  await expect.poll(() => page.getByText(en('analysis_fair_play')).count()).toBe(2)
  await page.waitForTimeout(500)
  expect(page.workers()).toHaveLength(0)
  expect(await accessibilityViolations(page)).toEqual([])
  // nothing was asked that is refused
  expect(anna.errors).toEqual([])
  await callApi(anna, 'POST', `/games/${game}/cancel`)

  const ending = encodeURIComponent('ww./.../b../....../..b/.w./..b w 0 0 4 20')
  await openBoard(page, `/analysis/muehle?position=${ending}`)
  // said once of the position, and of each move; what is known exactly is not searched
  const value = 'White wins in 1 move'
  await page.locator('.head').getByText(value, { exact: true }).waitFor()
  await page
    .getByRole('list', { name: en('analysis_table_moves') })
    .getByText(value)
    .first()
    .waitFor()
  expect(page.workers()).toHaveLength(0)
  await page
    .getByRole('list', { name: en('analysis_table_moves') })
    .getByRole('button')
    .first()
    .click()
  await page.locator('[data-node="0"]').waitFor()
  // the engine’s setting is remembered, and it ends with the page
  await openBoard(page, '/analysis/halma')
  await expect.poll(() => page.workers().length).toBe(1)
  await button(page, 'analysis_engine').click()
  await expect.poll(() => page.workers().length).toBe(0)
  expect(anna.errors.splice(0).filter((error) => !error.includes('403'))).toEqual([])
})

test('positions and records are pasted, chosen as a file, and set up by hand', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    }, text)
  await openBoard(page, '/analysis')
  await paste('[White "Anna"]\n[Black "Bram"]\n\n1. d6 f4 (1... b4) 2. a1 *')
  await page.locator('[data-node="3"]').waitFor()
  expect(await nodes(page)).toEqual(['1w d6', '1b f4', '1b b4', '2w a1'])
  await tab(page, 'analysis_record')
  await expect
    .poll(() => page.getByRole('textbox', { name: en('analysis_record') }).inputValue())
    .toContain('1. d6 f4 (1... b4) 2. a1 *')
  const download = page.waitForEvent('download')
  await button(page, 'analysis_picture_download').click()
  expect((await download).suggestedFilename()).toBe('Anna-Bram.png')

  await paste('ww./.../b../....../..b/.w./..b w 0 0 4 20')
  await expect.poll(() => page.url()).toContain('position=')
  await page.locator('[data-point="c5"][aria-label*="black stone"]').waitFor()

  await page.goto('/analysis/saved')
  await page.locator('input[type="file"]').setInputFiles({
    name: 'games.pgn',
    mimeType: 'text/plain',
    buffer: Buffer.from('1. d6 f4 *\n\n[Rules "muehle"]\n\n1. d6 d6 *\n'),
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Line 5, column 7: This move is not allowed\./).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: en('ui_close') }).click()

  await page.goto('/analysis/set-up')
  await button(page, 'analysis_clear_board').click()
  await play(page, 'a1', 'd1', 'g1')
  await page.getByText('On the board: 3 white, 0 black').waitFor()
  await page.getByRole('link', { name: en('analysis_start'), exact: true }).click()
  await page.locator('[data-point="d1"][aria-label*="white stone"]').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a finished game is analysed, and the explorer shows what was played', async () => {
  const game = await beginGame(anna, bram, 'molenspel')
  for (const [n, move] of ['d6', 'f4', 'd2'].entries())
    await callApi(n % 2 === 0 ? anna : bram, 'POST', `/games/${game}/moves`, { move, ply: n })
  await callApi(bram, 'POST', `/games/${game}/resign`)
  const { page } = anna
  await expect.poll(async () => (await callApi(anna, 'GET', '/explorer/molenspel')).games).toBe(1)
  await openBoard(page, `/games/${game}`)
  await page.getByRole('link', { name: en('analysis_start'), exact: true }).click()
  await page.locator('[data-node="2"]').waitFor()
  expect(await nodes(page)).toEqual(['1w d6', '1b f4', '2w d2'])
  await tab(page, 'analysis_explorer')
  // equivalent moves are one row: d6, b4, d2 and f4
  const row = page.getByRole('row', { name: /^b4/ })
  await row.getByRole('img', { name: 'White won 100%' }).waitFor()
  // on a small desk, with the engine, there is room for several moves, and nothing is cut
  await page.setViewportSize({ width: 1280, height: 800 })
  await openBoard(page, '/analysis/molenspel')
  await button(page, 'analysis_engine').click()
  await tab(page, 'analysis_explorer')
  await page.getByRole('row', { name: /^b4/ }).waitFor()
  await expect.poll(() => page.locator('.engine li').count()).toBe(3)
  const room = await page.locator('.scroll').evaluate((table) => {
    const panel = table.closest('[role="tabpanel"]')!.getBoundingClientRect()
    const rows = table.querySelectorAll('tr')
    return {
      rows: Math.floor((panel.bottom - rows[1]!.getBoundingClientRect().top) / rows[1]!.clientHeight),
      cut: table.scrollWidth - table.clientWidth,
    }
  })
  expect(room.rows).toBeGreaterThanOrEqual(6)
  expect(room.cut).toBe(0)
  await button(page, 'analysis_engine').click()
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(anna.errors.splice(0)).toEqual([])
})

test('on a phone the board comes first, and nothing is wider than the screen', async () => {
  for (const [locale, colorScheme] of [
    ['de-DE', 'light'],
    ['fr-FR', 'dark'],
    ['nl-NL', 'light'],
  ] as const) {
    const { context, page, errors } = await site.visitor({ ...PHONE, locale, colorScheme })
    for (const path of ['/analysis/set-up', '/analysis/muehle', '/analysis/halma']) {
      await openBoard(page, path)
      if (path.endsWith('muehle')) await play(page, 'd6', 'f4')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, `${path} ${locale}`).toBeLessThanOrEqual(0)
      expect(await accessibilityViolations(page), `${path} ${locale}`).toEqual([])
    }
    expect(errors).toEqual([])
    await context.close()
  }
})
