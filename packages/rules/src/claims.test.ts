import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom, randomGame, SEED } from '../test/random.ts'
import {
  type ClaimContext,
  type ClaimFacts,
  claimRefusals,
  type EarlierClaim,
  judgeClaim,
  type OfferFacts,
  type Position,
  play,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
  type Side,
  trustedMove,
  trustedPosition,
} from './index.ts'

/** The positions of a game from `start` through `moves`. */
function played(id: RuleSetId, start: string, moves: readonly string[]): Position[] {
  const positions = [trustedPosition(start)]
  for (const move of moves) {
    const result = play(ruleSet(id), positions, trustedMove(move))
    if (!result.ok) throw new Error(result.error.message)
    positions.push(result.value.position)
  }
  return positions
}

/** Both sides move back and forth: positions n, n + 4, n + 8, … are equal. */
const AROUND = ['a7-a4', 'g1-g4', 'a4-a7', 'g4-g1']
const HALMA_AROUND = ['e4-d4', 'b5-b6', 'd4-e4', 'b6-b5']
const repeated = (moves: readonly string[], plies: number) =>
  Array.from({ length: plies }, (_, ply) => moves[ply % moves.length]!)

const ROWS = 'w.w/.../.b./....../.b./.../w.b'
const START = `${ROWS} w 0 0 0 1`
const NINE = played('molenspel', START, repeated(AROUND, 8))
/** The side to move is white after an even number of plies. */
const after = (plies: number) => played('molenspel', START, repeated(AROUND, plies))

/** White stones on files e to g, black ones on a to c: all camps are clear. */
const halmaStart = `${[
  '..........',
  '..........',
  '....www...',
  '....www...',
  '....www...',
  'bbb.www...',
  'bbb.www...',
  'bbb.......',
  'bbb.......',
  'bbb.......',
].join('/')} w 1`

const repetition = (positions: number[], more: Partial<ClaimFacts> = {}) =>
  ({ by: 'white', ground: 'repetition', positions, ...more }) as ClaimFacts
const quietMoves = (plies: number[], more: Partial<ClaimFacts> = {}) =>
  ({ by: 'white', ground: 'quiet-moves', plies, ...more }) as ClaimFacts

function refusals(
  id: RuleSetId,
  claim: ClaimFacts,
  positions: readonly Position[],
  more: Partial<ClaimContext> = {},
): string[] {
  const context: ClaimContext = {
    positions,
    covered: null,
    over: false,
    openClaim: false,
    offers: [],
    earlier: [],
    ...more,
  }
  return claimRefusals(ruleSet(id), claim, context).map(({ code }) => code)
}
const judge = (id: RuleSetId, claim: ClaimFacts, positions: readonly Position[]) =>
  judgeClaim(ruleSet(id), claim, positions)

