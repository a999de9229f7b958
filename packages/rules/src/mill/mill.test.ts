import { describe, expect, it } from 'vitest'
import { POINTS, rowsOfThree } from '../../test/drawn-boards.ts'
import { naivePerft } from '../../test/naive.ts'
import { randomFrom, randomGame, SOAK } from '../../test/random.ts'
import { TRIAL_RULE_SETS } from '../../test/trial-rule-sets.ts'
import {
  closedMills,
  countSquares,
  decodePosition,
  hasJoints,
  legalMoves,
  type MillBoard,
  type MillRules,
  millBoard,
  type Position,
  parsePosition,
  perft,
  play,
  RULE_SET_IDS,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  startPosition,
  trustedMove,
  trustedPosition,
} from '../index.ts'
import { DIAGONAL_BOARD, STANDARD_BOARD } from './board.ts'
import { closesMillBy } from './turn-in.ts'

const START = startPosition(ruleSet('muehle'))
/** The rule sets on the 24 points of the standard board with nine stones, whose positions the tests below share. */
const NINE_STONES = RULE_SET_IDS.flatMap((id) => {
  const rules: RuleSet = ruleSet(id)
  return rules.family === 'mill' && startPosition(rules) === START ? [rules] : []
})

function after(rules: RuleSetId | MillRules, position: Position, move: string) {
  const played = play(typeof rules === 'string' ? ruleSet(rules) : rules, [position], trustedMove(move))
  if (!played.ok) throw new Error(played.error.message)
  return played.value
}

describe('the boards', () => {
  const neighbours = (board: MillBoard, point: string) =>
    board.lines.flatMap(([a, b]) => (a === point ? [b] : b === point ? [a] : []))

  it('have 24 points in the order of the position notation', () => {
    for (const board of [STANDARD_BOARD, DIAGONAL_BOARD])
      expect(board.points.map(({ name }) => name)).toEqual(POINTS)
  })

  it('have 16 mills, and 20 with diagonals', () => {
    const rows = (mills: readonly string[][]) => mills.map((mill) => mill.toSorted().join()).sort()
    expect(rows(STANDARD_BOARD.mills)).toEqual(rows(rowsOfThree(false)))
    expect(rows(DIAGONAL_BOARD.mills)).toEqual(rows(rowsOfThree(true)))
    expect(STANDARD_BOARD.mills).toHaveLength(16)
    expect(DIAGONAL_BOARD.mills).toHaveLength(20)
  })

  it('have 32 adjacent pairs, and 40 with diagonals', () => {
    for (const [board, pairs] of [
      [STANDARD_BOARD, 32],
      [DIAGONAL_BOARD, 40],
    ] as const) {
      expect(new Set(board.lines.map((line) => line.toSorted().join())).size).toBe(pairs)
      expect(board.lines).toHaveLength(pairs)
    }
  })

  it('have 12 points with two neighbours, 8 with three and 4 with four', () => {
    const degrees = POINTS.map((point) => neighbours(STANDARD_BOARD, point).length)
    expect([2, 3, 4].map((degree) => degrees.filter((other) => other === degree).length)).toEqual([12, 8, 4])
  })
})

describe('a board with joints', () => {
  const board = millBoard('a3-b3-c3 a1-b1-c1', 'a1-a3 c1-c3')

  it('has lines that are part of no mill', () => {
    expect(board.lines).toHaveLength(6)
    expect(board.mills).toHaveLength(2)
    expect([board, STANDARD_BOARD, DIAGONAL_BOARD].map(hasJoints)).toEqual([true, false, false])
  })

  it('counts its squares', () => {
    const [six] = TRIAL_RULE_SETS
    expect([six.board, STANDARD_BOARD, DIAGONAL_BOARD].map(countSquares)).toEqual([2, 3, 3])
  })
})

