import { OPTIONAL_FEATURES } from '@tegenzet/contract/features'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../src/browser.ts'
import { faultsOf } from '../src/page-faults.ts'
import { beginGame, registerPlayer } from '../src/player.ts'
import { startServer } from '../src/server.ts'
import { startTestServer } from '../src/test-server.ts'

/** Pages that lead to many parts of the site. Those that a site does not have are left out. */
const STARTS = [
  ...['/', '/lobby', '/games', '/players', '/players/anna', '/rules/muehle', '/account/programs'],
  ...['/clubs', '/leaderboards', '/tournaments', '/leagues', '/watch'],
]
const HTML = { headers: { accept: 'text/html' } }

/** Opens a page to its end, and returns where its links lead. @throws if there is no such page */
async function linksOf(page: Page, path: string): Promise<string[]> {
  const response = await page.goto(path)
  if (response?.status() === 404) throw new Error(`${path} is not there`)
  await page.waitForLoadState('networkidle')
  // what is loaded only when it is seen
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  const failed = await page.getByText('This site does not offer that').count()
  if (failed > 0) throw new Error(`${path} calls what is off`)
  return page.$$eval('a[href^="/"]', (links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
}

/** One address of each kind: pages of many games or players are alike. */
const kindOf = (path: string): string => path.replace(/\/\d+/g, '/1').replace(/\/(nl|de|fr)(?=\/|$)/, '/en')

/** The links of the pages that lead to nothing. */
async function deadLinks(
  context: BrowserContext,
  page: Page,
  starts: readonly string[],
  isWhole: boolean,
): Promise<string[]> {
  const dead: string[] = []
  const known = new Set(starts.map(kindOf))
  const queue = [...starts]
  for (let path = queue.shift(); path !== undefined; path = queue.shift())
    for (const link of await linksOf(page, path)) {
      if (known.has(kindOf(link))) continue
      known.add(kindOf(link))
      const { status, type } = await fetchPage(context, link)
      if (status === 404) dead.push(`${path} → ${link}`)
      else if (isWhole && type?.includes('text/html') && !/^\/(api|guides)\b/.test(link)) queue.push(link)
    }
  return dead
}

async function fetchPage(context: BrowserContext, path: string) {
  const response = await context.request.get(path, HTML)
  return { status: response.status(), type: response.headers()['content-type'] }
}

async function walk(without: string, isWhole: boolean): Promise<string[]> {
  const server = await startTestServer({ env: { WITHOUT: without, GAMES: 'muehle,halma' }, jobs: 'queue' })
  const browser = await sharedBrowser()
  try {
    const anna = await registerPlayer(browser, server.url, 'anna')
    const bram = await registerPlayer(browser, server.url, 'bram')
    const game = await beginGame(anna, bram, 'halma')
    const dead: string[] = []
    const visitor = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
    for (const context of [anna.context, visitor]) {
      const isThere: string[] = []
      for (const path of [...STARTS, `/games/${game}`])
        if ((await fetchPage(context, path)).status === 200) isThere.push(path)
      const page = context === visitor ? await visitor.newPage() : anna.page
      dead.push(
        ...(await deadLinks(context, page, context === visitor ? isThere.slice(0, 1) : isThere, isWhole)),
      )
    }
    expect(anna.errors).toEqual([])
    for (const context of [anna.context, bram.context, visitor]) await context.close()
    return dead
  } finally {
    await server.close()
  }
}

// what most pages link to; the others in the soak test
const ALONE = process.env.SOAK ? OPTIONAL_FEATURES : (['clubs'] as const)

test.each(ALONE)('without %s no link leads to nothing', async (feature) => {
  expect(await walk(feature, false)).toEqual([])
})

test('with everything off every link of every page leads somewhere', async () => {
  expect(await walk(OPTIONAL_FEATURES.join(), true)).toEqual([])
})

test('a page that is off is missing, kindly, and new games are offered of the chosen games in their order', async () => {
  const server = await startTestServer({
    env: { WITHOUT: 'puzzles,chat,ratings', GAMES: 'muehle,halma' },
    jobs: 'queue',
  })
  const faults: string[] = []
  try {
    const { page, context } = await registerPlayer(await sharedBrowser(), server.url, 'carl')
    await page.goto('/puzzles')
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor()
    faults.push(...(await faultsOf(page, 'missing')))
    await page.goto('/lobby/new')
    await page.getByRole('button', { name: 'Another game' }).click()
    const choices = page.getByRole('dialog').locator('button[aria-pressed] b')
    expect(await choices.allTextContents()).toEqual(['Mühle', 'Halma'])
    expect(await page.getByLabel('Rated').count()).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  } finally {
    await server.close()
  }
})

test('what is off is missing too where its address may be of something else, and staff choose no club without clubs', async () => {
  const server = await startServer({ WITHOUT: 'tournaments,clubs', ADMINS: 'boss' })
  try {
    const boss = await registerPlayer(await sharedBrowser(), server.url, 'boss')
    const { page, context } = boss
    // the divisions of leagues are tournaments
    const response = await page.goto('/tournaments/100')
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor()
    await page.getByRole('link', { name: 'To the home page', exact: true }).waitFor()
    expect(await page.getByText('This site does not offer that').count()).toBe(0)
    await page.goto('/admin/members')
    await page.getByLabel('Their language').waitFor()
    expect(await page.getByLabel('Club').count()).toBe(0)
    await page.getByLabel('Usernames, one on each line').fill('kid1')
    await page.getByRole('button', { name: 'Make accounts' }).click()
    await page.getByRole('heading', { name: 'One code to hand out' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/admin/staff')
    await page.getByLabel('Member manager').check()
    expect(await page.getByLabel('Club').count()).toBe(0)
    await context.close()
  } finally {
    await server.close()
  }
})