describe('evidence of a repetition', () => {
  it('is valid when the three positions are equal, whatever happened in between', () => {
    expect(judge('molenspel', repetition([0, 4, 8]), NINE)).toEqual({
      holds: true,
      findings: [{ code: 'positions-same', params: { positions: [0, 4, 8] } }],
    })
    const twelve = after(12)
    expect(judge('molenspel', repetition([0, 4, 12]), twelve).holds).toBe(true)
  })

  it('is invalid on the second occurrence, and shows which position differs and where', () => {
    expect(judge('molenspel', repetition([0, 4, 6]), NINE)).toEqual({
      holds: false,
      findings: [
        { code: 'positions-same', params: { positions: [0, 4] } },
        { code: 'positions-differ', params: { positions: [4, 6], points: ['a7', 'a4', 'g4', 'g1'] } },
      ],
    })
    expect(
      judge('molenspel', repetition([0, 2, 4]), NINE).findings.map(({ code, params }) => [
        code,
        params.positions,
      ]),
    ).toEqual([
      ['positions-same', [0, 4]],
      ['positions-differ', [0, 2]],
      ['positions-differ', [2, 4]],
    ])
  })

  it('is invalid when the side to move differs', () => {
    const positions = [START, `${ROWS} b 0 0 1 1`, `${ROWS} w 0 0 2 2`].map(trustedPosition)
    expect(judge('molenspel', repetition([0, 1, 2]), positions)).toEqual({
      holds: false,
      findings: [
        { code: 'positions-same', params: { positions: [0, 2] } },
        { code: 'side-differs', params: { positions: [0, 1] } },
        { code: 'side-differs', params: { positions: [1, 2] } },
      ],
    })
  })

  it('is invalid when stones in hand differ', () => {
    const positions = [`${ROWS} w 1 1 0 9`, `${ROWS} w 1 0 2 10`, `${ROWS} w 1 0 6 12`].map(trustedPosition)
    expect(judge('molenspel', repetition([0, 1, 2]), positions)).toEqual({
      holds: false,
      findings: [
        { code: 'positions-same', params: { positions: [1, 2] } },
        { code: 'hands-differ', params: { positions: [0, 1] } },
      ],
    })
  })

  it('counts the position after the intended move as the last, without playing it', () => {
    const seven = after(7)
    const frozen = Object.freeze([...seven])
    const claim = repetition([0, 4, 8], { by: 'black', intendedMove: 'g4-g1' })
    expect(judge('molenspel', claim, frozen).holds).toBe(true)
    expect(judge('molenspel', { ...claim, intendedMove: 'g4-f4' }, frozen)).toEqual({
      holds: false,
      findings: [
        { code: 'positions-same', params: { positions: [0, 4] } },
        { code: 'positions-differ', params: { positions: [4, 8], points: ['f4', 'g1'] } },
      ],
    })
  })

  it('is invalid for unknown positions and for an illegal intended move', () => {
    expect(judge('molenspel', repetition([0, 4, 12]), NINE).holds).toBe(false)
    expect(judge('molenspel', repetition([0, 4, 9], { intendedMove: 'a1-g7' }), NINE).holds).toBe(false)
    expect(judge('molenspel', repetition([0, 4, 9], { intendedMove: '\0' }), NINE).holds).toBe(false)
    for (const numbers of [
      [],
      [0, 4],
      [4, 4, 4],
      [0, 4, 8, 12],
      [8, 4, 0],
      [-4, 0, 4],
      [0.5, 4, 8],
      [0, 4, Number.NaN],
    ])
      expect(judge('molenspel', repetition(numbers), NINE)).toEqual({ holds: false, findings: [] })
  })

  it('is invalid when the intended move ends the game', () => {
    const winning = trustedPosition('ww./.../.../b....w/.../.../.bb w 0 0 99 60')
    expect(judge('molenspel', quietMoves([1, 1], { intendedMove: 'g4-g7xa4' }), [winning])).toEqual({
      holds: false,
      findings: [
        { code: 'intended-move-ends-game', params: { move: 'g4-g7xa4' } },
        { code: 'stretch-too-short', params: { plies: 1 } },
        { code: 'stretch-broken', params: { ply: 1 } },
      ],
    })
    // Only the end of the game invalidates this one: black has no move after the hundredth quiet ply.
    const blocking = Array<Position>(100).fill(trustedPosition('b.b/.w./.../w....w/.../.../bwb w 0 0 5 50'))
    expect(judge('merels', quietMoves([1, 100], { intendedMove: 'd6-d7' }), blocking)).toEqual({
      holds: false,
      findings: [{ code: 'intended-move-ends-game', params: { move: 'd6-d7' } }],
    })
  })
})

