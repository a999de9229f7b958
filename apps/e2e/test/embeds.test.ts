import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import { beginGame, playMoves } from '../../api/test/play/begin-game.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { accessibilityViolations, collectErrors, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const PICTURES = process.env.PICTURES
/** In kB: what a frame may take, compressed. */
const WEIGHT = 90

let server: TestServer
/** Somebody else's page, at another site (`localhost`, and the server at 127.0.0.1), which shows the frame whose address it is asked for. */
let blog: Server
let reader: BrowserPlayer
let bram: TestPlayer
let carl: TestPlayer

beforeAll(async () => {
  server = await startTestServer()
  bram = await server.player('bram')
  carl = await server.player('carl')
  blog = createServer(({ url = '' }, response) => {
    const src = decodeURIComponent(url.slice(2))
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Blog</title><body style="margin:0"><iframe title="A board" src="${src.replaceAll('&', '&amp;')}" style="border:0;width:100vw;height:100vh"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => blog.listen(0, resolve))
  // logged in at the site: the frame must not know it
  reader = await registerPlayer(await sharedBrowser(), server.url, 'reader', { serviceWorkers: 'allow' })
})
afterAll(async () => {
  await reader?.context.close()
  blog?.close()
  await server?.close()
})

/** Opens the blog with a frame. @param path below the site */
async function openEmbed(page: Page, path: string): Promise<Frame> {
  const { port } = blog.address() as AddressInfo
  await page.goto(`http://localhost:${port}/?${encodeURIComponent(server.url + path)}`)
  const frame = page.frames().find((each) => each.url().startsWith(server.url))
  if (!frame) throw new Error('the frame did not open')
  return frame
}

const stonesIn = (frame: Frame) => frame.locator('[data-stone]').count()

test('a running game in another page: live moves, keys, no cookie, nothing stored, no way to act', async () => {
  const game = await beginGame(bram, carl)
  const now = await playMoves(game, bram, carl, ['d6', 'f4', 'b4'])
  const page = await reader.context.newPage()
  const errors = collectErrors(page)
  const requests: string[] = []
  page.on('request', async (request) => {
    if (!request.url().startsWith(server.url)) return
    const { cookie } = await request.allHeaders()
    requests.push(`${request.method()} ${new URL(request.url()).pathname}${cookie ? ' with cookie' : ''}`)
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).search))
  const frame = await openEmbed(page, `/embed/games/${game.id}`)
  await frame.getByText('bram', { exact: true }).waitFor()
  expect(await frame.getByText('carl', { exact: true }).count()).toBe(1)
  await expect.poll(() => stonesIn(frame)).toBe(3)
  await expect.poll(() => sockets).toEqual(['?as=visitor'])

  await playMoves(now, bram, carl, ['d2'])
  await expect.poll(() => stonesIn(frame)).toBe(4)
  await frame.locator('[data-ply="4"]').press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => stonesIn(frame)).toBe(2)
  await playMoves({ ...now, ply: 4, turn: 'white' }, bram, carl, ['g7'])
  await frame.locator('[data-ply="5"]').waitFor()
  // whoever looks at an earlier position stays there
  expect(await stonesIn(frame)).toBe(2)
  await page.keyboard.press('End')
  await expect.poll(() => stonesIn(frame)).toBe(5)

  for (const point of ['a1', 'g1', 'd6'])
    await frame.locator(`[data-point="${point}"]`).click({ force: true })
  expect(await stonesIn(frame)).toBe(5)
  expect(await frame.locator('form, input:not([type="range"]), textarea').count()).toBe(0)
  const link = frame.getByRole('link')
  expect(await link.getAttribute('href')).toBe(`/games/${game.id}`)
  expect(requests.filter((each) => !each.startsWith('GET ') || each.includes('cookie'))).toEqual([])
  const kept = await frame.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    worker: navigator.serviceWorker.controller,
  }))
  expect(kept).toEqual({ cookie: '', local: 0, session: 0, databases: 0, caches: 0, worker: null })
  expect(errors).toEqual([])
  await page.close()
})

