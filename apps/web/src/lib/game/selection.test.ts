import {
  legalMoves,
  RULE_SET_IDS,
  type RuleSet,
  readMove,
  replay,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import {
  type Choices,
  choicesOf,
  mayTakeNothing,
  movable,
  moveOf,
  mustTake,
  NOTHING,
  pick,
  type Selection,
  takeable,
  takeNothing,
  targets,
  undo,
} from './selection.ts'

function after(rules: RuleSet, moves: string): string {
  const game = replay(rules, moves.split(' '))
  if (!game.ok) throw new Error(game.error.message)
  return game.value.positions.at(-1) as string
}

const picked = (choices: Choices, ...points: string[]): Selection =>
  points.reduce((selection, point) => pick(choices, selection, point), NOTHING)

/** White closes a7-d7-g7 with d7; black has b6 and f4. */
const MILL = 'a7 b6 g7 f4'

describe('placing a stone', () => {
  const rules = ruleSet('muehle')
  const choices = choicesOf(rules, startPosition(rules))

  it('is one click on an empty point', () => {
    expect(targets(choices, NOTHING).size).toBe(24)
    expect(moveOf(choices, picked(choices, 'd6'))).toBe('d6')
  })

  it('can be thought better of by a click on another point', () => {
    expect(moveOf(choices, picked(choices, 'd6', 'a1'))).toBe('a1')
  })

  it('is taken back by undo', () => {
    expect(undo(choices, picked(choices, 'd6'))).toEqual(NOTHING)
  })
})

describe('closing a mill', () => {
  const rules = ruleSet('muehle')
  const choices = choicesOf(rules, after(rules, MILL))

  it('asks for the stone to be taken before it is a move', () => {
    const selection = picked(choices, 'd7')
    expect(moveOf(choices, selection)).toBeNull()
    expect(mustTake(choices, selection)).toBe(true)
    expect(mayTakeNothing(choices, selection)).toBe(false)
    expect([...takeable(choices, selection)].sort()).toEqual(['b6', 'f4'])
    expect(moveOf(choices, pick(choices, selection, 'f4'))).toBe('d7xf4')
  })

  it('lets another stone be chosen for taking', () => {
    expect(moveOf(choices, picked(choices, 'd7', 'f4', 'b6'))).toBe('d7xb6')
  })

  it('is undone one decision at a time', () => {
    const taken = picked(choices, 'd7', 'f4')
    expect(undo(choices, taken)).toEqual(picked(choices, 'd7'))
    expect(undo(choices, undo(choices, taken))).toEqual(NOTHING)
  })

  it('asks even where only one stone can be taken', () => {
    const single = choicesOf(rules, 'w.w/b../.../....../.../.../... w 7 8 3 2')
    const selection = picked(single, 'd7')
    expect(moveOf(single, selection)).toBeNull()
    expect(moveOf(single, pick(single, selection, 'b6'))).toBe('d7xb6')
  })

  it('may leave the stone where the rules say so', () => {
    const optional = ruleSet('molenspel')
    const free = choicesOf(optional, after(optional, MILL))
    const selection = picked(free, 'd7')
    expect(mayTakeNothing(free, selection)).toBe(true)
    expect(moveOf(free, selection)).toBeNull()
    expect(moveOf(free, takeNothing(selection))).toBe('d7')
    expect(undo(free, takeNothing(selection))).toEqual(selection)
  })
})

describe('moving a stone', () => {
  const rules = ruleSet('muehle')
  const position = 'w.b/.w./.../b....w/.../.b./w.b w 0 0 4 20'
  const choices = choicesOf(rules, position)

  it('shows where the picked stone may go', () => {
    expect(targets(choices, picked(choices, 'd6'))).toEqual(new Set(['b6', 'f6', 'd7', 'd5']))
    expect(moveOf(choices, picked(choices, 'd6', 'd5'))).toBe('d6-d5')
  })

  it('goes over to another own stone, and lets go of one that is picked twice', () => {
    expect(picked(choices, 'd6', 'a7')).toEqual({ from: 'a7', path: [] })
    expect(picked(choices, 'd6', 'd6')).toEqual(NOTHING)
    expect(picked(choices, 'd6', 'g1')).toEqual(NOTHING)
  })

  it('keeps a move that is shown when something else is clicked', () => {
    expect(moveOf(choices, picked(choices, 'd6', 'd5', 'g1'))).toBe('d6-d5')
  })
})

describe('hopping', () => {
  const rules = ruleSet('halma')
  /** White's h3 can hop over g4 to f5, and on over f6 to f7. */
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
  const choices = choicesOf(rules, position)

  it('may be done by a click on the end', () => {
    const selection = picked(choices, 'h3', 'f7')
    expect(selection.path).toEqual(['f5', 'f7'])
    expect(moveOf(choices, selection)).toBe('h3-f7')
  })

  it('may be done step by step, and is a move at every square on the way', () => {
    const first = picked(choices, 'h3', 'f5')
    expect(moveOf(choices, first)).toBe('h3-f5')
    expect(targets(choices, first).has('f7')).toBe(true)
    expect(moveOf(choices, pick(choices, first, 'f7'))).toBe('h3-f7')
  })

  it('is taken back hop by hop', () => {
    const selection = picked(choices, 'h3', 'f7')
    expect(undo(choices, selection)).toEqual(picked(choices, 'h3', 'f5'))
    expect(undo(choices, undo(choices, selection))).toEqual(picked(choices, 'h3'))
  })

  it('does not go on after a step', () => {
    const step = picked(choices, 'g4', 'f5')
    expect(moveOf(choices, step)).toBe('g4-f5')
    expect(targets(choices, step)).toEqual(new Set())
  })

  it('does not offer to hop back to the start, where no turn may end', () => {
    expect(targets(choices, picked(choices, 'h3', 'f5')).has('h3')).toBe(false)
  })
})

/** A repeatable random source: mulberry32. */
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
  it('every legal move of a random game can be picked, and nothing but legal moves', () => {
    const rules = ruleSet(id)
    const seed = 20261120
    const random = randomFrom(seed)
    const moves: string[] = []
    let position = startPosition(rules)
    for (let ply = 0; ply < 60; ply++) {
      const legal = legalMoves(rules, position)
      if (legal.length === 0) break
      const choices = choicesOf(rules, position)
      for (const move of legal) {
        const { from, to, captured } = readMove(rules, move)
        let selection = picked(choices, ...(from ? [from] : []), to)
        if (from) expect(movable(choices), `${move}, seed ${seed}`).toContain(from)
        if (captured) selection = pick(choices, selection, captured)
        else if (mustTake(choices, selection)) selection = takeNothing(selection)
        expect(moveOf(choices, selection), `ply ${ply}, seed ${seed}`).toBe(move)
      }
      moves.push(legal[Math.floor(random() * legal.length)] as string)
      const game = replay(rules, moves)
      if (!game.ok) throw new Error(game.error.message)
      position = game.value.positions.at(-1) as string
    }
    expect(moves.length).toBeGreaterThan(15)
  })
})
