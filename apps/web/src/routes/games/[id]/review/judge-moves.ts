import { itemAt } from '@tegenzet/common'
import { gameOutcome, type Move, type Side, sideToMove } from '@tegenzet/rules'
import { chanceAtEnd, chanceOf, type EvaluatedGame } from '$lib/analysis/review/evaluation.ts'
import type { Reason } from '$lib/families/reason.ts'
import { reasonOf } from './reason-of.ts'

export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const
export type Mark = (typeof MARKS)[number]

/** The loss of winning chances from which a move gets a mark. */
export const LOSSES: Record<Mark, number> = { inaccuracy: 0.07, mistake: 0.14, blunder: 0.25 }

/** A move of a game, with what it did to the winning chances of whoever played it. */
export interface JudgedMove {
  ply: number
  side: Side
  move: Move
  /** From 0 to 1. */
  loss: number
  mark: Mark | null
  /** The better move with its line; empty without a mark. */
  better: Move[]
  reason: Reason | null
}

/** White's winning chances in each position, from 0 to 1; null where they are not known. */
export function whiteChances({ rules, positions, evaluations }: EvaluatedGame): (number | null)[] {
  const outcome = gameOutcome(rules, positions)
  return positions.map((position, n) => {
    const evaluation = evaluations[n]
    if (outcome && n === positions.length - 1) return chanceAtEnd(outcome, 'white')
    if (!evaluation) return null
    const chance = chanceOf(evaluation)
    return sideToMove(position) === 'white' ? chance : 1 - chance
  })
}

/** Judges each move that is between two evaluated positions; null for the others. */
export function judgeMoves(game: EvaluatedGame): (JudgedMove | null)[] {
  const chances = whiteChances(game)
  return game.moves.map((move, n) => {
    const [before, after] = [chances[n], chances[n + 1]]
    const evaluation = game.evaluations[n]
    if (before == null || after == null || !evaluation) return null
    const side = sideToMove(itemAt(game.positions, n))
    const isBest = evaluation.line[0] === move
    const loss = isBest ? 0 : Math.max(0, side === 'white' ? before - after : after - before)
    const mark = MARKS.findLast((each) => loss >= LOSSES[each]) ?? null
    const ply = n + 1
    const better = mark ? evaluation.line : []
    return { ply, side, move, loss, mark, better, reason: mark && reasonOf(game, ply) }
  })
}

/** How many moves of a side have each mark. */
export const countMarks = (judged: readonly (JudgedMove | null)[], side: Side): Record<Mark, number> => ({
  inaccuracy: 0,
  mistake: 0,
  blunder: 0,
  ...Object.fromEntries(
    MARKS.map((mark) => [mark, judged.filter((each) => each?.side === side && each.mark === mark).length]),
  ),
})
