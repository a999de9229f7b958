import { execFileSync, spawn } from 'node:child_process'
import { gameWithRepetition } from '../../api/test/play/repetition-games.ts'
import { PHONE, sharedBrowser } from '../src/browser.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

// Part of `pnpm bench open`: how long the review of a game of 60 plies takes on a phone. Chromium slows down no workers, so
// everything shares one core with three processes that do nothing else, which makes it about a quarter as fast.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const PLIES = 60

execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(process.pid)])
const spinners = Array.from({ length: 3 }, () => spawn(process.execPath, ['-e', 'for (;;);']))
const server = await startTestServer()
const anna = await server.player('anna')
const bram = await server.player('bram')
const browser = await sharedBrowser()
const en = textsOf('en')
for (const rules of ['muehle', 'halma'] as const) {
  const { id } = await gameWithRepetition(server, anna, bram, { rules, plies: PLIES })
  await bram.call('resign', { params: { id } })
  const rounds: { begun: number; whole: number; done: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await review(id))
  rounds.sort((a, b) => a.done - b.done)
  const { begun, whole, done } = rounds[Math.floor(rounds.length / 2)]!
  console.log(
    `review of ${PLIES} plies of ${rules}: graph begins after ${begun} ms, goes through the game after ${whole} ms, done after ${done} ms`,
  )
}
for (const spinner of spinners) spinner.kill('SIGKILL')
await browser.close()
await server.close()

/** All in milliseconds. */
async function review(game: number): Promise<{ begun: number; whole: number; done: number }> {
  const page = await (await browser.newContext({ ...PHONE, baseURL: server.url, locale: 'en' })).newPage()
  await page.goto(`/games/${game}`, { waitUntil: 'networkidle' })
  await page.getByRole('tab', { name: en('review_tab') }).click()
  await page.getByRole('button', { name: en('review_start') }).click()
  const from = performance.now()
  const passed = () => Math.round(performance.now() - from)
  const graphOf = (least: number) =>
    page.waitForFunction(
      (points) =>
        (document.querySelector('.graph .line')?.getAttribute('points') ?? '').split(' ').length >= points,
      least,
    )
  await graphOf(2)
  const begun = passed()
  await graphOf(PLIES)
  const whole = passed()
  await page.getByText(en('review_done')).waitFor({ timeout: 120_000 })
  const done = passed()
  await page.context().close()
  return { begun, whole, done }
}
