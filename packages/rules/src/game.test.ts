import { describe, expect, it } from 'vitest'
import { RECORDS } from '../test/records.ts'
import {
  decodeMove,
  isRuleSetId,
  losesAtOnce,
  moveNumber,
  occurrences,
  type Position,
  play,
  playText,
  plyLabel,
  positionLabel,
  positionOutcome,
  RULE_SET_IDS,
  replay,
  ruleSet,
  samePositionKey,
  sideToMove,
  startPosition,
  trustedMove,
  trustedPosition,
} from './index.ts'

describe('whole games', () => {
  it.each(RECORDS)('a game of $rules ends by $outcome.reason', ({ rules: id, outcome, moves }) => {
    const rules = ruleSet(id)
    const words = moves.split(' ').map(trustedMove)
    const game = replay(rules, words)
    if (!game.ok) throw new Error(game.error.message)
    expect(game.value.outcome).toEqual(outcome)
    const before = replay(rules, words.slice(0, -1))
    expect(before.ok && before.value.outcome).toBeNull()
    const { positions } = game.value
    const last = play(rules, positions.slice(0, -1), words.at(-1)!)
    expect(last.ok && last.value.outcome).toEqual(outcome)
    expect(losesAtOnce(rules, positions.slice(0, -1), words.at(-1)!)).toBe(
      outcome.winner === sideToMove(positions.at(-1)!),
    )
  })

  it('every reason decided by the rules alone has a recorded game', () => {
    const byRules = ['few-stones', 'blocked', 'camp-filled', 'camp-not-cleared', 'camp-re-entered']
    const draws = ['repetition', 'quiet-moves', 'camps-not-cleared']
    expect(new Set(RECORDS.map(({ outcome }) => outcome.reason))).toEqual(new Set([...byRules, ...draws]))
  })

  it('an automatic draw names the equal positions', () => {
    const { rules: id, moves } = RECORDS.find(({ outcome }) => outcome.reason === 'repetition')!
    const rules = ruleSet(id)
    const game = replay(rules, moves.split(' ').map(trustedMove))
    if (!game.ok) throw new Error(game.error.message)
    const { positions, occurrences: counted } = game.value
    const last = play(rules, positions.slice(0, -1), trustedMove(moves.split(' ').at(-1)!))
    if (!last.ok) throw new Error(last.error.message)
    const { repeats, occurrence } = last.value
    expect(repeats).toHaveLength(3)
    expect(new Set(repeats.map((n) => samePositionKey(rules, positions[n]!))).size).toBe(1)
    expect(occurrence).toBe(3)
    expect(counted.at(-1)).toBe(3)
    expect(positionOutcome(rules, positions.at(-1)!)).toBeNull()
    expect(play(rules, positions, trustedMove('a1'))).toMatchObject({
      ok: false,
      error: { code: 'game-over' },
    })
    // with claimed draws the same moves do not end the game
    const claimed = replay(ruleSet('muehle'), moves.split(' ').map(trustedMove))
    expect(claimed.ok && claimed.value.outcome).toBeNull()
  })

  it('when repetition and quiet moves occur with one move, the reason is repetition', () => {
    const rules = ruleSet('moulin')
    const at = (rows: string, side: string, quiet: number) =>
      trustedPosition(`${rows} ${side} 0 0 ${quiet} 60`)
    const here = 'w.w/.../.b./....../.b./.../w.b'
    const gone = '..w/.../.b./w...../.b./.../w.b'
    const positions = [at(gone, 'b', 90), at(gone, 'b', 95), at(here, 'w', 99)]
    const played = play(rules, positions, trustedMove('a7-a4'))
    expect(played.ok && played.value).toMatchObject({
      quiet: 100,
      repeats: [0, 1, 3],
      outcome: { winner: null, reason: 'repetition' },
    })
  })

  it('a win takes precedence over a repetition with the same move', () => {
    const rules = ruleSet('moulin')
    const won = trustedPosition('www/.../.../....w./.../.../.bb b 0 0 0 20')
    const before = trustedPosition('ww./.../.../b...ww/.../.../.bb w 0 0 7 20')
    const played = play(rules, [won, won, before], trustedMove('g4-g7xa4'))
    expect(played.ok && played.value).toMatchObject({
      position: won,
      occurrence: 3,
      outcome: { winner: 'white', reason: 'few-stones' },
    })
  })
})

