import { type Move, positionsOf, ruleSet, trustedMove, trustedPosition } from '@tegenzet/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvaluatedGame } from '$lib/analysis/review/evaluation.ts'
import { chanceOf, type Evaluation } from '$lib/analysis/review/evaluation.ts'
import { countMarks, judgeMoves, whiteChances } from './judge-moves.ts'

const rules = ruleSet('muehle')
const moves = (text: string): Move[] => text.split(' ').filter(Boolean).map(trustedMove)

const evaluation = (score: number, line = '', rest: Partial<Evaluation> = {}): Evaluation => ({
  score,
  decidedIn: null,
  line: moves(line),
  isExact: false,
  ...rest,
})

/** A game of which only the last move is between evaluated positions. */
function lastMove(played: string, before: Evaluation, after: Evaluation) {
  const list = moves(played)
  const unknown = Array.from({ length: list.length - 1 }, () => null)
  const evaluations = [...unknown, before, after]
  return judgeMoves({ rules, positions: positionsOf(rules, list), moves: list, evaluations }).at(-1)
}

describe('the loss of a move', () => {
  it('is what the winning chances of the player fall by, and marks get heavier with it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -900, max: 900 }),
        fc.integer({ min: -900, max: 900 }),
        (before, after) => {
          const judged = lastMove('d6 f4', evaluation(before), evaluation(after))
          const loss =
            chanceOf({ score: before, decidedIn: null }) - chanceOf({ score: -after, decidedIn: null })
          expect(judged?.loss).toBeCloseTo(Math.max(0, loss))
          expect(judged?.side).toBe('black')
        },
      ),
    )
    expect(lastMove('d6 f4', evaluation(0), evaluation(0))?.mark).toBe(null)
    expect(lastMove('d6 f4', evaluation(0), evaluation(90))?.mark).toBe('inaccuracy')
    expect(lastMove('d6 f4', evaluation(0), evaluation(160))?.mark).toBe('mistake')
    expect(lastMove('d6 f4', evaluation(0), evaluation(400))?.mark).toBe('blunder')
  })

  it('is nothing for the best move, and for a win that takes longer', () => {
    expect(lastMove('d6 f4', evaluation(0, 'f4'), evaluation(200))).toMatchObject({ loss: 0, mark: null })
    const won = evaluation(0, 'b4', { decidedIn: 9, isExact: true })
    expect(lastMove('d6 f4', won, evaluation(0, '', { decidedIn: -30, isExact: true }))?.loss).toBe(0)
  })

  it('is not known beside a position without an evaluation', () => {
    const list = moves('d6 f4')
    const game: EvaluatedGame = {
      rules,
      moves: list,
      positions: positionsOf(rules, list),
      evaluations: [null, evaluation(0), evaluation(500)],
    }
    expect(judgeMoves(game)[0]).toBe(null)
    expect(whiteChances(game)[0]).toBe(null)
    expect(countMarks(judgeMoves(game), 'black')).toEqual({ inaccuracy: 0, mistake: 0, blunder: 1 })
  })
})

describe('the reason', () => {
  const reason = (...game: Parameters<typeof lastMove>) => lastMove(...game)?.reason

  it('says in how many plies the game was won, or is lost now', () => {
    const won = evaluation(0, 'b4', { decidedIn: 9, isExact: true })
    expect(reason('d6 f4', won, evaluation(0, '', { isExact: true }))).toEqual({ kind: 'was-won', plies: 9 })
    const lost = evaluation(0, '', { decidedIn: 5 })
    expect(reason('d6 f4', evaluation(0), lost)).toEqual({ kind: 'loses', plies: 5 })
    const drawn = evaluation(0, 'b4', { isExact: true })
    expect(reason('d6 f4', drawn, { ...lost, isExact: true })).toEqual({ kind: 'was-drawn' })
  })

  it('names a mill that is allowed, or missed', () => {
    expect(reason('d6 a1 f6 g1', evaluation(-20, 'b6 b4'), evaluation(200, 'b6xa1'))).toEqual({
      kind: 'allows-mill',
    })
    expect(reason('d6 a1 f6 g1 a7', evaluation(200, 'b6xa1'), evaluation(0, 'b6'))).toEqual({
      kind: 'misses-mill',
    })
  })

  it('names two mills that are allowed at once', () => {
    const judged = reason('d6 a1 f4 g1', evaluation(0, 'f6 a7'), evaluation(200, 'f6 b6'))
    expect(judged).toEqual({ kind: 'two-mills' })
  })

  it('counts the stones that are left without a move', () => {
    const position = (white: string, black: string, side: string) => {
      const letters = rules.board.points.map(({ name }) =>
        white.includes(name) ? 'w' : black.includes(name) ? 'b' : '.',
      )
      const rows = [3, 3, 3, 6, 3, 3, 3].map((length) => letters.splice(0, length).join(''))
      return trustedPosition(`${rows.join('/')} ${side} 0 0 0 20`)
    }
    const [judged] = judgeMoves({
      rules,
      positions: [position('c3 d2 e4 f6', 'd6 a4 g4 b2', 'w'), position('a7 d7 g7 f6', 'd6 a4 g4 b2', 'b')],
      moves: moves('f4-f6'),
      evaluations: [evaluation(0), evaluation(300)],
    })
    expect(judged?.reason).toEqual({ kind: 'blocked', count: 3 })
  })

  it('is left out where none is known', () => {
    expect(reason('d6 f4', evaluation(0, 'b4'), evaluation(300, 'a1'))).toBe(null)
  })
})
