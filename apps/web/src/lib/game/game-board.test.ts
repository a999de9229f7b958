import {
  type HalmaRules,
  legalMoves,
  play,
  readMove,
  ruleSet,
  sideToMove,
  startPosition,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { GameBoard } from './game-board.svelte.ts'

/** White takes black down to two stones. */
const FEW_STONES =
  'a1 e3 g7 b4 g4 e4 g1xe3 e3 d1xe3 f4 d7 e3 a7xb4 e5xa1 a1xf4 c3 a4xc3 c3 a4-b4 e4-f4 b4-a4xc3 f4-d3 d1-d2 e3-f6 d2-d1xe5'

const muehle = (moves = '', mayMove = true): GameBoard => {
  const table = new GameBoard(ruleSet('muehle'), () => mayMove)
  table.load(moves.split(' ').filter(Boolean))
  return table
}

/** Fifty moves each of Halma in which both leave their camp and linger before it. */
function campsCleared(rules: HalmaRules): string[] {
  const { board } = rules
  const places = new Map(board.points.map((point) => [point.name, point]))
  const positions = [startPosition(rules)]
  const moves: string[] = []
  while (moves.length < 100) {
    const position = positions.at(-1) as string
    const side = sideToMove(position)
    const camp = new Set(board.camps[side])
    const corner = side === 'white' ? { x: board.size - 1, y: 0 } : { x: 0, y: board.size - 1 }
    const far = (point: string) => {
      const { x, y } = places.get(point) as { x: number; y: number }
      return Math.abs(x - corner.x) + Math.abs(y - corner.y)
    }
    const worth = (move: string) => {
      const { from, to } = readMove(rules, move)
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

describe('a table', () => {
  it('shows a move before it is sent, with the mill it closes and the stone it takes', () => {
    const table = muehle('a7 b6 g7 f4')
    table.pick('d7')
    expect(table.taking).toBe(true)
    expect(table.move).toBeNull()
    expect(table.stones.d7).toBe('white')
    expect(table.marks.mills).toEqual([['a7', 'd7', 'g7']])
    table.pick('f4')
    expect(table.move).toBe('d7xf4')
    expect(table.stones.f4).toBeUndefined()
    expect(table.moves).toHaveLength(4)
    table.append('d7xf4')
    expect(table.moves.at(-1)).toBe('d7xf4')
    expect(table.move).toBeNull()
    expect(table.marks.move).toEqual({ from: null, to: 'd7', taken: 'f4' })
  })

  it('lets nobody pick who may not move', () => {
    const table = muehle('a7', false)
    table.pick('d7')
    expect(table.stones.d7).toBeUndefined()
    expect(table.marks.open).toBeUndefined()
  })

  it('keeps what is picked while it is being sent', () => {
    const table = muehle()
    table.pick('d7')
    table.held = true
    table.pick('a1')
    table.undo()
    table.goTo(0)
    expect(table.move).toBe('d7')
  })

  it('steps through numbered positions, where nothing can be picked', () => {
    const table = muehle('a7 b6 g7')
    table.goTo(1)
    expect(Object.keys(table.stones)).toEqual(['a7'])
    table.pick('d7')
    expect(table.move).toBeNull()
    table.goTo(99)
    expect(table.shown).toBe(3)
    table.goTo(-1)
    expect(table.shown).toBe(0)
    expect(table.stones).toEqual({})
  })

  it('leaves who looks back where they are when a move comes, and takes along who looks at the end', () => {
    const back = muehle('a7 b6')
    back.goTo(1)
    back.append('g7')
    expect(back.shown).toBe(1)
    const end = muehle('a7 b6')
    end.append('g7')
    expect(end.shown).toBe(3)
  })

  it('puts back what is half picked when the game is laid out anew', () => {
    const table = muehle('a7 b6')
    table.pick('g7')
    table.load(['a7', 'b6', 'd5'])
    expect(table.selection.path).toEqual([])
    expect(table.shown).toBe(3)
  })

  it('warns of a Halma move that loses at once, and of no other', () => {
    const rules = ruleSet('halma')
    const table = new GameBoard(rules, () => true)
    table.load(campsCleared(rules))
    expect(table.outcome).toBeNull()
    const camp = new Set(rules.board.camps.white)
    const [back, on] = [true, false].map((inCamp) =>
      legalMoves(rules, table.position).find((move) => camp.has(readMove(rules, move).to) === inCamp),
    )
    expect([back, on]).not.toContain(undefined)
    for (const move of [back, on]) {
      const { from, to } = readMove(rules, move as string)
      table.pick(from as string)
      table.pick(to)
      expect(table.move).toBe(move)
      expect(table.loses).toBe(move === back)
      table.undo()
    }
  })

  it('knows when a game has ended by its rules', () => {
    const table = new GameBoard(ruleSet('muehle'), () => true)
    expect(table.outcome).toBeNull()
    table.load(FEW_STONES.split(' '))
    expect(table.outcome).toEqual({ winner: 'white', reason: 'few-stones' })
    expect(table.marks.open).toEqual(new Set())
  })
})
