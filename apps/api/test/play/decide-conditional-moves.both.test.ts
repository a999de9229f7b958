import { expect, test } from 'vitest'
import { decideReply } from '../../src/play/conditional-moves/play-conditional-move.ts'
import { decideConditionalMoves } from '../../src/play/conditional-moves/set-conditional-moves.ts'
import { gameRow, NOW, offerBy, own } from './game-row.ts'

const BRANCH = { move: 'd6', reply: 'f4', then: [] }

test('conditional moves are set for the opponent’s next move, and only legal ones', () => {
  const game = gameRow()
  const decide = (side: 'white' | 'black', branches = [BRANCH], ply = 0) =>
    decideConditionalMoves(own(game, side), undefined, [game.position], {
      ply,
      branches,
      path: '/body/branches',
      arrivedAt: NOW,
    })
  expect(decide('black')).toEqual({ ok: true, value: [BRANCH] })
  expect(decide('white')).toMatchObject({ error: { code: 'conflict' } })
  expect(decide('black', [BRANCH], 2)).toMatchObject({ error: { code: 'stale-ply' } })
  expect(decide('black', [{ ...BRANCH, reply: 'd6' }])).toMatchObject({
    error: { code: 'illegal-move', errors: [{ path: '/body/branches/0/reply' }] },
  })
})

test('the same conditional moves are not stored again', () => {
  const game = gameRow()
  const current = {
    game: game.id,
    by: 'black' as const,
    version: 1,
    ply: 0,
    branches: [BRANCH],
    played: [],
    ended: null,
  }
  const command = { ply: 0, branches: [BRANCH], path: '', arrivedAt: NOW }
  expect(decideConditionalMoves(own(game, 'black'), current, [game.position], command)).toEqual({
    ok: true,
    value: null,
  })
})

test('the opponent’s move is answered, unless the owner has something to decide', () => {
  const stored = { ply: 0, branches: [BRANCH], moves: ['d6'] }
  const game = gameRow({ moves: ['d6'] })
  expect(decideReply(game, 'black', stored).reply).toEqual(BRANCH)
  for (const waiting of [{ drawOffer: offerBy('white') }, { openClaim: { id: 1, by: 'white' as const } }])
    expect(decideReply({ ...game, ...waiting }, 'black', stored)).toEqual({
      reply: null,
      unplayed: { ply: 0, branches: [BRANCH] },
    })
})

test('conditional moves end with another move or with the game', () => {
  const ended = (moves: string[], changed = {}) =>
    decideReply({ ...gameRow({ moves }), ...changed }, 'black', { ply: 0, branches: [BRANCH], moves })
      .unplayed.ended?.reason
  expect(ended(['b4'])).toBe('other-move')
  expect(ended(['d6'], { turn: null })).toBe('game-over')
})