describe('evidence of quiet moves', () => {
  const hundred = after(101)

  it('is valid from a hundred plies, both ends included', () => {
    expect(judge('molenspel', quietMoves([1, 100]), hundred)).toEqual({ holds: true, findings: [] })
    expect(judge('molenspel', quietMoves([1, 101]), hundred).holds).toBe(true)
    expect(judge('molenspel', quietMoves([2, 100]), hundred)).toEqual({
      holds: false,
      findings: [{ code: 'stretch-too-short', params: { plies: 99 } }],
    })
  })

  it('is valid with an intended move as the hundredth, unless that closes a mill', () => {
    const ninetyNine = after(99)
    const claim = quietMoves([1, 100], { by: 'black' })
    expect(judge('molenspel', { ...claim, intendedMove: 'a1-a4' }, ninetyNine).holds).toBe(false)
    expect(judge('molenspel', { ...claim, intendedMove: 'g4-g1' }, ninetyNine).holds).toBe(true)
    expect(judge('molenspel', claim, ninetyNine).holds).toBe(false)
  })

  it('is broken by every mill closed, with or without a capture, and shows the ply', () => {
    const start = 'ww./..w/.../b...../..b/.../bb. w 0 0 0 1'
    const moves = ['f6-f4', 'a4-b4', 'f4-g4', 'b4-a4', 'g4-g7', 'a4-b4', 'g7-g4', 'b4-a4', 'g4-g7xa4']
    const positions = played('molenspel', start, moves)
    expect(judge('molenspel', quietMoves([1, 9]), positions)).toEqual({
      holds: false,
      findings: [
        { code: 'stretch-too-short', params: { plies: 9 } },
        { code: 'stretch-broken', params: { ply: 5 } },
        { code: 'stretch-broken', params: { ply: 9 } },
      ],
    })
  })

  it('is not broken by a mill closed with the ply before the series', () => {
    const start = 'ww./.../.../b....w/..b/.../bb. w 0 0 0 1'
    const quiet = repeated(['g7-g4', 'b4-a4', 'g4-f4', 'a4-b4', 'f4-g4', 'b4-a4', 'g4-f4', 'a4-b4'], 2)
    const there = played('molenspel', start, ['g4-g7', 'a4-b4', ...quiet])
    const codes = (plies: number[]) =>
      judge('molenspel', quietMoves(plies), there).findings.map(({ code }) => code)
    expect(codes([2, 4])).toEqual(['stretch-too-short'])
    expect(codes([1, 4])).toEqual(['stretch-too-short', 'stretch-broken'])
  })

  it('is invalid beyond the game', () => {
    expect(judge('molenspel', quietMoves([1, 102]), hundred).holds).toBe(false)
    expect(judge('molenspel', quietMoves([1, Number.MAX_SAFE_INTEGER]), hundred).holds).toBe(false)
    for (const plies of [[], [1], [0, 100], [100, 1], [1, 50, 100]])
      expect(judge('molenspel', quietMoves(plies), hundred)).toEqual({ holds: false, findings: [] })
  })

  it('may begin with the ply after the last mill: a hundred plies, both ends included', () => {
    const start = 'ww./.../.../b....w/..b/.../bb. w 0 0 0 1'
    const closing = ['g4-g7', 'a4-b4']
    const out = ['g7-g4', 'b4-a4', 'g4-f4', 'a4-b4']
    const shuffle = ['f4-f6', 'b4-a4', 'f6-f4', 'a4-b4']
    const positions = played('molenspel', start, [...closing, ...out, ...repeated(shuffle, 96)])
    expect(positions).toHaveLength(103)
    expect(judge('molenspel', quietMoves([2, 101]), positions).holds).toBe(true)
    expect(judge('molenspel', quietMoves([1, 101]), positions).holds).toBe(false)
    expect(judge('molenspel', quietMoves([2, 100]), positions).holds).toBe(false)
  })

  it('does not exist in Halma', () => {
    const positions = played('halma', halmaStart, repeated(HALMA_AROUND, 120))
    expect(judge('halma', quietMoves([1, 110]), positions).holds).toBe(false)
  })
})

