import { ENGINE_VERSION } from '@tegenzet/engine'
import { positionsOf, ruleSet, trustedMove } from '@tegenzet/rules'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepReview, readReview } from '$lib/analysis/review/kept-review.ts'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import { Review } from './review.svelte.ts'

/** A fake server with tables that cover nothing. */
const server = vi.hoisted(() => ({ barred: '', isDown: false }))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (_: 'probePositions', { body }: { body: { positions: string[] } }) => {
      if (server.isDown) throw new TypeError('Failed to fetch')
      return {
        items: body.positions.map((position) => ({
          value: null,
          plies: null,
          leftOut: position === server.barred,
        })),
      }
    },
  },
}))

const GAME = 100001
const rules = ruleSet('muehle')
const moves = ['d6', 'f4', 'd2'].map(trustedMove)
const positions = positionsOf(rules, moves)
const board = { rules, moves, positions } as unknown as GameBoard
const BARRED = 2
const open = (isProvenDraw = false) => new Review({ game: GAME, rules: 'muehle', board, isProvenDraw })
const shown = (review: Review) => review.chances.map((chance) => chance !== null)
const kept = () => readReview(GAME, ENGINE_VERSION)!

const keep = (scores: number[]) =>
  keepReview(GAME, {
    engine: ENGINE_VERSION,
    evaluations: scores.map((score) => ({ score, decidedIn: null, line: [], isExact: false })),
    thorough: [...positions.keys()],
    mistakes: { white: 1, black: 1 },
  })

beforeEach(() => {
  server.barred = ''
  server.isDown = false
  localStorage.clear()
  keep(positions.map(() => 100))
})

it('a kept review is shown when the server has said which positions may be', async () => {
  const review = open()
  expect(shown(review)).toEqual([false, false, false, false])
  await review.start()
  expect(review.state).toBe('done')
  expect(shown(review)).toEqual([true, true, true, true])
})

it('a kept review has nothing of a position that stands in a running game by now', async () => {
  server.barred = positions[BARRED]!
  const review = open()
  await review.start()
  expect(shown(review)).toEqual([true, true, false, true])
  expect(review.progress).toBe(1)
  // so that it is evaluated when that game is over
  expect(kept().thorough).toEqual([0, 1, 3])
})

it('the last move before a proven draw is no mistake, also where no table is left to say so', async () => {
  const scores = positions.map((_, n) => (n === moves.length ? 300 : 0))
  keep(scores)
  const other = open()
  await other.start()
  expect(other.moves.at(-1)).toMatchObject({ side: 'white', mark: 'blunder' })
  keep(scores)
  const review = open(true)
  await review.start()
  expect(review.chances.at(-1)).toBe(0.5)
  expect(review.moves.at(-1)?.mark).toBe(null)
})

it('a kept review stays on the device where the server cannot be asked', async () => {
  server.isDown = true
  const before = kept()
  const review = open()
  await review.start()
  expect(review.state).toBe('failed')
  expect(shown(review)).toEqual([false, false, false, false])
  review.stop()
  expect(kept()).toEqual(before)
})