describe('symmetries', () => {
  const turned = (x: number, y: number, quarters: number): [number, number] =>
    quarters === 0 ? [x, y] : turned(-y, x, quarters - 1)

  /** Rotations, reflections, and the exchange of the inner and the outer square: 16 maps of points to points. */
  const symmetries = [0, 1, 2, 3].flatMap((quarters) =>
    [false, true].flatMap((mirrored) =>
      [false, true].map((exchanged) => {
        const image = STANDARD_BOARD.points.map(({ x, y }) => {
          const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
          const scale = exchanged ? (4 - ring) / ring : 1
          const [dx, dy] = turned((mirrored ? 3 - x : x - 3) * scale, (y - 3) * scale, quarters)
          return STANDARD_BOARD.points.find((point) => point.x === 3 + dx && point.y === 3 + dy)!.name
        })
        return new Map(POINTS.map((point, index) => [point, image[index]!]))
      }),
    ),
  )

  it('there are sixteen, and each maps mills to mills', () => {
    expect(new Set(symmetries.map((map) => [...map.values()].join())).size).toBe(16)
    for (const board of [STANDARD_BOARD, DIAGONAL_BOARD]) {
      const mills = new Set(board.mills.map((mill) => mill.toSorted().join()))
      for (const map of symmetries)
        for (const mill of board.mills)
          expect(mills).toContain(
            mill
              .map((point) => map.get(point)!)
              .sort()
              .join(),
          )
    }
  })

  it.each(NINE_STONES)('the legal moves of $id are symmetric', (rules) => {
    const { positions } = randomGame(rules, randomFrom(7), 80)
    for (const position of positions) {
      const [rows, ...rest] = position.split(' ') as [string, ...string[]]
      const letters = rows.replaceAll('/', '')
      const moves = legalMoves(rules, position)
      for (const map of symmetries) {
        const image: string[] = []
        POINTS.forEach((point, index) => {
          image[POINTS.indexOf(map.get(point)!)] = letters[index]!
        })
        let next = 0
        const turnedRows = rows.replace(/[^/]/g, () => image[next++]!)
        const expected = moves.map((move) => move.replace(/[a-g]\d/g, (point) => map.get(point)!)).sort()
        expect(legalMoves(rules, trustedPosition([turnedRows, ...rest].join(' ')))).toEqual(expected)
      }
    }
  })
})

describe('perft', () => {
  it('counts the moves of stones while others are in hand', () => {
    const rules = ruleSet('lasker')
    expect([1, 2, 3].map((depth) => perft(rules, startPosition(rules), depth))).toEqual([24, 24 * 23, 13_552])
  })

  const COMPULSORY = [24, 552, 12144, 255024, 5140800, 99274176]
  const DIAGONAL = [24, 552, 12144, 255024, 5150880, 99862272]
  const OPTIONAL = [24, 552, 12144, 255024, 5181120]
  it.each(NINE_STONES)('matches the known counts of $id from the start', (rules) => {
    const diagonal = rules.board.mills.length === DIAGONAL_BOARD.mills.length
    const counts = rules.taking === 'optional' ? OPTIONAL : diagonal ? DIAGONAL : COMPULSORY
    const depth = SOAK ? 6 : 5
    for (const [index, count] of counts.slice(0, depth).entries())
      expect(perft(rules, START, index + 1)).toBe(count)
  })

  const TABLE: [what: string, id: RuleSetId, position: string, counts: number[]][] = [
    ['both fly', 'muehle', 'w.w/.../.b./....../.b./.../w.b w 0 0 5 30', [58, 2808, 155652]],
    ['neither side flies', 'merels', 'w.w/.../.b./....../.b./.../w.b w 0 0 5 30', [6, 46, 235, 1695]],
    ['one flies', 'merels-wild', 'w.w/.../.b./b...../.b./.../w.b b 0 0 5 30', [9, 489, 6305]],
    ['one flies, one places', 'muehle', 'w.w/.../.b./....../.b./.../w.b w 0 3 5 30', [58, 1050, 55830]],
    ['all stones in mills', 'muehle', 'bbb/.../.../ww..../.../.../bbb w 2 0 0 10', [21, 84, 1416]],
    ['all in mills, optional', 'molenspel', 'bbb/.../.../ww..../.../.../bbb w 2 0 0 10', [22, 88, 1540]],
    ['two mills at once', 'muehle', '.w./w.w/.w./b...../.b./.../b.b w 1 1 0 10', [19, 417, 6911]],
    ['a diagonal mill', 'merels-diagonal', 'w../.w./b../....../.../.../bb. w 2 1 0 10', [19, 378, 6768]],
    ['flying to it', 'merels-diagonal-wild', 'w../.w./.../b....b/.../.../bbw w 0 0 0 20', [51, 325, 14310]],
    ['a side blocked', 'merels', 'wbw/.../.../b....b/.../.../wbw w 0 0 0 20', [0, 0]],
    ['a side that frees the other', 'merels', 'wbw/.../.../b....b/.../.../wbw b 0 0 0 20', [4, 8, 56, 120]],
    [
      'a mill without a capture does not reset the counter',
      'moulin',
      'ww./.../.../....../.../.../... w 1 9 98 3',
      [22, 462, 0],
    ],
    ['quiet moves run out', 'moulin', 'w.w/.../.b./....../.b./.../w.b w 0 0 98 70', [58, 2808, 0]],
  ]

  it.each(TABLE)('matches the naive engine where %s', (_, id, position, counts) => {
    expect(counts.map((_, index) => perft(ruleSet(id), trustedPosition(position), index + 1))).toEqual(counts)
    expect(counts.slice(0, 2).map((_, index) => naivePerft(ruleSet(id), position, index + 1))).toEqual(
      counts.slice(0, 2),
    )
  })
})

