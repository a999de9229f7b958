import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdRequests, PHONE } from '../src/browser.ts'
import { measureVisit } from '../src/measure-visit.ts'
import { beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

// What visitors download. `pnpm bench open` measures how long it takes.

const site = useSite({ BOT: 'true' })

test('home, a game and the analysis board are light, and nothing moves while they load', async () => {
  const [anna, bram] = [await site.register('anna'), await site.register('bram')]
  const game = await beginGame(anna, bram, 'muehle')
  const budgets = [
    { path: '/', bytes: 120_000, requests: 15 },
    { path: `/games/${game}`, bytes: 160_000, requests: 15 },
    { path: '/analysis/muehle', bytes: 260_000, requests: 30 },
  ]
  for (const budget of budgets) {
    const context = await site.browser.newContext({ ...PHONE, baseURL: site.url })
    const visit = await measureVisit(context, budget.path)
    expect(visit.bytes, budget.path).toBeLessThan(budget.bytes)
    expect(visit.requests.length, visit.requests.join(' ')).toBeLessThanOrEqual(budget.requests)
    expect(visit.shift, budget.path).toBeLessThan(0.02)
    const again = await measureVisit(context, budget.path)
    expect(again.bytes, `${budget.path} again`).toBeLessThan(15_000)
    await context.close()
  }
})

test('a player’s home and game are light too: what they start with comes with their HTML', async () => {
  const [emil, frida] = [await site.register('emil'), await site.register('frida')]
  const games = [await beginGame(emil, frida, 'muehle'), await beginGame(emil, frida, 'halma')]
  await callApi(frida, 'POST', '/challenges', {
    rules: 'muehle',
    opponent: 'emil',
    clock: { kind: 'per-move', days: 3 },
  })
  const storageState = await emil.context.storageState()
  for (const path of ['/', `/games/${games[0]}`]) {
    const context = await site.browser.newContext({ ...PHONE, baseURL: site.url, storageState })
    const visit = await measureVisit(context, path)
    expect(visit.requests.length, visit.requests.join(' ')).toBeLessThanOrEqual(15)
    // that the page has shown the news of a game is all that it has to say
    const calls = visit.requests.filter((each) => each.startsWith('/api/') && !each.endsWith('/notices/read'))
    expect(calls, path).toEqual([])
    await context.close()
  }
})

/** Phones upright and lying, one with little room for the page, a tablet and a desk. */
const SCREENS = [
  '360x740',
  '375x553',
  '320x454',
  '740x360',
  '900x420',
  '600x500',
  '834x1112',
  '900x700',
  '1280x720',
]

test('the board in the HTML is where the scripts put their own', async () => {
  const [clara, daan] = [await site.register('clara'), await site.register('daan')]
  const game = await beginGame(clara, daan, 'muehle')
  const visitor = await site.visitor({ locale: 'en-GB' })
  const placesOf = async (page: Page, board: string) => {
    const places: unknown[] = []
    for (const screen of SCREENS) {
      const [width, height] = screen.split('x').map(Number)
      await page.setViewportSize({ width: width!, height: height! })
      const box = await page.locator(board).boundingBox()
      places.push([screen, ...[box!.x, box!.y, box!.width, box!.height].map(Math.round)])
    }
    return places
  }
  const pages = [
    [visitor.page, '/'],
    [visitor.page, '/analysis'],
    [visitor.page, '/analysis/muehle'],
    [clara.page, '/'],
    [clara.page, `/games/${game}`],
  ] as const
  for (const [page, path] of pages) {
    const release = await holdRequests(page, '**/_app/immutable/**/*.js')
    await page.goto(site.url + path, { waitUntil: 'commit' })
    await page.locator('.first-view fieldset').waitFor()
    const first = await placesOf(page, '.first-view fieldset')
    release()
    const board = '#app fieldset:has([data-point])'
    await page.locator(board).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await placesOf(page, board), path).toEqual(first)
    await page.unroute('**/_app/immutable/**/*.js')
  }
  await visitor.context.close()
})

test('a page has the texts of its language only', async () => {
  const [english, german] = await Promise.all(
    ['en', 'de'].map(async (language) => {
      const page = await fetch(`${site.url}/${language}/`, { headers: { accept: 'text/html' } })
      const files = [...(await page.text()).matchAll(/href="(\/_app\/[^"]+\.js)"/g)].map(([, path]) => path!)
      const scripts = await Promise.all(files.map(async (path) => (await fetch(site.url + path)).text()))
      return scripts.join('')
    }),
  )
  expect(german).toContain('Anmelden')
  expect(english).toContain('Log in')
  expect(english).not.toContain('Anmelden')
  expect(german).not.toContain('Log in')
})
