import type { RuleSetId } from '@tegenzet/rules'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BrowserPlayer, callApi, playMove, startGame, waitForMove } from '../src/player.ts'
import { startSeparateServer } from '../src/server.ts'
import { useSiteOf } from '../src/site.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const site = useSiteOf(startSeparateServer)
let anna: BrowserPlayer
let bram: BrowserPlayer
let games = 0

beforeEach(async () => {
  games += 1
  anna = await site.register(`anna${games}`)
  bram = await site.register(`bram${games}`)
})
afterEach(async () => {
  await anna.context.close()
  await bram.context.close()
})

/** What a page says without the server: that the connection is lost, or if a request has failed that it is offline. */
const lost = (page: Page) =>
  page.getByText('The connection is lost.').or(page.getByText('You see the last known state.'))

/** Plays a recorded game from ply `from`. Each player sees the other's move without a reload. */
async function play(rules: RuleSetId, moves: readonly string[], from = 1): Promise<void> {
  for (const [index, move] of moves.entries()) {
    const ply = from + index
    const [mover, other] = ply % 2 === 1 ? [anna, bram] : [bram, anna]
    await playMove(mover, rules, move)
    await waitForMove(mover, ply, move)
    await waitForMove(other, ply, move)
  }
}

/** Plays the rest of a game: its last moves on the board, the others through the API. The soak test enters all on the board. */
async function finish(id: number, rules: RuleSetId, moves: readonly string[], played: number): Promise<void> {
  const sent = process.env.SOAK ? played : moves.length - 5
  for (let ply = played; ply < sent; ply++)
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move: moves[ply], ply })
  await play(rules, moves.slice(sent), sent + 1)
}

test('two players finish a game of molenspel although the server is down for a while', async () => {
  const moves = RECORDED_GAMES.molenspel.split(' ')
  const id = await startGame(anna, bram, 'molenspel')
  await play('molenspel', moves.slice(0, 9))

  await site.server.crash()
  for (const { page } of [anna, bram]) await lost(page).first().waitFor()
  await site.server.restart()
  for (const { page } of [anna, bram]) await expect.poll(() => lost(page).count()).toBe(0)

  await finish(id, 'molenspel', moves, 9)
  await anna.page.getByText('You have won.').waitFor()
  await bram.page.getByText('You have lost.').waitFor()
  await bram.page.getByText('Two stones are too few for a mill.').waitFor()
  expect(await site.game(id)).toMatchObject({
    status: 'finished',
    ply: moves.length,
    outcome: { winner: 'white', reason: 'few-stones' },
  })
})

test('a player who was offline sees the opponent’s move after reconnecting', async () => {
  await bram.page.clock.install()
  await startGame(anna, bram, 'muehle')
  await bram.context.setOffline(true)
  await playMove(anna, 'muehle', 'd6')
  await waitForMove(anna, 1, 'd6')
  // The page checks a silent connection after 25 s, or at once when the user returns to its tab, and waits 10 s for an
  // answer. Its clock goes faster, because Chromium keeps a processor busy while a page with a socket is offline.
  await bram.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await bram.page.clock.fastForward('00:11')
  await lost(bram.page).first().waitFor()
  await bram.context.setOffline(false)
  await waitForMove(bram, 1, 'd6')
  await playMove(bram, 'muehle', 'f4')
  await waitForMove(anna, 2, 'f4')
})

test('two players finish a game of halma by clicking where a chain of jumps ends', async () => {
  const moves = RECORDED_GAMES.halma.split(' ')
  const id = await startGame(anna, bram, 'halma')
  // Without a GPU, animations take most of the CPU time of a long game.
  for (const { page } of [anna, bram]) await page.emulateMedia({ reducedMotion: 'no-preference' })
  await play('halma', moves.slice(0, 10))
  for (const { page } of [anna, bram]) await page.emulateMedia({ reducedMotion: 'reduce' })
  await finish(id, 'halma', moves, 10)
  await bram.page.getByText('You have won.').waitFor()
  await anna.page.getByText('You have lost.').waitFor()
  expect(await site.game(id)).toMatchObject({
    status: 'finished',
    outcome: { winner: 'black', reason: 'camp-filled' },
  })
  expect([...anna.errors, ...bram.errors]).toEqual([])
})

test('a diagonal closes a mill on the board with diagonals', async () => {
  const id = await startGame(anna, bram, 'merels-diagonal')
  await play('merels-diagonal', RECORDED_GAMES['merels-diagonal'].split(' '))
  expect(await site.game(id)).toMatchObject({ lastMove: 'c5xd1', ply: 5, turn: 'black' })
  await bram.page.getByRole('img', { name: '1 stone taken' }).waitFor()
  expect([...anna.errors, ...bram.errors]).toEqual([])
})
