import './add-to-server.ts'

import type { Game } from '@tegenzet/contract'
import { decodePosition, type Position, startPosition, trustedMove } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { THREE, THREE_ID } from '../../../../packages/rules/test/three-in-a-row/add.ts'
import { REPEATING_GAME, THREE_OCCURRENCES } from '../../../../packages/rules/test/three-in-a-row/rules.ts'
import { drawPosition } from '../../src/pages/draw-position.ts'
import { boardOf } from '../../src/pages/first-board.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { branch, movesOf, setConditionalMoves, waitUntilPlayed } from '../play/conditional-moves.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer

beforeAll(async () => {
  server = await startServer({ jobs: ['outbox', 'conditional-moves'] })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

it('is described with its own board and its rules in every language', async () => {
  const { status, body } = await server.call('getRules', { params: { id: THREE_ID } })
  expect([status, body.family, body.board.kind]).toEqual([200, 'three-in-a-row', 'three-in-a-row'])
  expect(body.board.rows).toHaveLength(8)
  expect([body.trapping, body.restart]).toEqual([true, 'b2'])
  for (const language of ['nl', 'de', 'en', 'fr'])
    expect(body.texts[language].map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['aim', 'draws', 'notation']),
    )
})

it('is played to its end, and listed, replayed and written as a record', async () => {
  const game = await beginGame(anna, bram, { rules: THREE_ID })
  expect(game.position).toBe(startPosition(THREE))
  const illegal = await anna.call('playMove', { params: { id: game.id }, body: { move: 'a1-b2', ply: 0 } })
  expect([illegal.status, illegal.body.code]).toEqual([422, 'illegal-move'])

  const over = await playMoves(game, anna, bram, REPEATING_GAME)
  expect(over.outcome).toEqual({ winner: 'white', reason: 'blocked' })
  const { body: moves } = await server.call('listMoves', { params: { id: game.id } })
  expect(moves.items.map(({ move }: { move: string }) => move)).toEqual(REPEATING_GAME)
  const { body: games } = await server.call('listGames', { query: { rules: THREE_ID, status: 'finished' } })
  expect(games.items.map(({ id }: Game) => id)).toContain(game.id)
  const { body: record } = await server.call('exportGame', { params: { id: game.id } })
  expect(record).toContain('8. c2-c1')
})

it('is drawn by a claim of repetition that the opponent agrees to', async () => {
  const game = await beginGame(anna, bram, { rules: THREE_ID })
  await playMoves(game, anna, bram, REPEATING_GAME.slice(0, -1))
  const filed = await anna.call('fileClaim', {
    params: { id: game.id },
    body: { ground: 'repetition', positions: THREE_OCCURRENCES },
  })
  expect(filed.body.claim).toMatchObject({ state: 'open', evidence: { holds: true } })
  const agreed = await bram.call('agreeToClaim', { params: { id: filed.body.claim.id } })
  expect(agreed.body.game.outcome).toMatchObject({ winner: null })
})

it('captures in its own way', async () => {
  const game = await beginGame(anna, bram, { rules: THREE_ID })
  const after = await playMoves(game, anna, bram, ['a1', 'b1', 'c1xb1'].map(trustedMove))
  expect(after.position).toBe('.../.../w.w b 1 2 3 2')
  expect(decodePosition(THREE, after.position as Position).taken).toEqual({ white: 0, black: 1 })
})

it('counts quiet moves in its own way, and judges a claim by that', async () => {
  const game = await beginGame(anna, bram, { rules: THREE_ID })
  await playMoves(game, anna, bram, REPEATING_GAME.slice(0, -1))
  const filed = await anna.call('fileClaim', {
    params: { id: game.id },
    body: { ground: 'quiet-moves', plies: [1, 14] },
  })
  const { findings } = filed.body.claim.evidence
  // Black's stone has gone to b2 with plies 8 and 12
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['stretch-too-short', 'stretch-broken']),
  )
})

it('is played on by conditional moves', async () => {
  const game = await beginGame(anna, bram, { rules: THREE_ID })
  await playMoves(game, anna, bram, ['a1'])
  expect((await setConditionalMoves(anna, game, 1, branch('c3', 'b1'))).status).toBe(200)
  await playMoves({ ...game, ply: 1, turn: 'black' }, anna, bram, ['c3'])
  await waitUntilPlayed(server.database)
  expect(await movesOf(anna, game)).toEqual(['a1', 'c3', 'b1'])
})

it('has its board in the HTML and in the shared picture', async () => {
  const html = boardOf(THREE, { points: { language: 'en', places: 'white' } })
  expect(html.match(/data-point="[a-c][1-3]"/g)).toHaveLength(9)
  expect(html.match(/data-side="white"/g)).toHaveLength(9)
  expect(html).toContain('Three in a row')
  const picture = await drawPosition(THREE, startPosition(THREE), 'b2')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})