describe('a claim before moving', () => {
  const seven = after(7)

  it.each<[string, ClaimFacts, Position[], string[]]>([
    ['on the position on the board', repetition([0, 4, 8]), NINE, []],
    ['with an intended move', repetition([0, 4, 8], { by: 'black', intendedMove: 'g4-g1' }), seven, []],
    ['that is invalid, for an admin to reject', repetition([0, 3, 8]), NINE, []],
    ['of quiet moves', quietMoves([1, 100]), after(100), []],
    [
      'of quiet moves with an intended one',
      quietMoves([1, 100], { by: 'black', intendedMove: 'g4-g1' }),
      after(99),
      [],
    ],
    ['of a series that is too short, for an admin to reject', quietMoves([8, 8]), NINE, []],
    ['out of turn', repetition([0, 4, 8], { by: 'black' }), NINE, ['not-your-turn']],
    ['after playing on', repetition([0, 4, 8]), after(10), ['played-on']],
    ['after playing on, out of turn too', repetition([0, 4, 8]), after(9), ['played-on', 'not-your-turn']],
    ['on a future position', repetition([0, 4, 9]), NINE, ['malformed-numbers']],
    [
      'whose intended move is not its last number',
      repetition([0, 4, 8], { intendedMove: 'a7-a4' }),
      NINE,
      ['malformed-numbers'],
    ],
    [
      'whose intended move is two ahead',
      repetition([0, 4, 10], { intendedMove: 'a7-a4' }),
      NINE,
      ['malformed-numbers'],
    ],
    [
      'with a move that is not legal',
      repetition([0, 4, 9], { intendedMove: 'd5-d6' }),
      NINE,
      ['illegal-intended-move'],
    ],
    [
      'with a malformed move',
      repetition([0, 4, 9], { intendedMove: 'a7a4' }),
      NINE,
      ['illegal-intended-move'],
    ],
    ['with descending numbers', repetition([8, 4, 0]), NINE, ['malformed-numbers']],
    ['with a repeated number', repetition([4, 4, 8]), NINE, ['malformed-numbers']],
    ['with two numbers', repetition([4, 8]), NINE, ['malformed-numbers']],
    ['without numbers', repetition([]), NINE, ['malformed-numbers']],
    ['with fractions', repetition([0, 3.5, 8]), NINE, ['malformed-numbers']],
    ['with a negative number', repetition([-1, 4, 8]), NINE, ['malformed-numbers']],
    ['with ply 0', quietMoves([0, 8]), NINE, ['malformed-numbers']],
  ])('%s', (_, claim, positions, expected) => {
    expect(refusals('molenspel', claim, positions)).toEqual(expected)
    expect(refusals('merels', claim, positions)).toEqual(expected)
  })

  it('needs no offer', () => {
    const offers: OfferFacts[] = [{ by: 'white', state: 'open' }]
    expect(refusals('molenspel', repetition([0, 4, 8]), NINE, { offers })).toEqual([])
  })

  it('may name a move that ends the game: it is admitted and invalid', () => {
    const winning = trustedPosition('ww./.../.../b....w/.../.../.bb w 0 0 99 60')
    const claim = quietMoves([1, 1], { intendedMove: 'g4-g7xa4' })
    expect(refusals('molenspel', claim, [winning])).toEqual([])
  })

  it('is refused with all reasons at once, each with its parameters', () => {
    const context = {
      positions: after(9),
      covered: null,
      over: false,
      openClaim: true,
      offers: [],
      earlier: [],
    }
    expect(
      claimRefusals(ruleSet('molenspel'), repetition([0, 4, 8], { intendedMove: 'x' }), context),
    ).toEqual([
      { code: 'game-frozen', params: {} },
      { code: 'malformed-numbers', params: { ply: 9 } },
      { code: 'played-on', params: { number: 8, ply: 9 } },
      { code: 'not-your-turn', params: {} },
      { code: 'illegal-intended-move', params: { move: 'x' } },
    ])
  })
})

describe('a claim in Halma', () => {
  const at = (plies: number) => played('halma', halmaStart, repeated(HALMA_AROUND, plies))

  it('is possible from the third occurrence in move 52: ply 102 is too early, ply 103 is not', () => {
    expect(refusals('halma', repetition([94, 98, 102]), at(102))).toEqual(['too-early'])
    expect(refusals('halma', repetition([95, 99, 103], { by: 'black' }), at(103))).toEqual([])
    const intended = repetition([95, 99, 103], { intendedMove: 'd4-e4' })
    expect(refusals('halma', intended, at(102))).toEqual([])
    expect(judge('halma', intended, at(102)).holds).toBe(true)
    expect(
      refusals('halma', repetition([94, 98, 102], { by: 'black', intendedMove: 'b5-b6' }), at(101)),
    ).toEqual(['too-early'])
  })

  it('cannot be on quiet moves', () => {
    expect(refusals('halma', quietMoves([1, 104]), at(104))).toEqual(['ground-not-available'])
  })
})

