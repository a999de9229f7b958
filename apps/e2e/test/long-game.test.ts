import { MAX_PLY } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameWithRepetition } from '../../api/test/play/repetition-games.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { PHONE, sharedBrowser } from '../src/browser.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('a phone shows the longest possible game, draws only part of its moves, and sees it end', async () => {
  const [anna, bram] = [await server.player('anna'), await server.player('bram')]
  const { id, ply, turn } = await gameWithRepetition(server, anna, bram, { plies: MAX_PLY - 1 })
  const context = await (await sharedBrowser()).newContext({ ...PHONE, baseURL: server.url })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`/games/${id}`, { waitUntil: 'networkidle' })
  await page.locator(`[data-ply="${ply}"][aria-current="step"]`).waitFor()
  expect(await page.locator('[data-ply]').count()).toBeLessThan(60)

  const mover = turn === 'white' ? anna : bram
  const { moves } = (await mover.call('getLegalMoves', { params: { id } })).body
  const { status } = await mover.call('playMove', { params: { id }, body: { move: moves[0], ply } })
  expect(status).toBe(201)
  await page.getByText(en('game_outcome_too_long')).first().waitFor()
  await page.keyboard.press('Home')
  await page.locator('[data-ply="1"]').waitFor()
  await context.close()
})
