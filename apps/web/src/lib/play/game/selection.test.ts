import {
  decodeMove,
  legalMoves,
  type Move,
  type Position,
  RULE_SET_IDS,
  type RuleSet,
  replay,
  ruleSet,
  startPosition,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import {
  type Choices,
  capturable,
  captureNothing,
  choicesOf,
  EMPTY_SELECTION,
  mayCaptureNothing,
  movable,
  moveOf,
  mustCapture,
  pick,
  type Selection,
  targets,
  undo,
} from './selection.ts'

function after(rules: RuleSet, moves: string): Position {
  const game = replay(rules, moves.split(' ').map(trustedMove))
  if (!game.ok) throw new Error(game.error.message)
  return game.value.positions.at(-1) as Position
}

const picked = (choices: Choices, ...points: string[]): Selection =>
  points.reduce((selection, point) => pick(choices, selection, point), EMPTY_SELECTION)

/** White closes a7-d7-g7 with d7; black has b6 and f4. */
const MILL = 'a7 b6 g7 f4'

describe('placing a stone', () => {
  const rules = ruleSet('muehle')
  const choices = choicesOf(rules, startPosition(rules))

  it('takes one click on an empty point', () => {
    expect(targets(choices, EMPTY_SELECTION).size).toBe(24)
    expect(moveOf(choices, picked(choices, 'd6'))).toBe('d6')
  })

  it('can be changed with a click on another point', () => {
    expect(moveOf(choices, picked(choices, 'd6', 'a1'))).toBe('a1')
  })

  it('is undone in one step', () => {
    expect(undo(choices, picked(choices, 'd6'))).toEqual(EMPTY_SELECTION)
  })
})

describe('closing a mill', () => {
  const rules = ruleSet('muehle')
  const choices = choicesOf(rules, after(rules, MILL))

  it('is not a move until the stone to capture is picked', () => {
    const selection = picked(choices, 'd7')
    expect(moveOf(choices, selection)).toBeNull()
    expect(mustCapture(choices, selection)).toBe(true)
    expect(mayCaptureNothing(choices, selection)).toBe(false)
    expect([...capturable(choices, selection)].sort()).toEqual(['b6', 'f4'])
    expect(moveOf(choices, pick(choices, selection, 'f4'))).toBe('d7xf4')
  })

  it('lets the player pick another stone to capture', () => {
    expect(moveOf(choices, picked(choices, 'd7', 'f4', 'b6'))).toBe('d7xb6')
  })

  it('is undone one step at a time', () => {
    const taken = picked(choices, 'd7', 'f4')
    expect(undo(choices, taken)).toEqual(picked(choices, 'd7'))
    expect(undo(choices, undo(choices, taken))).toEqual(EMPTY_SELECTION)
  })

  it('asks which stone to capture even if there is only one', () => {
    const single = choicesOf(rules, trustedPosition('w.w/b../.../....../.../.../... w 7 8 3 2'))
    const selection = picked(single, 'd7')
    expect(moveOf(single, selection)).toBeNull()
    expect(moveOf(single, pick(single, selection, 'b6'))).toBe('d7xb6')
  })

  it('lets the player capture nothing where the rules allow it', () => {
    const optional = ruleSet('molenspel')
    const free = choicesOf(optional, after(optional, MILL))
    const selection = picked(free, 'd7')
    expect(mayCaptureNothing(free, selection)).toBe(true)
    expect(moveOf(free, selection)).toBeNull()
    expect(moveOf(free, captureNothing(selection))).toBe('d7')
    expect(undo(free, captureNothing(selection))).toEqual(selection)
  })
})

describe('moving a stone', () => {
  const rules = ruleSet('muehle')
  const position = 'w.b/.w./.../b....w/.../.b./w.b w 0 0 4 20'
  const choices = choicesOf(rules, trustedPosition(position))

  it('shows where the picked stone can go', () => {
    expect(targets(choices, picked(choices, 'd6'))).toEqual(new Set(['b6', 'f6', 'd7', 'd5']))
    expect(moveOf(choices, picked(choices, 'd6', 'd5'))).toBe('d6-d5')
  })

  it('switches to another own stone, and deselects a stone picked twice', () => {
    expect(picked(choices, 'd6', 'a7')).toEqual({ from: 'a7', path: [] })
    expect(picked(choices, 'd6', 'd6')).toEqual(EMPTY_SELECTION)
  })

  it('keeps what is picked when a point out of reach is clicked', () => {
    expect(picked(choices, 'd6', 'g1')).toEqual({ from: 'd6', path: [] })
    expect(moveOf(choices, picked(choices, 'd6', 'd5', 'g1'))).toBe('d6-d5')
  })
})

describe('jumping', () => {
  const rules = ruleSet('halma')
  /** White's h3 can jump over g4 to f5, and on over f6 to f7. */
  const rows = [
    'bbbbb.....',
    'bbbb......',
    'bbb.......',
    'bb........',
    '.....b....',
    '.........w',
    '......w.ww',
    '.......www',
    '.......www',
    '.....wwwww',
  ]
  const position = `${rows.join('/')} w 5`
  const choices = choicesOf(rules, trustedPosition(position))

  it('takes one click on the last square', () => {
    const selection = picked(choices, 'h3', 'f7')
    expect(selection.path).toEqual(['f5', 'f7'])
    expect(moveOf(choices, selection)).toBe('h3-f7')
  })

  it('can be picked jump by jump, and is a legal move after each', () => {
    const first = picked(choices, 'h3', 'f5')
    expect(moveOf(choices, first)).toBe('h3-f5')
    expect(targets(choices, first).has('f7')).toBe(true)
    expect(moveOf(choices, pick(choices, first, 'f7'))).toBe('h3-f7')
  })

  it('is undone jump by jump', () => {
    const selection = picked(choices, 'h3', 'f7')
    expect(undo(choices, selection)).toEqual(picked(choices, 'h3', 'f5'))
    expect(undo(choices, undo(choices, selection))).toEqual(picked(choices, 'h3'))
  })

  it('does not continue after a step', () => {
    const step = picked(choices, 'g4', 'f5')
    expect(moveOf(choices, step)).toBe('g4-f5')
    expect(targets(choices, step)).toEqual(new Set())
  })

  it('cannot end on the square where it began', () => {
    expect(targets(choices, picked(choices, 'h3', 'f5')).has('h3')).toBe(false)
  })
})

/** A seeded random generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

describe.each([...RULE_SET_IDS])('in %s', (id) => {
  it('lets the player pick every legal move of a random game, and no other move', () => {
    const rules = ruleSet(id)
    const seed = 20261120
    const random = randomFrom(seed)
    const moves: Move[] = []
    let position = startPosition(rules)
    for (let ply = 0; ply < 60; ply++) {
      const legal = legalMoves(rules, position)
      if (legal.length === 0) break
      const choices = choicesOf(rules, position)
      for (const move of legal) {
        const { from, to, captured } = decodeMove(rules, move)
        let selection = picked(choices, ...(from ? [from] : []), to)
        if (from) expect(movable(choices), `${move}, seed ${seed}`).toContain(from)
        if (captured) selection = pick(choices, selection, captured)
        else if (mustCapture(choices, selection)) selection = captureNothing(selection)
        expect(moveOf(choices, selection), `ply ${ply}, seed ${seed}`).toBe(move)
      }
      moves.push(legal[Math.floor(random() * legal.length)] as Move)
      const game = replay(rules, moves)
      if (!game.ok) throw new Error(game.error.message)
      position = game.value.positions.at(-1) as Position
    }
    expect(moves.length).toBeGreaterThan(15)
  })
})
