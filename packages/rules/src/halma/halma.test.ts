import { describe, expect, it } from 'vitest'
import { naivePerft } from '../../test/naive.ts'
import { randomFrom, randomGame, SOAK } from '../../test/random.ts'
import {
  decodePosition,
  legalMoves,
  losesAtOnce,
  type Position,
  parsePosition,
  perft,
  play,
  positionOutcome,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedMove,
  trustedPosition,
} from '../index.ts'
import { halmaBoard } from './board.ts'
import { jumpPath, jumpTargets } from './jumps.ts'

const rules = ruleSet('halma')
const { board } = rules
const START = startPosition(rules)

/** A position from lists of squares. The remaining stones are on the squares of `rest`. */
function position(white: string[], black: string[], side: 'w' | 'b', number: number): Position {
  const letters = board.points.map(({ name }) =>
    white.includes(name) ? 'w' : black.includes(name) ? 'b' : '.',
  )
  return trustedPosition(`${letters.join('').replace(/.{10}(?!$)/g, '$&/')} ${side} ${number}`)
}

function after(text: Position, move: string) {
  const played = play(rules, [text], trustedMove(move))
  if (!played.ok) throw new Error(played.error.message)
  return played.value
}

/** Fifteen squares outside the camps. */
const MIDDLE = ['e', 'f', 'g'].flatMap((file) => [4, 5, 6, 7, 8].map((rank) => `${file}${rank}`))
const AWAY = ['b', 'c', 'd'].flatMap((file) => [1, 2, 3, 4, 5].map((rank) => `${file}${rank}`))
const { white: WHITE_CAMP, black: BLACK_CAMP } = board.camps

describe('the board', () => {
  it('has camps of fifteen around j1 and a10 that mirror each other', () => {
    expect(WHITE_CAMP).toHaveLength(15)
    expect(WHITE_CAMP).toEqual(expect.arrayContaining(['j1', 'f1', 'j5', 'h3', 'g2']))
    expect(WHITE_CAMP).not.toContain('g3')
    expect(BLACK_CAMP).toContain('a8')
    const mirrored = WHITE_CAMP.map((name) => {
      const { x, y } = board.points.find((point) => point.name === name)!
      return board.points.find((point) => point.x === 9 - x && point.y === 9 - y)!.name
    })
    expect(mirrored.sort()).toEqual(BLACK_CAMP.toSorted())
  })

  it('begins with every stone in its own camp', () => {
    expect(START).toBe(
      'bbbbb...../bbbb....../bbb......./bb......../b........./.........w/........ww/.......www/......wwww/.....wwwww w 1',
    )
    expect(decodePosition(rules, START)).toMatchObject({
      hands: null,
      quiet: null,
    })
  })
})

describe('perft', () => {
  it('matches the naive engine from the start', () => {
    const counts = [32, 1024, 46016, 2067884, ...(SOAK ? [110141040] : [])]
    expect(counts.map((_, index) => perft(rules, START, index + 1))).toEqual(counts)
    expect(naivePerft(rules, START, 2)).toBe(1024)
  })

  it('ends lines at the ply by which camps must be clear', () => {
    const late = position(MIDDLE, AWAY, 'w', 50)
    expect(perft(rules, late, 3)).toBeGreaterThan(0)
    expect(perft(rules, position(['j1', ...MIDDLE.slice(1)], AWAY, 'w', 51), 1)).toBe(0)
    const oneLeft = position(['j1', ...MIDDLE.slice(1)], AWAY, 'w', 50)
    const cleared = legalMoves(rules, oneLeft).filter((move) => move.startsWith('j1-')).length
    expect(cleared).toBe(3)
    expect(perft(rules, oneLeft, 3)).toBe(naivePerft(rules, oneLeft, 3))
  })
})