describe('capturing', () => {
  it('is part of the turn: one move for each stone outside a mill', () => {
    const closing = trustedPosition('.../..w/.../b....b/.../..w/bbb w 6 4 3 8')
    const moves = legalMoves(ruleSet('muehle'), closing).filter((move) => move.startsWith('f4'))
    expect(moves).toEqual(['f4xa4', 'f4xg4'])
  })

  it('takes from a mill only if every enemy stone is in one', () => {
    const moves = legalMoves(ruleSet('muehle'), trustedPosition('bbb/.../.../ww..../.../.../... w 2 0 0 10'))
    expect(moves.filter((move) => move.startsWith('c4'))).toEqual(['c4xa7', 'c4xd7', 'c4xg7'])
  })

  it('takes one stone when two mills are closed at once', () => {
    const moves = legalMoves(ruleSet('muehle'), trustedPosition('.w./w.w/.w./b...../.b./.../b.b w 1 1 0 10'))
    const closing = moves.filter((move) => move.startsWith('d6'))
    expect(closing).toEqual(['d6xa1', 'd6xa4', 'd6xd3', 'd6xg1'])
  })

  it('is not required when the enemy has no stone on the board', () => {
    const position = trustedPosition('ww./.../.../....../.../.../... w 1 9 4 3')
    for (const rules of NINE_STONES) {
      expect(legalMoves(rules, position)).toContain('g7')
      const { quiet, captured } = after(rules, position, 'g7')
      expect([captured, closesMillBy(rules, position, trustedMove('g7'))]).toEqual([null, true])
      expect(quiet).toBe(rules.quietReset === 'capture' ? 5 : 0)
    }
  })

  it('is optional where the rule set says so; a mill closed without it still resets the counter', () => {
    const position = trustedPosition('ww./.../.../b...../.../.../... w 7 8 4 3')
    for (const rules of NINE_STONES) {
      const moves = legalMoves(rules, position).filter((move) => move.startsWith('g7'))
      expect(moves).toEqual(rules.taking === 'optional' ? ['g7', 'g7xa4'] : ['g7xa4'])
    }
    expect(after('molenspel', position, 'g7')).toMatchObject({ quiet: 0, captured: null })
    expect(after('molenspel', position, 'a1')).toMatchObject({ quiet: 5 })
  })

  it('happens again each time the same stone moves out and back', () => {
    const mill = trustedPosition('www/.../.../b...../.../.../bb. w 0 0 0 20')
    const out = after('merels', mill, 'g7-g4')
    const wait = after('merels', out.position, 'a4-b4')
    const back = after('merels', wait.position, 'g4-g7xb4')
    expect([out.quiet, wait.quiet, back.quiet]).toEqual([1, 2, 0])
    expect(back.outcome).toEqual({ winner: 'white', reason: 'few-stones' })
  })
})

