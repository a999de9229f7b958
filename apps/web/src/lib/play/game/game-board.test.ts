import {
  decodeMove,
  type HalmaRules,
  legalMoves,
  type Move,
  type Position,
  play,
  ruleSet,
  sideToMove,
  startPosition,
  trustedMove,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { GameBoard } from './game-board.svelte.ts'

/** A game in which White leaves Black with two stones. */
const FEW_STONES =
  'a1 e3 g7 b4 g4 e4 g1xe3 e3 d1xe3 f4 d7 e3 a7xb4 e5xa1 a1xf4 c3 a4xc3 c3 a4-b4 e4-f4 b4-a4xc3 f4-d3 d1-d2 e3-f6 d2-d1xe5'

const muehle = (moves = '', mayMove = true): GameBoard =>
  new GameBoard(ruleSet('muehle'), {
    mayMove: () => mayMove,
    moves: moves.split(' ').filter(Boolean).map(trustedMove),
  })

/** Fifty Halma moves each, in which both sides leave their camp and stay in front of it. */
function campsCleared(rules: HalmaRules): Move[] {
  const { board } = rules
  const places = new Map(board.points.map((point) => [point.name, point]))
  const positions = [startPosition(rules)]
  const moves: Move[] = []
  while (moves.length < 100) {
    const position = positions.at(-1) as Position
    const side = sideToMove(position)
    const camp = new Set(board.camps[side])
    const corner = side === 'white' ? { x: board.size - 1, y: 0 } : { x: 0, y: board.size - 1 }
    const far = (point: string) => {
      const { x, y } = places.get(point) as { x: number; y: number }
      return Math.abs(x - corner.x) + Math.abs(y - corner.y)
    }
    const worth = (move: Move) => {
      const { from, to } = decodeMove(rules, move)
      if (!camp.has(from as string)) return camp.has(to) ? -100 : -Math.abs(far(to) - 6)
      return (camp.has(to) ? 0 : 100) + far(to) - far(from as string)
    }
    const move = legalMoves(rules, position).reduce((best, other) =>
      worth(other) > worth(best) ? other : best,
    )
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    positions.push(played.value.position)
    moves.push(move)
  }
  return moves
}

describe('a game board', () => {
  it('tells when a pick completes the move, but not of a move that is typed or can jump on', () => {
    const finished: (string | null)[] = []
    const listen = (board: GameBoard) => {
      board.draft.onfinished = () => finished.push(board.draft.move)
      return board
    }
    const mill = listen(muehle('a7 b6 g7 f4'))
    mill.draft.pick('d7')
    expect(finished).toEqual([])
    mill.draft.pick('b6')
    mill.draft.undo()
    mill.draft.propose('d6')
    const halma = listen(new GameBoard(ruleSet('halma')))
    for (const point of ['g2', 'f3']) halma.draft.pick(point)
    expect(finished).toEqual(['d7xb6', 'g2-f3'])
  })

  it('shows the draft move with the mill it closes and the stone it captures', () => {
    const board = muehle('a7 b6 g7 f4')
    board.draft.pick('d7')
    expect(board.draft.mustCapture).toBe(true)
    expect(board.draft.move).toBeNull()
    expect(board.stones.d7).toBe('white')
    expect(board.marks.mills).toEqual([['a7', 'd7', 'g7']])
    board.draft.pick('f4')
    expect(board.draft.move).toBe('d7xf4')
    expect(board.stones.f4).toBeUndefined()
    expect(board.moves).toHaveLength(4)
    board.append(trustedMove('d7xf4'))
    expect(board.moves.at(-1)).toBe('d7xf4')
    expect(board.draft.move).toBeNull()
    expect(board.marks.move).toEqual({ from: null, to: 'd7', captured: 'f4' })
  })

  it('lets nobody pick unless it is their turn', () => {
    const board = muehle('a7', false)
    board.draft.pick('d7')
    expect(board.stones.d7).toBeUndefined()
    expect(board.marks.placements).toBeUndefined()
  })

  it('keeps the draft move while it is being sent', () => {
    const board = muehle()
    board.draft.pick('d7')
    board.draft.locked = true
    board.draft.pick('a1')
    board.draft.undo()
    board.goTo(0)
    expect(board.draft.move).toBe('d7')
  })

  it('steps through earlier positions, in which nothing can be picked', () => {
    const board = muehle('a7 b6 g7')
    board.goTo(1)
    expect(Object.keys(board.stones)).toEqual(['a7'])
    board.draft.pick('d7')
    expect(board.draft.move).toBeNull()
    board.goTo(99)
    expect(board.shown).toBe(3)
    board.goTo(-1)
    expect(board.shown).toBe(0)
    expect(board.stones).toEqual({})
  })

  it('shows a new move to a reader at the last position, and leaves others where they are', () => {
    const atOne = muehle('a7 b6')
    atOne.goTo(1)
    atOne.append(trustedMove('g7'))
    expect(atOne.shown).toBe(1)
    const atEnd = muehle('a7 b6')
    atEnd.append(trustedMove('g7'))
    expect(atEnd.shown).toBe(3)
  })

  it('discards the draft move when the game is loaded again', () => {
    const board = muehle('a7 b6')
    board.draft.pick('g7')
    board.load(['a7', 'b6', 'd5'].map(trustedMove))
    expect(board.draft.selection.path).toEqual([])
    expect(board.shown).toBe(3)
  })

  it('warns of a Halma move that loses at once, and of no other move', () => {
    const rules = ruleSet('halma')
    const board = new GameBoard(rules, { moves: campsCleared(rules) })
    expect(board.outcome).toBeNull()
    const camp = new Set(rules.board.camps.white)
    const [back, on] = [true, false].map((inCamp) =>
      legalMoves(rules, board.position).find((move) => camp.has(decodeMove(rules, move).to) === inCamp),
    )
    expect([back, on]).not.toContain(undefined)
    for (const move of [back, on]) {
      const { from, to } = decodeMove(rules, move as Move)
      board.draft.pick(from as string)
      board.draft.pick(to)
      expect(board.draft.move).toBe(move)
      expect(board.draftLoses).toBe(move === back)
      board.draft.undo()
    }
  })

  it('knows when the rules end the game', () => {
    const board = new GameBoard(ruleSet('muehle'), { mayMove: () => true })
    expect(board.outcome).toBeNull()
    board.load(FEW_STONES.split(' ').map(trustedMove))
    expect(board.outcome).toEqual({ winner: 'white', reason: 'few-stones' })
    expect(board.marks.placements).toEqual(new Set())
  })
})
