import {
  legalMoves,
  type Position,
  perft,
  playTurn,
  quietPlies,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedPosition,
} from '@tegenzet/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TRIAL_RULE_SETS } from '../../rules/test/trial-rule-sets.ts'
import { randomGame } from '../bench/match.ts'
import { boardOf } from './root.ts'
import { decidedIn, WIN } from './score.ts'
import { search } from './search.ts'
import { LOST, ONGOING, type SearchBoard, WON } from './search-board.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)
fc.configureGlobal({ seed: SEED, numRuns: 60 })

const RULE_SETS: RuleSet[] = [...RULE_SET_IDS.map((id) => ruleSet(id)), ...TRIAL_RULE_SETS]

/** A random position in the middle of a game. */
const somewhere = (rules: RuleSet, seed: number, plies: number): Position =>
  randomGame(rules, seed, plies).at(-1)!

function turnsOf(board: SearchBoard, of: 'turns' | 'allTurns' = 'turns'): number[] {
  const out = new Int32Array(board.maxTurns)
  return Array.from(out.subarray(0, board[of](out, new Int32Array(board.maxTurns), 0)))
}

/** The number of sequences of turns, as `perft` counts them. */
function countSequences(board: SearchBoard, depth: number): number {
  if (depth === 0) return 1
  if (board.status() !== ONGOING) return 0
  let total = 0
  for (const turn of turnsOf(board, 'allTurns')) {
    board.play(turn)
    total += countSequences(board, depth - 1)
    board.undo()
  }
  return total
}

/** The same score without windows, order or table. */
function plainScore(board: SearchBoard, depth: number, ply: number): number {
  const status = board.status()
  if (status !== ONGOING) return status === LOST ? ply - WIN : status === WON ? WIN - ply : 0
  if (depth === 0 && !board.isSharp) return board.evaluate()
  let best = depth === 0 ? board.evaluate() : ply - WIN
  for (const turn of turnsOf(board)) {
    if (depth === 0 && !board.isNoisy(turn)) continue
    board.play(turn)
    best = Math.max(best, -plainScore(board, Math.max(0, depth - 1), ply + 1))
    board.undo()
  }
  return best
}

describe.each(RULE_SETS.map((rules) => [rules.id, rules] as const))('%s', (_, rules) => {
  const plies = rules.family === 'mill' ? 60 : 40

  it('turns are those of the rules', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: plies }), (seed, ply) => {
        const position = somewhere(rules, seed, ply)
        // a draw that nobody has claimed ends the search, not the game
        if ((quietPlies(rules, position) ?? 0) > 90) return
        for (const depth of [1, 2])
          expect([position, countSequences(boardOf(rules, position), depth)]).toEqual([
            position,
            perft(rules, position, depth),
          ])
      }),
    )
    expect(countSequences(boardOf(rules, startPosition(rules)), 3)).toBe(
      perft(rules, startPosition(rules), 3),
    )
  })

  it('the board knows whether the game is over', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: plies }), (seed, ply) => {
        const position = somewhere(rules, seed, ply)
        for (const move of legalMoves(rules, position)) {
          const played = playTurn(rules, position, move)
          if (!played.ok) throw new Error(played.error.message)
          const { outcome, position: next, quiet } = played.value
          if ((quiet ?? 0) >= 100) continue
          const over = boardOf(rules, next).status() !== ONGOING
          // in Halma nobody is blocked within a search
          if (outcome?.reason !== 'blocked' || rules.family === 'mill')
            expect([next, over]).toEqual([next, outcome !== null])
        }
      }),
    )
  })

  it('windows, order and table change the work, not the score', () => {
    for (const ply of [0, 14, 22, 40, 80]) {
      const board = boardOf(rules, somewhere(rules, ply + SEED, ply))
      const depth = 3
      const roots = turnsOf(board)
      if (board.status() !== ONGOING) continue
      const limits = { depth, nodes: Number.POSITIVE_INFINITY, isOver: () => false }
      // no negative zero
      expect(search(board, roots, [], limits)[0]!.score + 0).toBe(plainScore(board, depth, 0) + 0)
    }
  })

  it('making and unmaking turns restores the board', () => {
    for (const ply of [0, 7, 19, 33]) {
      const board = boardOf(rules, somewhere(rules, ply + 3, ply))
      const facts = () => [board.keyLow, board.keyHigh, board.counter, board.status(), board.evaluate()]
      const before = facts()
      for (const turn of turnsOf(board, 'allTurns')) {
        board.play(turn)
        expect([board.keyLow, board.keyHigh]).not.toEqual(before.slice(0, 2))
        board.undo()
        expect(facts()).toEqual(before)
      }
    }
  })
})

it.each(['muehle', 'merels-diagonal-wild'] as const)(
  '%s: where a side flies, no line ends before a capture',
  (id) => {
    // Black closes a mill at c3 next, whatever White plays
    const board = boardOf(ruleSet(id), trustedPosition('bw./.../b.w/w.b.../.../.../.w. w 0 0 0 30'))
    const scores = [1, 2].map((depth) => {
      const limits = { depth, nodes: Number.POSITIVE_INFINITY, isOver: () => false }
      const score = search(board, turnsOf(board), [], limits)[0]!.score
      expect(score).toBe(plainScore(board, depth, 0))
      return score
    })
    expect(scores[0]).toBe(scores[1])
  },
)

it('a decisive score tells in how many plies', () => {
  expect(decidedIn(WIN - 3)).toBe(3)
  expect(decidedIn(-(WIN - 2))).toBe(-2)
  expect(decidedIn(120)).toBeNull()
})
