import { describe, expect, test } from 'vitest'
import { claimLine } from './claim-line.ts'

const placing = 'd5 b4 b2 b6 c5 g4 a1 g1 c3 d1 d3 f2 d6 e3 g7 d7 a7 e4'
const there = 'a1-a4 b4-c4'
const back = 'a4-a1 c4-b4'
const moves = `${placing} ${there} ${back} ${there} ${back}`.split(' ')
const line = (claim: object, more: object = {}) =>
  claimLine(JSON.stringify({ rules: 'merels', moves: [], claim, offers: [], openClaim: false, ...more }))

describe('a claim on a line', () => {
  test('that is valid is admitted for the player to move', () => {
    expect(line({ by: 'white', ground: 'repetition', positions: [18, 22, 26] }, { moves })).toEqual({
      admissible: true,
      refusals: [],
      holds: true,
      findings: [{ code: 'positions-same', params: { positions: [18, 22, 26] } }],
    })
  })

  test('may name an intended move', () => {
    const before = moves.slice(0, -1)
    const claim = { by: 'black', ground: 'repetition', positions: [18, 22, 26], intendedMove: 'c4-b4' }
    expect(line(claim, { moves: before })).toMatchObject({ admissible: true, holds: true })
    expect(line({ ...claim, intendedMove: 'e4-e5x' }, { moves: before })).toMatchObject({
      admissible: false,
      refusals: ['illegal-intended-move'],
      holds: false,
    })
  })

  test('after a declined offer needs that offer', () => {
    const claim = { by: 'black', ground: 'repetition', positions: [18, 22, 26] }
    const offer = { ...claim, ply: 26, state: 'declined' }
    const game = { rules: 'muehle', moves }
    expect(line(claim, { ...game, offers: [offer] })).toMatchObject({ admissible: true, holds: true })
    for (const offers of [[], [{ ...offer, state: 'open' }], [{ by: 'black', ply: 26, state: 'declined' }]])
      expect(line(claim, { ...game, offers })).toMatchObject({ refusals: ['no-declined-offer'], holds: true })
  })

  test('is refused with every reason', () => {
    expect(line({ by: 'black', ground: 'repetition', positions: [3, 2] }, { openClaim: true })).toMatchObject(
      {
        admissible: false,
        refusals: ['game-frozen', 'malformed-numbers', 'not-your-turn'],
        holds: false,
      },
    )
    expect(line({ by: 'white', ground: 'quiet-moves' })).toMatchObject({ refusals: ['malformed-numbers'] })
  })

  test('with malformed numbers is an error, and the following lines are read', () => {
    const positions = [{ toString: 1 }, 22, 26]
    const claim = { by: 'white', ground: 'repetition', positions }
    const more = {
      rules: 'muehle',
      moves,
      offers: [{ ...claim, ply: 26, state: 'declined' }],
      earlier: [claim],
    }
    expect(line(claim, more)).toMatchObject({
      refusals: expect.arrayContaining(['malformed-numbers']),
      holds: false,
    })
  })

  test.each([
    ['not JSON', 'the line: expected JSON'],
    ['[]', 'the line: expected an object'],
    ['{"rules":"chess"}', 'rules: expected one of'],
    ['{"rules":"merels","moves":["d6","d6"],"claim":{}}', 'moves: ply 2'],
    ['{"rules":"merels","moves":[1],"claim":{}}', 'a move: expected a text'],
    ['{"rules":"merels","moves":[]}', 'claim: expected an object'],
    ['{"rules":"merels","moves":[],"claim":{"by":"red","ground":"repetition"}}', 'claim/by: expected one of'],
    [
      '{"rules":"merels","moves":[],"claim":{"by":"white","ground":"boredom"}}',
      'claim/ground: expected one of',
    ],
    [
      '{"rules":"merels","moves":[],"claim":{"by":"white","ground":"repetition"},"offers":[7]}',
      'offers/0: expected an object',
    ],
  ])('%s is an error that says what was expected', (text, message) => {
    expect(claimLine(text)).toEqual({ error: { message: expect.stringContaining(message) } })
  })
})