describe('a claim after a declined offer', () => {
  const offer = (by: Side, state: OfferFacts['state'], positions = [0, 4, 8], id?: number): OfferFacts => ({
    by,
    state,
    ground: 'repetition',
    positions,
    ...(id === undefined ? {} : { id }),
  })
  const claim = repetition([0, 4, 8])

  it.each<[string, OfferFacts[], string[]]>([
    ['declined', [offer('white', 'declined')], []],
    ['expired', [offer('white', 'expired')], []],
    ['one of several', [offer('white', 'declined', [0, 4, 9]), offer('white', 'declined')], []],
    ['still open', [offer('white', 'open')], ['no-declined-offer']],
    ['closed', [offer('white', 'closed')], ['no-declined-offer']],
    ['the opponent’s', [offer('black', 'declined')], ['no-declined-offer']],
    ['of other numbers', [offer('white', 'declined', [0, 4, 12])], ['no-declined-offer']],
    [
      'of another ground',
      [{ by: 'white', state: 'declined', ground: 'quiet-moves', plies: [1, 100] }],
      ['no-declined-offer'],
    ],
    [
      'bare',
      [
        { by: 'white', state: 'declined' },
        { by: 'white', state: 'expired', ground: null },
      ],
      ['no-declined-offer'],
    ],
    ['none', [], ['no-declined-offer']],
  ])('needs a matching offer: %s', (_, offers, expected) => {
    expect(refusals('muehle', claim, NINE, { offers })).toEqual(expected)
  })

  it('uses the offer it names', () => {
    const offers = [offer('white', 'declined', [0, 4, 8], 4), offer('white', 'declined', [1, 5, 9], 5)]
    expect(refusals('muehle', { ...claim, offer: 4 }, NINE, { offers })).toEqual([])
    expect(refusals('muehle', { ...claim, offer: 5 }, NINE, { offers })).toEqual(['no-declined-offer'])
  })

  it('may be made later and on either side’s turn', () => {
    const offers = [offer('white', 'declined')]
    expect(refusals('muehle', claim, after(11), { offers })).toEqual([])
    expect(refusals('muehle', claim, after(30), { offers })).toEqual([])
  })

  it('has no intended move', () => {
    const offers = [offer('white', 'declined', [0, 4, 9])]
    expect(refusals('muehle', repetition([0, 4, 9], { intendedMove: 'a7-a4' }), NINE, { offers })).toEqual([
      'malformed-numbers',
      'illegal-intended-move',
    ])
  })
})