test('a frame is light, sound and fits: in four languages, in dark and light, on phone and desk', async () => {
  const game = await playMoves(await beginGame(bram, carl), bram, carl, ['d6', 'f4', 'b4', 'd2'])
  const context = await reader.context.browser()!.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const backgrounds = new Set<string>()
  for (const [language, theme, width] of [
    ['nl', 'light', 360],
    ['de', 'dark', 360],
    ['en', 'dark', 1280],
    ['fr', 'light', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: width === 360 ? 640 : 720 })
    const text = textsOf(language)('embed_open_game', { site: 'Tegenzet' })
    const frame = await openEmbed(page, `/embed/games/${game.id}?lang=${language}&theme=${theme}&ply=3`)
    await frame.getByRole('link', { name: text }).waitFor()
    await expect.poll(() => stonesIn(frame)).toBe(3)
    expect(await frame.getByRole('link').getAttribute('href')).toBe(`/games/${game.id}?ply=3`)
    const looks = await frame.evaluate(() => ({
      language: document.documentElement.lang,
      background: getComputedStyle(document.body).backgroundColor,
      width: document.documentElement.scrollWidth,
      bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
        .reduce((sum, bytes) => sum + bytes, 0),
    }))
    backgrounds.add(`${theme} ${looks.background}`)
    expect(looks).toMatchObject({ language, width })
    expect(looks.bytes, 'bytes').toBeGreaterThan(10_000)
    expect(looks.bytes, 'bytes').toBeLessThan(WEIGHT * 1000)
    expect(await accessibilityViolations(frame), `${language} ${theme}`).toEqual([])
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/embed-${language}-${theme}-${width}.png` })
  }
  expect(backgrounds.size).toBe(2)
  await context.close()
})

test('a shared analysis, the puzzle of the day, and what is not there', async () => {
  const { analysis } = await callApi(reader, 'POST', '/analyses', {
    title: 'Three openings',
    tree: {
      rules: 'muehle',
      start: null,
      nodes: [
        { parent: null, move: 'd6' },
        { parent: 0, move: 'f4', comment: 'The usual reply' },
        { parent: 0, move: 'd2' },
      ],
    },
  })
  const { url } = await callApi(reader, 'POST', `/analyses/${analysis.id}/share`, {})
  const page = await reader.context.newPage()
  const key = new URL(url).hash
  const frame = await openEmbed(page, `/embed/analyses/${analysis.id}?lang=en&ply=1${key}`)
  await frame.getByRole('heading', { name: 'Three openings', level: 2 }).waitFor()
  expect(await stonesIn(frame)).toBe(1)
  await frame.getByRole('button', { name: textsOf('en')('game_moves_on') }).press('ArrowRight')
  await expect.poll(() => stonesIn(frame)).toBe(2)
  await frame.getByText('The usual reply').first().waitFor()
  expect(await frame.getByRole('link').getAttribute('href')).toBe(`/analysis/${analysis.id}${key}`)
  expect(await accessibilityViolations(frame)).toEqual([])
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/embed-analysis.png` })

  const puzzle = await openEmbed(page, '/embed/puzzles/daily?lang=en')
  await puzzle.getByRole('link', { name: textsOf('en')('embed_solve', { site: 'Tegenzet' }) }).waitFor()
  expect(await stonesIn(puzzle)).toBeGreaterThan(3)
  expect(await accessibilityViolations(puzzle)).toEqual([])
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/embed-puzzle.png` })

  const gone = textsOf('en')('embed_gone')
  for (const path of [
    '/embed/games/99999999?lang=en',
    `/embed/analyses/${analysis.id}?lang=en#wrong`,
    `/embed/analyses/${analysis.id}?lang=en`,
  ]) {
    const missing = await openEmbed(page, path)
    await missing.getByText(gone).waitFor()
    expect(await missing.locator('[data-point]').count()).toBe(0)
  }
  await page.close()
})