describe('play', () => {
  const rules = ruleSet('molenspel')
  const start = startPosition(rules)
  const refusal = (positions: Position[], move: string) => {
    const played = playText(rules, positions, move)
    return played.ok ? null : played.error
  }

  it('returns the facts of the turn', () => {
    const closing = trustedPosition('ww./.../.../b...../.../.../... w 7 8 4 3')
    expect(play(rules, [closing], trustedMove('g7xa4'))).toEqual({
      ok: true,
      value: {
        move: 'g7xa4',
        position: 'www/.../.../....../.../.../... b 6 8 0 3',
        quiet: 0,
        captured: 'a4',
        occurrence: 1,
        repeats: [1],
        outcome: null,
      },
    })
  })

  it('says what it expected instead of an illegal move', () => {
    expect(refusal([start], 'd6-d5')?.message).toMatch(/d6-d5 is not legal here: expected a placement/)
    expect(refusal([start], 'd6xa1')?.message).toMatch(/expected d6$/)
    expect(refusal([start], 'd6 ')).toMatchObject({
      code: 'malformed-move',
      message: expect.stringMatching(/expected/),
    })
    const closing = trustedPosition('ww./.../.../b...../.../.../... w 7 8 4 3')
    const compulsory = play(ruleSet('muehle'), [closing], trustedMove('g7'))
    expect(compulsory.ok || compulsory.error.message).toMatch(/expected g7xa4$/)
    const moving = trustedPosition('w.w/.../.b./....../.b./.../w.b w 0 0 5 30')
    expect(refusal([moving], 'a4')?.message).toMatch(/the hand is empty/)
  })

  it('refuses a move in a finished position', () => {
    expect(refusal([trustedPosition('ww./.../.../....../.../.../bbb b 0 0 0 20')], 'a1-a4')?.code).toBe(
      'game-over',
    )
  })

  it('replay names the first ply that cannot be played, counted from 1', () => {
    expect(replay(rules, ['d6', 'f4', 'd6'].map(trustedMove))).toMatchObject({
      ok: false,
      error: { code: 'illegal-move', ply: 3, move: 'd6' },
    })
    expect(replay(rules, [])).toEqual({
      ok: true,
      value: { positions: [start], occurrences: [1], quiets: [0], outcome: null },
    })
  })

  it('throws on caller errors: no position, or a malformed one', () => {
    expect(() => play(rules, [], trustedMove('d6'))).toThrow(RangeError)
    expect(() => play(rules, [trustedPosition('nonsense')], trustedMove('d6'))).toThrow(/not a position/)
    expect(decodeMove(ruleSet('halma'), trustedMove('i2-a8'))).toEqual({
      from: 'i2',
      to: 'a8',
      captured: null,
    })
    expect(() => decodeMove(rules, trustedMove('i2-a8'))).toThrow(SyntaxError)
    expect(() => ruleSet('merels', 2)).toThrow(RangeError)
  })
})

describe('position equality', () => {
  const rules = ruleSet('muehle')
  const rows = 'w.w/.../.b./....../.b./.../w.b'
  it.each([
    ['ignores counters', `${rows} w 0 0 5 30`, `${rows} w 0 0 9 32`, [1, 2]],
    ['includes the player to move', `${rows} w 0 0 5 30`, `${rows} b 0 0 5 30`, [1, 1]],
    ['includes stones in hand', `${rows} w 0 1 5 30`, `${rows} w 0 2 5 30`, [1, 1]],
  ])('%s', (_, one, other, expected) => {
    expect(occurrences(rules, [one, other].map(trustedPosition))).toEqual(expected)
  })
})

describe('a hand of one stone', () => {
  it('differs from a hand of twelve in rule sets with that many stones', () => {
    const rules = { ...ruleSet('muehle'), stones: 20 }
    const after = 'w../bb./.../....../.../.../... b 9'
    const positions = [`${after} 12 4 3`, '.../bb./.../....../.../.../... w 10 1 5 9'].map(trustedPosition)
    const played = play(rules, positions, trustedMove('a7'))
    expect(played.ok && played.value).toMatchObject({ position: `${after} 1 6 9`, repeats: [2] })
  })
})

describe('move numbers', () => {
  it('plies 1 and 2 are move 1', () => {
    expect([1, 2, 3, 103].map(moveNumber)).toEqual([1, 1, 2, 52])
    expect([1, 2, 21, 22].map(plyLabel)).toEqual(['1w', '1b', '11w', '11b'])
    expect([0, 1, 18].map(positionLabel)).toEqual(['0', '1w', '9b'])
  })
})

describe('the rule sets', () => {
  const [mill, capture] = ['mill', 'capture']
  it.each([
    ['molenspel', 9, true, 'optional', mill, 'claimed', 'before-moving', 16],
    ['muehle', 9, true, 'compulsory', mill, 'claimed', 'after-declined-offer', 16],
    ['merels', 9, false, 'compulsory', mill, 'claimed', 'before-moving', 16],
    ['merels-wild', 9, true, 'compulsory', mill, 'claimed', 'before-moving', 16],
    ['merels-diagonal', 9, false, 'compulsory', mill, 'claimed', 'before-moving', 20],
    ['merels-diagonal-wild', 9, true, 'compulsory', mill, 'claimed', 'before-moving', 20],
    ['moulin', 9, true, 'compulsory', capture, 'automatic', null, 16],
    ['lasker', 10, true, 'compulsory', mill, 'claimed', 'before-moving', 16],
  ] as const)(
    '%s has the options of docs/rules.md',
    (id, stones, flying, taking, quietReset, way, policy, mills) => {
      const rules = ruleSet(id)
      const movesWhilePlacing = id === 'lasker'
      expect(rules).toMatchObject({ id, flying, movesWhilePlacing, taking, quietReset, stones, revision: 1 })
      expect(rules.draws).toEqual({ repetition: way, quiet: way, policy, earliestPly: 0 })
      expect(rules.board.kind === 'mill' && rules.board.mills).toHaveLength(mills)
    },
  )

  it('Halma has its own options', () => {
    expect(ruleSet('halma')).toMatchObject({ stones: 15, clearCampAfterPly: 100, board: { size: 10 } })
    expect(ruleSet('halma').draws).toEqual({
      repetition: 'claimed',
      quiet: null,
      policy: 'before-moving',
      earliestPly: 103,
    })
  })

  it('are plain objects with names in every language', () => {
    for (const id of RULE_SET_IDS) {
      const rules = ruleSet(id, 1)
      expect(isRuleSetId(id)).toBe(true)
      expect(JSON.parse(JSON.stringify(rules))).toEqual(rules)
      expect(replay(JSON.parse(JSON.stringify(rules)), []).ok).toBe(true)
      for (const name of Object.values(rules.names)) expect(name).not.toBe('')
    }
    expect(ruleSet('molenspel').names.en).toBe('Molenspel')
    expect(isRuleSetId('toString')).toBe(false)
  })
})