describe('symmetries', () => {
  it('legal moves mirror over the line between the camps and swap with the colours', () => {
    const { positions } = randomGame(rules, randomFrom(11), 60)
    const name = (x: number, y: number) => `${String.fromCharCode(97 + x)}${y + 1}`
    const maps = {
      mirrored: (x: number, y: number) => [9 - y, 9 - x] as const,
      turned: (x: number, y: number) => [9 - x, 9 - y] as const,
    }
    for (const text of positions.filter((_, ply) => ply % 4 === 0)) {
      const { stones, side } = decodePosition(rules, text)
      const moves = legalMoves(rules, text)
      for (const [kind, map] of Object.entries(maps)) {
        const image = new Map(board.points.map(({ name: point, x, y }) => [point, name(...map(x, y))]))
        const swap = kind === 'turned'
        const of = (owner: string) =>
          Object.keys(stones)
            .filter((point) => stones[point] === owner)
            .map((point) => image.get(point)!)
        const [white, black] = swap ? [of('black'), of('white')] : [of('white'), of('black')]
        const toMove = (side === 'white') === swap ? 'b' : 'w'
        const expected = moves
          .map((move) =>
            move
              .split('-')
              .map((point) => image.get(point)!)
              .join('-'),
          )
          .sort()
        expect(legalMoves(rules, position(white, black, toMove, 5))).toEqual(expected)
      }
    }
  })
})

describe('moving', () => {
  // A ladder of black stones c2 and c4 for c1 to jump along, and d6 to leave it sideways.
  const ladder = position(['c1', ...WHITE_CAMP.slice(1)], ['c2', 'c4', 'd6', ...BLACK_CAMP.slice(3)], 'w', 5)

  it('steps to any of the eight neighbours and jumps over stones of either colour', () => {
    const moves = legalMoves(rules, ladder).filter((move) => move.startsWith('c1-'))
    expect(moves).toEqual(['c1-b1', 'c1-b2', 'c1-c3', 'c1-c5', 'c1-d1', 'c1-d2', 'c1-e7'])
    expect(jumpPath(rules, ladder, 'c1', 'e7')).toEqual(['c1', 'c3', 'c5', 'e7'])
    expect(jumpPath(rules, ladder, 'c1', 'd2')).toEqual(['c1', 'd2'])
  })

  it('lists targets hop by hop: a chain may go on, back and through its start', () => {
    expect(jumpTargets(rules, ladder, 'c1', [])).toEqual(['c3'])
    expect(jumpTargets(rules, ladder, 'c1', ['c3'])).toEqual(['c1', 'c5'])
    expect(jumpTargets(rules, ladder, 'c1', ['c3', 'c5'])).toEqual(['c3', 'e7'])
    expect(jumpTargets(rules, ladder, 'd5', [])).toEqual([])
    expect(jumpTargets(rules, ladder, 'nowhere', [])).toEqual([])
  })

  it('never ends where it began, even after a circle of jumps', () => {
    const black = ['d1', 'e2', 'd3', 'c2', ...BLACK_CAMP.slice(4)]
    const round = position(['c1', ...WHITE_CAMP.slice(1)], black, 'w', 5)
    const moves = legalMoves(rules, round).filter((move) => move.startsWith('c1-'))
    expect(moves).toEqual(expect.arrayContaining(['c1-e1', 'c1-e3', 'c1-c3']))
    expect(moves).not.toContain('c1-c1')
  })

  it('captures nothing, even after a chain through both camps', () => {
    expect(after(START, 'g2-f3').captured).toBeNull()
  })
})