describe('the state of a mill game', () => {
  it('has as many stones as the rule set', () => {
    const empty = '.../.../.../....../.../.../...'
    const lasker = ruleSet('lasker')
    expect(startPosition(lasker)).toBe(`${empty} w 10 10 0 1`)
    expect(parsePosition(lasker, `${empty} w 10 0 0 1`).ok).toBe(true)
    for (const [rules, text, expected] of [
      [lasker, `${empty} w 11 10 0 1`, 'at most 10 stones'],
      [lasker, `www/.../.../....../.../.../... w 8 10 0 1`, 'at most 10 stones'],
      [ruleSet('muehle'), `${empty} w 10 10 0 1`, 'at most 9 stones'],
    ] as const) {
      const parsed = parsePosition(rules, text)
      expect(!parsed.ok && parsed.error.message).toContain(expected)
    }
  })

  it('counts stones on the board and in hand for few stones', () => {
    const close = trustedPosition('ww./.../.../b...../.../.../... w 7 2 0 8')
    expect(after('muehle', close, 'g7xa4').outcome).toEqual({ winner: 'white', reason: 'few-stones' })
    expect(after('muehle', trustedPosition(close.replace('7 2', '7 3')), 'g7xa4').outcome).toBeNull()
  })

  it('puts few stones before a block, and a win before a draw', () => {
    // The last free black stone is captured at the hundredth quiet ply, which would draw Moulin.
    const position = trustedPosition('ww./.../.../b....w/.../.../.bb w 0 0 99 60')
    expect(after('moulin', position, 'g4-g7xa4').outcome).toEqual({ winner: 'white', reason: 'few-stones' })
  })

  it('never blocks a side with stones in hand', () => {
    const position = trustedPosition('wbw/.../.../b....b/.../.../wbw w 1 0 0 20')
    expect(legalMoves(ruleSet('merels'), position).length).toBeGreaterThan(0)
  })

  it('the hundredth quiet ply draws Moulin, and no rule set in which players claim', () => {
    const position = trustedPosition('w.w/.../.b./....../.b./.../w.b w 0 0 99 60')
    expect(after('moulin', position, 'a7-a4')).toMatchObject({
      quiet: 100,
      outcome: { winner: null, reason: 'quiet-moves' },
    })
    for (const rules of NINE_STONES.filter(({ draws }) => draws.quiet === 'claimed'))
      expect(after(rules, position, 'a7-a4')).toMatchObject({ quiet: 100, outcome: null })
  })

  it('shows stones, hands and captured stones', () => {
    expect(
      decodePosition(ruleSet('muehle'), trustedPosition('w../.../.b./....../.../.../.w. b 3 5 4 9')),
    ).toEqual({
      stones: { a7: 'white', d5: 'black', d1: 'white' },
      side: 'black',
      hands: { white: 3, black: 5 },
      taken: { white: 4, black: 3 },
      quiet: 4,
      moveNumber: 9,
    })
  })

  it('shows the mills on the board', () => {
    const millsOf = (rules: MillRules, text: string) =>
      closedMills(rules.board, decodePosition(rules, trustedPosition(text)).stones)
    expect(millsOf(ruleSet('muehle'), 'www/.b./.../....../.../.../.ww w 0 0 0 20')).toEqual([
      ['a7', 'd7', 'g7'],
    ])
    expect(millsOf(ruleSet('merels-diagonal'), 'w../.w./..w/b..bbb/.../.../... w 0 0 0 20')).toEqual([
      ['e4', 'f4', 'g4'],
    ])
  })
})

describe('a custom position', () => {
  const rows = '.../.../.../....../.../.../...'
  it.each([
    [`${rows} w 10 9 0 1`, 'at most 9 stones'],
    [`www/www/www/...w../.../.../... w 0 9 0 1`, 'at most 9 stones'],
    [`w../.../.../....../.../.../... w 9 9 0 1`, 'at most 9 stones'],
    [`${rows} w 9 9 0 0`, 'move number of at least 1'],
    [`${rows} w 9 9 0 1000000001`, 'no number above'],
    [`${rows} w 9 9 1000000001 1`, 'no number above'],
    [`${rows} w 9 9 0 99999999999999999`, 'something like'],
    [`${rows} w 9 9 -1 1`, 'something like'],
    [`${rows} w 9 9 1.5 1`, 'something like'],
    [`${rows} w 09 9 0 1`, 'something like'],
    [`${rows} W 9 9 0 1`, 'something like'],
    [`${rows}  w 9 9 0 1`, 'something like'],
    [`${rows} w 9 9 0 1 `, 'something like'],
    [`${rows} w 9 9 0 1\n`, 'something like'],
    ['.../.../..././...../.../.../... w 9 9 0 1', 'something like'],
    ['.../.../.../....../.../... w 9 9 0 1', 'something like'],
    ['', 'something like'],
  ])('%j is refused: %s', (text, expected) => {
    const checked = parsePosition(ruleSet('muehle'), text)
    expect(checked.ok || checked.error.code).toBe('malformed-position')
    expect(checked.ok || checked.error.message).toContain(expected)
  })

  it('can be played on from the largest numbers without leaving the notation', () => {
    const largest = `${rows} b 9 9 1000000000 1000000000`
    expect(parsePosition(ruleSet('muehle'), largest)).toEqual({ ok: true, value: largest })
    const played = after('muehle', trustedPosition(largest), 'a1')
    expect(legalMoves(ruleSet('muehle'), played.position)).toHaveLength(23)
  })

  it('has no moves if its game is over', () => {
    for (const position of [
      'ww./.../.../....../.../.../bbb b 0 0 0 20',
      'bb./.../.../....../.../.../www b 0 0 0 20',
      'wbw/.../.../b....b/.../.../wbw w 0 0 0 20',
    ])
      expect(legalMoves(ruleSet('merels'), trustedPosition(position))).toEqual([])
  })
})