describe('any claim', () => {
  const claim = repetition([0, 4, 8])
  const earlier = (more: Partial<EarlierClaim>): EarlierClaim[] => [
    {
      by: 'white',
      ground: 'repetition',
      positions: [0, 4, 8],
      ply: 8,
      state: 'rejected',
      ...more,
    } as EarlierClaim,
  ]

  it('is refused where draws are automatic', () => {
    expect(refusals('moulin', claim, NINE)).toEqual(['nobody-claims'])
    expect(refusals('moulin', quietMoves([1, 8]), NINE)).toEqual(['nobody-claims'])
    const intended = repetition([1, 5, 9], { intendedMove: 'a7-a4' })
    expect(refusals('moulin', intended, NINE)).toEqual(['nobody-claims'])
  })

  it('is refused in a frozen game and in a finished one', () => {
    expect(refusals('molenspel', claim, NINE, { openClaim: true })).toEqual(['game-frozen'])
    expect(refusals('molenspel', claim, NINE, { over: true })).toEqual(['game-over'])
  })

  it.each<[string, EarlierClaim[], string[]]>([
    ['at this ply', earlier({ positions: [1, 2, 8] } as Partial<EarlierClaim>), ['already-claimed']],
    ['at this ply and closed', earlier({ state: 'closed' }), ['already-claimed']],
    ['by the other player at this ply', earlier({ by: 'black' }), []],
    ['the same, rejected long ago', earlier({ ply: 4 }), ['already-claimed']],
    ['the same, withdrawn long ago', earlier({ ply: 4, state: 'withdrawn' }), ['already-claimed']],
    ['other numbers long ago', earlier({ ply: 4, positions: [0, 3, 8] } as Partial<EarlierClaim>), []],
    ['the same, rejected for the other player', earlier({ ply: 4, by: 'black' }), []],
    ['the same, closed long ago', earlier({ ply: 4, state: 'closed' }), []],
  ])('is made once a ply, and not again after it was rejected or withdrawn: %s', (_, before, expected) => {
    expect(refusals('molenspel', claim, NINE, { earlier: before })).toEqual(expected)
  })

  it('with the same numbers on another ground is a different claim', () => {
    const before = [
      { by: 'white', ground: 'quiet-moves', plies: [4, 8], ply: 6, state: 'rejected' },
    ] as EarlierClaim[]
    expect(refusals('molenspel', quietMoves([4, 8]), NINE, { earlier: before })).toEqual(['already-claimed'])
    expect(refusals('molenspel', quietMoves([5, 8]), NINE, { earlier: before })).toEqual([])
    expect(refusals('molenspel', claim, NINE, { earlier: before })).toEqual([])
  })
})

describe('over random games', () => {
  it.each(RULE_SET_IDS)('a repetition in %s is valid exactly when the position keys are equal', (id) => {
    const rules = ruleSet(id)
    const { positions } = randomGame(rules, randomFrom(SEED), 200)
    // Random games seldom repeat positions, so some are repeated here.
    const often = positions.flatMap((position, n) =>
      n % 3 === 0 ? [position, position, position] : [position],
    )
    const random = randomFrom(SEED + 1)
    let held = 0
    for (let i = 0; i < 300; i++) {
      const first = Math.floor(random() * often.length)
      const numbers = [first, first + 1, first + 1 + Math.floor(random() * 3)].map((n) =>
        Math.min(n, often.length),
      )
      const keys = numbers.map((n) =>
        often[n]
          ?.split(' ')
          .slice(0, rules.family === 'mill' ? 4 : 2)
          .join(' '),
      )
      const rising = numbers[0]! < numbers[1]! && numbers[1]! < numbers[2]!
      const equal = rising && keys[0] !== undefined && keys.every((key) => key === keys[0])
      expect(judge(id, repetition(numbers), often).holds, `${numbers}`).toBe(equal)
      if (equal) held++
    }
    expect(held).toBeGreaterThan(0)
  })

  it.each(RULE_SET_IDS)(
    'no claim in %s makes the rules throw, and none refused for its numbers is valid',
    (id) => {
      const { positions } = randomGame(ruleSet(id), randomFrom(SEED + 2), 30)
      const numbers = fc.array(fc.oneof(fc.integer({ min: -1, max: 40 }), fc.double()), { maxLength: 4 })
      const move = fc.oneof(fc.string(), fc.constantFrom('d6', 'd6-d5', 'i2-a8', ''), fc.constant(null))
      fc.assert(
        fc.property(numbers, numbers, move, fc.boolean(), (some, others, intendedMove, isRepetition) => {
          const claim = isRepetition ? repetition(some, { intendedMove }) : quietMoves(some, { intendedMove })
          const offers: OfferFacts[] = [
            { by: 'white', state: 'declined', ground: 'repetition', positions: others },
          ]
          const codes = refusals(id, claim, positions, { offers })
          if (codes.includes('malformed-numbers') && !intendedMove)
            expect(judge(id, claim, positions).holds).toBe(false)
        }),
        { numRuns: 300 },
      )
    },
  )
})