describe('the end of a Halma game', () => {
  const nearlyHome = [...BLACK_CAMP.filter((square) => square !== 'a6'), 'b5']

  it('is a win for the side that fills the other camp, even if enemy stones are in it', () => {
    const { outcome, position: end } = after(
      position(
        nearlyHome,
        AWAY.map((square) => (square === 'b5' ? 'e1' : square)),
        'w',
        40,
      ),
      'b5-a6',
    )
    expect(outcome).toEqual({ winner: 'white', reason: 'camp-filled' })
    expect(legalMoves(rules, end)).toEqual([])
    const { stones } = decodePosition(rules, end)
    expect(BLACK_CAMP.every((square) => stones[square] === 'white')).toBe(true)
  })

  it('is a win for filling the camp even at the ply that checks the camps', () => {
    const black = [...WHITE_CAMP.filter((square) => square !== 'f1'), 'e1']
    const full = position(MIDDLE, black, 'b', 50)
    expect(after(full, 'e1-f1').outcome).toEqual({ winner: 'black', reason: 'camp-filled' })
  })

  it.each([
    [
      'white alone is late',
      ['j1', ...MIDDLE.slice(1)],
      AWAY,
      { winner: 'black', reason: 'camp-not-cleared' },
    ],
    [
      'black alone is late',
      MIDDLE,
      ['a10', ...AWAY.slice(1)],
      { winner: 'white', reason: 'camp-not-cleared' },
    ],
    [
      'both are late',
      ['j1', ...MIDDLE.slice(1)],
      ['a10', ...AWAY.slice(1)],
      { winner: null, reason: 'camps-not-cleared' },
    ],
    ['neither is late', MIDDLE, AWAY, null],
  ] as const)('after ply 100 camps must be clear: %s', (_, white, black, outcome) => {
    const at99 = position([...white], [...black], 'b', 50)
    expect(positionOutcome(rules, at99)).toBeNull()
    const stays = legalMoves(rules, at99).find((move) => !move.startsWith('a10-'))!
    const played = after(at99, stays)
    expect(played.outcome).toEqual(outcome)
    expect(losesAtOnce(rules, [at99], stays)).toBe(outcome?.winner === 'white')
    expect(legalMoves(rules, played.position).length > 0).toBe(outcome === null)
  })

  it('comes at once, as a loss, with a later move that ends in the own camp', () => {
    const white = ['i5', ...MIDDLE.slice(1)]
    const later = position(white, AWAY, 'w', 60)
    expect(legalMoves(rules, later)).toContain('i5-j5')
    expect(losesAtOnce(rules, [later], trustedMove('i5-j5'))).toBe(true)
    expect(losesAtOnce(rules, [later], trustedMove('i5-i6'))).toBe(false)
    expect(after(later, 'i5-j5').outcome).toEqual({ winner: 'black', reason: 'camp-re-entered' })
    expect(losesAtOnce(rules, [position(white, AWAY, 'w', 50)], trustedMove('i5-j5'))).toBe(false)
  })

  it('is a loss for the side that cannot move', () => {
    // A smaller board with one empty square, which white can reach by no step or jump.
    const small = halmaBoard(5, 1)
    const squares = small.points.map((point) => point.name)
    const camps = { white: squares.slice(13), black: squares.slice(0, 12) }
    const crowded: RuleSet = { ...rules, board: { ...small, camps }, stones: 12 }
    const played = play(crowded, [trustedPosition('b.bww/bbwww/bwbww/bbbww/bbbww b 7')], trustedMove('a5-b5'))
    expect(played.ok && played.value).toMatchObject({
      position: '.bbww/bbwww/bwbww/bbbww/bbbww w 8',
      outcome: { winner: 'black', reason: 'blocked' },
    })
  })
})

describe('a custom position', () => {
  it.each([
    [START.replace('w 1', 'w 0'), 'move number of at least 1'],
    [START.replace('w 1', 'w 1000000001'), 'no number above'],
    [START.replace('w 1', 'w 01'), 'something like'],
    [START.replace(/^b/, '.'), 'exactly 15 stones'],
    [START.replace(/^b/, 'w'), 'exactly 15 stones'],
    [START.replace('/', ''), 'something like'],
    [`${START} 1`, 'something like'],
    [START.slice(1), 'something like'],
  ])('%j is refused: %s', (text, expected) => {
    const checked = parsePosition(rules, text)
    expect(checked.ok || checked.error.code).toBe('malformed-position')
    expect(checked.ok || checked.error.message).toContain(expected)
  })

  it('has no moves if its game is over', () => {
    for (const over of [
      position(BLACK_CAMP, AWAY, 'b', 30),
      position(BLACK_CAMP, AWAY, 'w', 30),
      position(['j1', ...MIDDLE.slice(1)], AWAY, 'w', 51),
      position(['j1', ...MIDDLE.slice(1)], AWAY, 'b', 70),
    ]) {
      expect(positionOutcome(rules, over)).not.toBeNull()
      expect(legalMoves(rules, over)).toEqual([])
    }
  })
})
